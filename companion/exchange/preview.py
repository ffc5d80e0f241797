"""What the page shows on which somebody looks at a file before it comes in."""

from collections import Counter

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.models import Upload
from companion.models.uploads import OURS

from .planning import CHANGED, KNOWN, NEW, SAME, Plan

# So many names are shown; the others stand behind "more".
SHOWN = 6
# So many choices are buttons one below the other; more are a list to choose from.
MOST_BUTTONS = 6
OWN_NAMES = {"table": gettext_lazy("Table"), "photos": gettext_lazy("Photos"), OURS: "Caravan"}
PROGRAMS = {"bgstats": "BG Stats", "bgg": "BoardGameGeek", **OWN_NAMES}


def preview(plan: Plan, form) -> dict:
    """What the page needs of a plan: its counts, the bar, and both lists of names."""
    counts = plan.counts()
    coming = counts[NEW] + counts[CHANGED]
    here = counts[KNOWN] + counts[SAME]
    return {
        "all": len(plan.plays),
        "coming": coming,
        "ready": coming - counts["asks"],
        "asks": counts["asks"],
        "here": here,
        "marks": len(plan.marks),
        "bar": bar(coming - counts["asks"], counts["asks"], here),
        "faults": plan.book.faults,
        "outcomes": outcomes(plan, counts),
        "people": names(plan.people.values(), form),
        "games": names(plan.games.values(), form),
    }


def outcomes(plan: Plan, counts) -> list[tuple[str, int]]:
    """In which way so many of what a file holds come in, stay or cannot be read, without what there is none of."""
    how = hows(plan)
    found = [
        (_("With all rows of the game"), how["whole"]),
        (_("With everybody’s total"), how["most"] + how["fewest"]),
        (_("With who won; points go into the notes"), how["winner"]),
        (_("Without points or winner: as played only"), how["stopped"]),
        (_("What you own, like or want"), len(plan.marks)),
        (_("Of these, changed in the file since they came"), counts[CHANGED]),
        (_("Stay: came from a file before"), counts[KNOWN]),
        (_("Stay: same day, game and people"), counts[SAME]),
        (_("Cannot be read"), len(plan.book.faults)),
    ]
    return [(label, number) for label, number in found if number]


def hows(plan: Plan) -> Counter[str]:
    """How many of the plays that come in come whole (nothing), with totals, with who won, or as played only."""
    hows: Counter[str] = Counter()
    for each in plan.plays:
        if each.fate in (NEW, CHANGED):
            its = plan.formed(each.record)
            hows[its.state if its.state == "stopped" else its.wins or "whole"] += 1
    return hows


def bar(*parts) -> list[tuple[str, str]]:
    """Where each part of a whole begins and how wide it is, in per cent, as SVG takes them."""
    whole, begin, bars = sum(parts) or 1, 0, []
    for part in parts:
        bars.append((f"{100 * begin / whole:.2f}%", f"{100 * part / whole:.2f}%"))
        begin += part
    return bars


def names(matches, form) -> dict:
    """People or games of the file: those to be asked about with their field, and the rest with how many are what."""
    asks = [each for each in matches if each.asks]
    # A game that is only owned, and that nobody here has played, stays away.
    rest = [each for each in matches if not each.asks and not each.named.anonymous and (each.plays or not each.is_new)]
    return {
        "asks": [(each, form[each.field], len(each.choices) > MOST_BUTTONS) for each in asks],
        "first": rest[:SHOWN],
        "more": rest[SHOWN:],
        "uncertain": len(asks),
        "found": sum(not each.is_new for each in rest),
        "new": sum(each.is_new for each in rest),
    }


def earlier(group):
    """What was brought into the group before, the newest first, with who did it, as the group calls them."""
    uploads = group.uploads.filter(state__in=(Upload.State.DONE, Upload.State.UNDONE)).order_by("-done_at", "-pk")
    players = {player.person_id: player.name for player in group.players.all() if player.person_id}
    return [about(each, players) for each in uploads.defer("packed", "made")[:50]]


def unfinished(group):
    """What is on its way into the group, or out of it, and what came to nothing."""
    came_to_nothing = Q(state=Upload.State.WAITING) & ~Q(refused=[])
    under_way = Q(state__in=(Upload.State.COMING, Upload.State.LEAVING))
    return group.uploads.filter(under_way | came_to_nothing).order_by("pk").defer("packed", "made")


def about(upload, players) -> dict:
    """An upload as a list tells it."""
    counts = upload.counts
    return {
        "upload": upload,
        "program": program_of(upload),
        "plays": counts.get(NEW, 0) + counts.get("renewed", 0),
        "photos": counts.get(NEW, 0) + counts.get("back", 0) if upload.source == "photos" else 0,
        "by": players.get(upload.person_id, ""),
    }


def program_of(upload) -> str:
    """What a file's format is called; nothing where it has no name of its own."""
    return str(PROGRAMS.get(upload.source, ""))
