"""The contents of a file's page before its import: computed once in the background and stored as JSON."""

from collections import Counter
from typing import Any

from django.utils.translation import ngettext

from companion.models import Play
from companion.rules.kit import json_number
from companion.rules.scoring.result import score_play
from companion.rules.sheets.making import game_of
from companion.rules.sheets.totals import only_totals, totals_sheet

from .conversion import is_cut
from .matches import Match, field_name
from .plans import CHANGED, NEW, Plan, Planned

# The most names that the page asks about at once, and the most others that it shows.
MOST_QUESTIONS, MOST_NAMES = 50, 300


def build_preview(plan: Plan) -> dict[str, Any]:
    """Return the contents of a file's page as JSON, in the active language."""
    coming = [each for each in plan.plays if each.fate in (NEW, CHANGED)]
    days = [play.day for play in plan.book.plays]
    hows, cut = Counter[str](), 0
    for each in coming:
        found = plan.convert_play(each.record)
        hows[found.state if found.state == "stopped" else found.wins or "whole"] += 1
        cut += is_cut(each.record, found)
    are_cut = ngettext(
        "The notes or the location of %(number)s play are too long. They are shortened.",
        "The notes or the locations of %(number)s plays are too long. They are shortened.",
        cut,
    ) % {"number": cut}
    return {
        "all": len(plan.plays),
        "counts": plan.counts(),
        "alone": sum(len(each.record.seats) == 1 for each in coming),
        "days": [min(days), max(days)] if days else [],
        "first": build_first_play(plan, coming[0]) if coming else None,
        # How many are imported with all rows (whole), with totals, with who won, or as played only.
        "hows": hows,
        "marks": len(plan.marks),
        "remarks": [*plan.book.remarks, *([are_cut] if cut else [])],
        "faults": [[fault.place, fault.what, fault.why] for fault in plan.book.faults],
        "people": list_names(plan.people.values()),
        "games": list_names(plan.games.values()),
    }


def build_first_play(plan: Plan, planned: Planned) -> dict[str, Any]:
    """Return the first play of a file as it will be imported: each player with their points, and who won."""
    record, match = planned.record, plan.games[planned.record.game]
    found, names = plan.convert_play(record), plan.table_of(record)
    points, winners = dict[str, Any](), tuple[str, ...]()
    # Otherwise it is imported without a result.
    if found.state == Play.State.FINISHED:
        game = match.choice.game or game_of(totals_sheet(match.named.name, found.wins or "most"), "new")
        game = only_totals(game, found.wins) if found.wins else game
        seats = [{"player": name, **seat} for name, seat in zip(names, found.seats, strict=True)]
        result = score_play({"game": game.slug, "options": found.options, "seats": seats}, {game.slug: game})
        points = {each.player: json_number(each.known) for each in result.standings if each.known is not None}
        winners = () if result.is_draw else result.winners
    return {
        "game": match.choice.label,
        "day": record.day,
        "place": record.place,
        "minutes": record.minutes,
        "seats": [{"name": name, "points": points.get(name), "won": name in winners} for name in names],
    }


def list_names(matches) -> dict[str, Any]:
    """Return the people or games of a file for its page, and how many are uncertain, known and new."""
    asks = [each for each in matches if each.asks]
    # Games that are only owned and that nobody here has played are left out.
    rest = [each for each in matches if not each.asks and not each.named.anonymous and (each.plays or not each.is_new)]
    return {
        "asks": [describe_match(each) for each in asks[:MOST_QUESTIONS]],
        "rest": [describe_match(each) for each in rest[:MOST_NAMES]],
        "uncertain": len(asks),
        "left": max(0, len(asks) - MOST_QUESTIONS) + max(0, len(rest) - MOST_NAMES),
        "found": sum(not each.is_new for each in rest),
        "new": sum(each.is_new for each in rest),
    }


def list_shown_names(preview: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the people or games on a file's page, the uncertain ones first.

    Each is as `describe_match` returns it, with the name of its `field`.
    """
    found = [*preview[kind]["asks"], *preview[kind]["rest"]]
    return [each | {"field": field_name(each["letter"], each["number"])} for each in found]


def describe_match(match: Match) -> dict[str, Any]:
    """Return a name of the file as JSON: what it means, and its choices if it is uncertain.

    `choice` and each of `choices` are `[value, label]`; the value of a known game is its slug.
    """
    return {
        "letter": match.letter,
        "number": match.number,
        "key": match.named.key,
        "name": match.named.name,
        "choice": [match.choice.value, match.choice.label],
        "choices": [[choice.value, choice.label] for choice in match.choices] if match.asks else [],
        "asks": match.asks,
        "plays": match.plays,
        "years": list(match.years),
    }
