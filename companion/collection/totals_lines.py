"""The lines of a form of totals: each player's name with a total or place, and their faults."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from companion.core.language.texts import isolated, say
from companion.rules.kit import Fault, Number
from companion.rules.scoring.checking import fault_at, same_name
from companion.rules.sheets import game_of
from companion.rules.sheets.making import WINNER
from companion.rules.sheets.order import PLACE, misplaced
from companion.rules.sheets.rows import NO, YES
from companion.rules.sheets.totals import TOTAL_ROW, totals_sheet

TOTAL_FIELD = game_of(totals_sheet("–", "most"), "totals").stages[0].fields[0]


@dataclass(frozen=True)
class Line:
    """A line as it was typed. `offered`: the page suggested the name.

    If places are known, `total` is the place, and `out` means that there wasn't one.
    """

    place: int
    player: str
    total: str
    won: bool
    played: bool = False
    out: bool = False
    offered: bool = False
    colour: int = 0

    @property
    def number(self) -> int:
        return self.place + 1

    @property
    def has_played(self) -> bool:
        """Return whether someone played here: a suggested name counts only with a total or a tick."""
        return bool(self.player and (self.total or self.won or self.played or self.out or not self.offered))


def find_fault(lines, wins, *, nobody=False) -> str:
    """Return why these lines can't be a play; "" if they can. `nobody`: the form says that nobody has won."""
    names = [same_name(line.player) for line in lines]
    if not lines:
        return _("Enter at least one name.")
    ticked = [line for line in lines if line.won and wins == "winner"]
    if wins == "winner" and not ticked and not nobody:
        return _("No winner is ticked.")
    if ticked and nobody:
        return _("%(player)s is ticked, and so is “Nobody won”.") % {"player": isolated(ticked[0].player)}
    for line in lines:
        if names.count(same_name(line.player)) > 1:
            return _("Two players are called %(player)s.") % {"player": isolated(line.player)}
        total, fault = read_total(line)
        if fault:
            return say(fault_at(line.player, TOTAL_FIELD, fault))
        if wins in ("most", "fewest") and total is None:
            return _("%(player)s has no total. Enter one like 12, −3 or 10.5.") % {"player": isolated(line.player)}
    return ""


def find_fault_of_places(lines) -> str:
    """Return why these places are impossible: tied players share one, and as many are skipped after it."""
    for line in lines:
        if not line.out and read_total(line)[0] is None:
            return _("%(player)s has no place. Enter it, or tick “out”.") % {"player": isolated(line.player)}
    places = [place for line in lines if (place := read_place(line)) is not None]
    if not places:
        return _("Nobody has first place.")
    if found := misplaced(places):
        return _("Place %(place)s doesn’t fit: the next one is %(next)s.") % {"place": found[0], "next": found[1]}
    return ""


def find_leaders(lines, wins) -> list[Line]:
    """Return the lines with the best total; none if the winners are ticked and totals are only notes."""
    if wins not in ("most", "fewest"):
        return []
    totals = {line.place: total for line in lines if (total := read_total(line)[0]) is not None}
    best = (min if wins == "fewest" else max)(totals.values())
    return [line for line in lines if totals.get(line.place) == best]


def find_fault_of_ticks(lines, wins) -> str:
    """Return why the ticked winners contradict the totals; "" if they don't."""
    best = find_leaders(lines, wins)
    wrong = [line for line in lines if best and line.won and line not in best]
    text = _("%(player)s is ticked as the winner but doesn’t have the best total.")
    return text % {"player": isolated(wrong[0].player)} if wrong else ""


def read_total(line) -> tuple[Number | None, Fault | None]:
    """Return (total, None), with None for no total, or (None, its fault)."""
    typed = TOTAL_FIELD.read(line.total)
    return (None, None) if typed is None else TOTAL_FIELD.clean(typed, seats=1)


def read_place(line) -> Number | None:
    """Return a line's place, None if there isn't one."""
    return None if line.out else read_total(line)[0]


def build_entries(line, wins) -> dict:
    """Return a line's values as entries of the sheet of totals."""
    if wins == "order":
        place = read_place(line)
        return {} if place is None else {PLACE: place}
    has_won = {WINNER: YES if line.won else NO} if wins == "winner" else {}
    total, _fault = read_total(line)
    return {**has_won, **({} if total is None else {TOTAL_ROW: total})}
