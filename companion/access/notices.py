"""What somebody's next page says, because another phone took what was theirs."""

from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError, InterfaceError
from django.utils.translation import gettext as _

from companion.core.language.texts import isolated, listed, say, say_entry
from companion.models import CardSave, Play

from . import phones


def notices(request) -> dict:
    """For every whole page: the sentences that it is to say, once. A fragment leaves them to the next page."""
    return notices_now(request) if is_seen(request) else {}


def notices_now(request) -> dict:
    """The sentences that are to be said, once, on the page that is open."""
    try:
        told = without_what_is_over(phones.what_was_told(request)) if SESSION_KEY in request.session else []
    except (DatabaseError, InterfaceError):
        # This is the page which says that the database cannot be reached.
        return {}
    return {"notices": [*sentences(told), *sentences_of_choices(told)]}


def without_what_is_over(told) -> list[dict]:
    """What was told, without who enters what of a play that is over: nobody chooses players there any more."""
    plays = Play.objects.filter(uuid__in=[each["play"] for each in told if "play" in each])
    over = {str(play.uuid) for play in plays if not play.is_open}
    return [each for each in told if each.get("play") not in over]


def is_seen(request) -> bool:
    """Whether somebody who may be known looks at the page now."""
    # What is refused before it is known who asks has neither.
    if not hasattr(request, "session") or getattr(request, "htmx", True):
        return False
    # What a script fetches to keep it for later is not seen now; where a service worker fetches a page to show it, only
    # the mode says so. Without https browsers do not say what they fetch.
    is_shown = request.headers.get("Sec-Fetch-Mode") == "navigate"
    return is_shown or request.headers.get("Sec-Fetch-Dest", "document") == "document"


def sentences(told) -> list[str]:
    """What was told, in the reader's language: all players whose scores another phone enters are in one sentence."""
    seats = dict.fromkeys(each["name"] for each in told if each["what"] == "seat")
    names = dict.fromkeys(each["name"] for each in told if each["what"] == "name")
    discarded = dict.fromkeys(each["name"] for each in told if each["what"] == "discarded")
    replaced = dict.fromkeys(each["name"] for each in told if each["what"] == "replaced")
    taken = _("Another phone now counts for %(name)s. If that’s wrong, choose your players again.")
    linked = _("The name %(name)s is now linked to another phone. If that’s wrong, reclaim it under Members.")
    late = _("Your late figures for %(name)s were discarded. Changes has them.")
    other = _("Another phone’s figures for %(name)s replaced yours.")
    return [
        *([taken % {"name": listed(seats)}] if seats else []),
        *(linked % {"name": isolated(name)} for name in names),
        *([late % {"name": listed(discarded)}] if discarded else []),
        *([other % {"name": listed(replaced)}] if replaced else []),
    ]


def sentences_of_choices(told) -> list[str]:
    """Return for each figure that two phones entered differently who has chosen which one, in the reader's language."""
    chosen = [each for each in told if each["what"] == "chosen"]
    rows = CardSave.objects.select_related("seat__play").in_bulk(each["row"] for each in chosen)
    return [text for each in chosen if each["row"] in rows and (text := sentence_of_choice(rows[each["row"]], each))]


def sentence_of_choice(row, told) -> str:
    """`Anna, water: Ben’s phone chose 5, not 4.` Empty if the field or the other figure isn't there any more."""
    stage = row.seat.play.whole_game.stage(row.stage)
    field = next((field for field in stage.fields if field.key == told["field"]), None) if stage else None
    counted = CardSave.objects.filter(seat=row.seat_id, stage=row.stage, fate=CardSave.Fate.COUNTED)
    other = counted.filter(revision=told["revision"]).first()
    if field is None or other is None:
        return ""
    its, others = (say_entry(field, each.now(field.key)) for each in (row, other))
    this, that = (its, others) if told["is_its"] else (others, its)
    text = _("%(name)s, %(row)s: another phone chose %(this)s, not %(that)s.")
    if told["by"]:
        text = _("%(name)s, %(row)s: %(owner)s’s phone chose %(this)s, not %(that)s.")
    names = {"name": isolated(told["name"]), "owner": isolated(told["by"])}
    return text % {**names, "row": say(field.label), "this": this, "that": that}
