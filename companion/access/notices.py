"""Sentences on a person's next page about changes that another phone made to theirs."""

from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError, InterfaceError
from django.utils.translation import gettext as _

from companion.core.language.texts import isolated, listed, say, say_entry
from companion.models import CardSave, Play

from . import phones


def notices(request) -> dict:
    """Return the sentences for a whole page, each shown once. A fragment leaves them to the next page."""
    return pop_sentences(request) if is_page_view(request) else {}


def pop_sentences(request) -> dict:
    """Return the sentences to show on this page, and remove them from the session."""
    try:
        stored = drop_finished_plays(phones.pop_notices(request)) if SESSION_KEY in request.session else []
    except (DatabaseError, InterfaceError):
        # This page says that the database can't be reached.
        return {}
    return {"notices": [*describe_notices(stored), *describe_choices(stored)]}


def drop_finished_plays(stored) -> list[dict]:
    """Return the notices without those about plays that are over, where nobody chooses players any more."""
    plays = Play.objects.filter(uuid__in=[each["play"] for each in stored if "play" in each])
    over = {str(play.uuid) for play in plays if not play.is_open}
    return [each for each in stored if each.get("play") not in over]


def is_page_view(request) -> bool:
    """Return whether the response is a page that someone sees now, and that may know its person."""
    # A request that is refused early has neither.
    if not hasattr(request, "session") or getattr(request, "htmx", True):
        return False
    # A script may fetch a page only to cache it. If a service worker fetches a page to show it, only the mode says so.
    # Without HTTPS, browsers send neither header.
    is_shown = request.headers.get("Sec-Fetch-Mode") == "navigate"
    return is_shown or request.headers.get("Sec-Fetch-Dest", "document") == "document"


def describe_notices(stored) -> list[str]:
    """Return the notices in the reader's language, one sentence for all players whose scores another phone enters."""
    seats = dict.fromkeys(each["name"] for each in stored if each["what"] == "seat")
    names = dict.fromkeys(each["name"] for each in stored if each["what"] == "name")
    discarded = dict.fromkeys(each["name"] for each in stored if each["what"] == "discarded")
    replaced = dict.fromkeys(each["name"] for each in stored if each["what"] == "replaced")
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


def describe_choices(stored) -> list[str]:
    """Return a sentence for each choice between two figures, in the reader's language."""
    chosen = [each for each in stored if each["what"] == "chosen"]
    rows = CardSave.objects.select_related("seat__play").in_bulk(each["row"] for each in chosen)
    return [text for each in chosen if each["row"] in rows and (text := describe_choice(rows[each["row"]], each))]


def describe_choice(row, stored) -> str:
    """Return `Anna, water: Ben’s phone chose 5, not 4.`; "" if the field or the other figure no longer exists."""
    stage = row.seat.play.whole_game.stage(row.stage)
    field = next((field for field in stage.fields if field.key == stored["field"]), None) if stage else None
    counted = CardSave.objects.filter(seat=row.seat_id, stage=row.stage, fate=CardSave.Fate.COUNTED)
    other = counted.filter(revision=stored["revision"]).first()
    if field is None or other is None:
        return ""
    own, others = (say_entry(field, each.now(field.key)) for each in (row, other))
    this, that = (own, others) if stored["is_its"] else (others, own)
    text = _("%(name)s, %(row)s: another phone chose %(this)s, not %(that)s.")
    if stored["by"]:
        text = _("%(name)s, %(row)s: %(owner)s’s phone chose %(this)s, not %(that)s.")
    names = {"name": isolated(stored["name"]), "owner": isolated(stored["by"])}
    return text % {**names, "row": say(field.label), "this": this, "that": that}
