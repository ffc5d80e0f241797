"""Sheets for tests, and plays of them: a test's body shows only what matters to it."""

from companion.rules.scoring.result import score_play
from companion.rules.sheets import game_of, sheet_faults

SLUG = "of-our-own"
PLAYERS = ("Anna", "Ben", "Chris", "Dora", "Emil", "Finn")


def a_sheet(*rows, **more):
    """A sheet of these rows for up to six."""
    return {"format": "caravan.sheet/1", "title": "Of our own", "players": [1, 6], "rows": list(rows), **more}


def a_row(kind="points", key="row", label="forests", **more):
    return {"key": key, "label": label, "kind": kind, **more}


def faults(sheet):
    """The faults of a sheet as they are said."""
    return [str(fault.message) for fault in sheet_faults(sheet)]


def game(sheet):
    """The game of a sheet in which nothing is wrong."""
    assert faults(sheet) == []
    return game_of(sheet, SLUG)


def a_play(*held, stage="end", **more):
    """A play in which each seat has counted this at the end of a stage."""
    seats = [{"player": player, "stages": {stage: its}} for player, its in zip(PLAYERS, held, strict=False)]
    return {"game": SLUG, "seats": seats, **more}


def scored(sheet, *held, **more):
    """The result of a play in which each seat has counted this."""
    result = score_play(a_play(*held, **more), {SLUG: game(sheet)})
    assert not result.is_blocked, [str(problem.message) for problem in result.problems]
    return result


def points(sheet, *held, **more):
    """What each seat scores."""
    return [standing.points for standing in scored(sheet, *held, **more).standings]


def ranks(sheet, *held, **more):
    """The rank of each seat."""
    return [standing.rank for standing in scored(sheet, *held, **more).standings]


def reason(sheet, *held, item="row", seat=0, **more):
    """Why a seat scores what it does in a row."""
    [line] = [line for line in scored(sheet, *held, **more).standings[seat].lines if line.item == item]
    return str(line.reason)
