"""A tie of totals that was decided at the table: that decides as long as nobody else is tied for the win."""

from collections.abc import Mapping

from companion.entry.scorepad import Scorepad
from companion.models import CardSave, Event
from companion.models.sheets import games_of, totals_version
from companion.rules.kit import Field, Game
from companion.rules.sheets.making import CROWN, END, WINNER
from companion.rules.sheets.rows import YES
from companion.rules.sheets.totals import TOTAL_ROW, is_totals_sheet, only_totals


def with_crown(fields, keys) -> list[Field]:
    """Return these fields, and whether someone has won if `keys` name that and the points decide just now."""
    is_left_out = WINNER in keys and all(field.key != WINNER for field in fields)
    return [*fields, CROWN] if is_left_out else list(fields)


def game_with(pad, held: Mapping[int, dict]) -> Game:
    """Return the game of a play as these amounts decide it, by seat: by its crown, by the points, or as always."""
    wins = wins_by(pad.play, held)
    return only_totals(pad.game, wins) if wins and wins != pad.play.sheet.data.get("wins") else pad.game


def settle_crown(play, *, person=None):
    """Let the totals of a play decide as long as the tie is gone in which its winner was chosen; else that choice.

    The choice stays stored, and decides again once a wrong correction is put right.
    """
    if wins := wins_from_now_on(Scorepad(play)):
        play.touch(sheet=totals_version(play.group, play.game_slug, wins, person=person))


def wins_from_now_on(pad) -> str:
    """Return what wins a play, in which a tie was decided by a crown, from now on: the "winner" said, "most" or
    "fewest".

    "" stands for a play without such a crown, and for one that is won by that already.
    """
    wins = wins_by(pad.play, {seat: row.amounts for seat, row in rows_at_the_end(pad).items()})
    return "" if wins and wins == pad.play.sheet.data.get("wins") else wins


def wins_by(play, held: Mapping[int, dict]) -> str:
    """Return what wins a play, in which a tie was decided by a crown, with these amounts by seat; "" for any other."""
    if play.sheet is None or not is_totals_sheet(play.sheet.data):
        return ""
    if not any(WINNER in amounts for amounts in held.values()):
        return ""
    entered = entered_at_first(play)
    wins = wins_of_broken_tie(play, entered)
    if not wins or not all(TOTAL_ROW in amounts for amounts in held.values()):
        return ""
    leaders, crowned = leaders_of(held, wins), crowned_of(held)
    is_decided = bool(crowned) and len(leaders) > 1 and crowned <= leaders <= leaders_of(entered, wins)
    return "winner" if is_decided else wins


def rows_at_the_end(pad) -> dict[int, CardSave]:
    """Return the newest row of each seat that counts, by the seat's number."""
    return {seat.pk: row for seat in pad.seats if (row := pad.newest.get((seat.pk, END)))}


def entered_at_first(play) -> dict[int, dict]:
    """Return what was entered before a play was over for the first time, by seat."""
    first = CardSave.objects.filter(seat__play=play, stage=END, fate=CardSave.Fate.COUNTED, revision=1)
    if finish := play.events.filter(kind=Event.Kind.FINISH).order_by("at").first():
        first = first.filter(at__lte=finish.at)
    return {row.seat_id: row.amounts for row in first}


def wins_of_broken_tie(play, entered: Mapping[int, dict]) -> str:
    """Return whether most or fewest points win a play in which these amounts were entered, by seat; "" if no tie of
    the best totals was broken.
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
    """Return the seats that were said to have won."""
    return {seat for seat, amounts in held.items() if amounts.get(WINNER) == YES}
