"""Ties of totals that were decided at the table. The decision counts as long as nobody else is tied for the win."""

from collections.abc import Mapping

from companion.entry.scorepad import Scorepad
from companion.models import CardSave, Event
from companion.models.sheets import games_of, totals_version
from companion.rules.kit import Field, Game
from companion.rules.sheets.making import CROWN, END, WINNER
from companion.rules.sheets.rows import YES
from companion.rules.sheets.totals import TOTAL_ROW, is_totals_sheet, only_totals


def with_crown(fields, keys) -> list[Field]:
    """Return these fields, plus the one for who won if `keys` has it and the points decide at the moment."""
    is_left_out = WINNER in keys and all(field.key != WINNER for field in fields)
    return [*fields, CROWN] if is_left_out else list(fields)


def game_with(pad, held: Mapping[int, dict]) -> Game:
    """Return the game of a play as these amounts decide it, by seat: by its crown, by points, or as usual."""
    wins = wins_by(pad.play, held)
    return only_totals(pad.game, wins) if wins and wins != pad.play.sheet.data.get("wins") else pad.game


def settle_crown(play, *, person=None):
    """Let the totals of a play decide once the tie is gone in which its winner was chosen; else that choice.

    The choice stays stored, and decides again once a wrong correction is put right.
    """
    if wins := find_changed_wins(Scorepad(play)):
        play.touch(sheet=totals_version(play.group, play.game_slug, wins, person=person))


def find_changed_wins(pad) -> str:
    """Return what decides a play from now on in which a crown broke a tie: "winner", "most" or "fewest".

    "" if the play has no such crown, or if that decides already.
    """
    final = {seat.pk: row.amounts for seat in pad.seats if (row := pad.newest.get((seat.pk, END)))}
    wins = wins_by(pad.play, final)
    return "" if wins and wins == pad.play.sheet.data.get("wins") else wins


def wins_by(play, held: Mapping[int, dict]) -> str:
    """Return what decides a play in which a crown broke a tie, with these amounts by seat; "" for any other play."""
    if play.sheet is None or not is_totals_sheet(play.sheet.data):
        return ""
    if not any(WINNER in amounts for amounts in held.values()):
        return ""
    entered = read_first_amounts(play)
    wins = wins_of_broken_tie(play, entered)
    if not wins or not all(TOTAL_ROW in amounts for amounts in held.values()):
        return ""
    leaders, crowned = leaders_of(held, wins), crowned_of(held)
    is_decided = bool(crowned) and len(leaders) > 1 and crowned <= leaders <= leaders_of(entered, wins)
    return "winner" if is_decided else wins


def read_first_amounts(play) -> dict[int, dict]:
    """Return the amounts that were entered before a play first finished, by seat."""
    first = CardSave.objects.filter(seat__play=play, stage=END, fate=CardSave.Fate.COUNTED, revision=1)
    if finish := play.events.filter(kind=Event.Kind.FINISH).order_by("at").first():
        first = first.filter(at__lte=finish.at)
    return {row.seat_id: row.amounts for row in first}


def wins_of_broken_tie(play, entered: Mapping[int, dict]) -> str:
    """Return "most" or "fewest": what wins a play in which these amounts were entered, by seat.

    "" if no tie of the best totals was broken.
    """
    totals = {seat: amounts[TOTAL_ROW] for seat, amounts in entered.items() if TOTAL_ROW in amounts}
    crowned, points = crowned_of(entered), list(totals.values())
    best = {totals.get(seat) for seat in crowned}
    if len(totals) < len(entered) or len(best) != 1 or points.count(*best) == len(crowned):
        return ""
    if min(points) == max(points):
        return "fewest" if games_of(play.group)[play.game_slug].fewest_wins else "most"
    return {max(points): "most", min(points): "fewest"}.get(best.pop(), "")


def leaders_of(held: Mapping[int, dict], wins: str) -> set[int]:
    """Return the seats with the best total."""
    best = (min if wins == "fewest" else max)(amounts[TOTAL_ROW] for amounts in held.values())
    return {seat for seat, amounts in held.items() if amounts[TOTAL_ROW] == best}


def crowned_of(held: Mapping[int, dict]) -> set[int]:
    """Return the seats that were marked as winners."""
    return {seat for seat, amounts in held.items() if amounts.get(WINNER) == YES}
