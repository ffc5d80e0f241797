"""The lines of a form of totals: who was there, with which total or place, and what can be wrong about that."""

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
    """A line of the form as it was typed, with its place there. `offered`: the page brought the name along.

    Where places are known, `total` is the place, and `out` says that there was none.
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
        """Return true if someone sat here: a name that the page brought along counts only with a total or a tick."""
        return bool(self.player and (self.total or self.won or self.played or self.out or not self.offered))


def fault_of(lines, wins, *, nobody=False) -> str:
    """Why these lines cannot be a play; nothing where they can. `nobody`: it is said that nobody has won."""
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
        total, fault = total_in(line)
        if fault:
            return say(fault_at(line.player, TOTAL_FIELD, fault))
        if wins in ("most", "fewest") and total is None:
            return _("%(player)s has no total. Enter one like 12, −3 or 10.5.") % {"player": isolated(line.player)}
    return ""


def fault_of_places(lines) -> str:
    """Return why these places cannot be: who is tied has the same, and as many are passed over after it."""
    for line in lines:
        if not line.out and total_in(line)[0] is None:
            return _("%(player)s has no place. Enter it, or tick “out”.") % {"player": isolated(line.player)}
    places = [place for line in lines if (place := place_in(line)) is not None]
    if not places:
        return _("Nobody has first place.")
    if found := misplaced(places):
        return _("Place %(place)s doesn’t fit: the next one is %(next)s.") % {"place": found[0], "next": found[1]}
    return ""


def leaders(lines, wins) -> list[Line]:
    """Return the lines with the best total; none where the winners are ticked and totals are only noted."""
    if wins not in ("most", "fewest"):
        return []
    totals = {line.place: total for line in lines if (total := total_in(line)[0]) is not None}
    best = (min if wins == "fewest" else max)(totals.values())
    return [line for line in lines if totals.get(line.place) == best]


def fault_of_ticks(lines, wins) -> str:
    """Return why the ticks for the winners contradict the totals; nothing where they don't."""
    best = leaders(lines, wins)
    wrong = [line for line in lines if best and line.won and line not in best]
    text = _("%(player)s is ticked as the winner but doesn’t have the best total.")
    return text % {"player": isolated(wrong[0].player)} if wrong else ""


def total_in(line) -> tuple[Number | None, Fault | None]:
    """The total on a line, None for none, or why it cannot be one."""
    typed = TOTAL_FIELD.read(line.total)
    return (None, None) if typed is None else TOTAL_FIELD.clean(typed, seats=1)


def place_in(line) -> Number | None:
    """The place on a line, None where there was none."""
    return None if line.out else total_in(line)[0]


def entries_of(line, wins) -> dict:
    """Return what a line says as the sheet of totals holds it."""
    if wins == "order":
        place = place_in(line)
        return {} if place is None else {PLACE: place}
    has_won = {WINNER: YES if line.won else NO} if wins == "winner" else {}
    total, _fault = total_in(line)
    return {**has_won, **({} if total is None else {TOTAL_ROW: total})}
