"""How games are won by the look of their results, where a file doesn't say whether most or fewest points win."""

from dataclasses import replace

from .records import Book, PlayRecord


def note_how_games_are_won(book: Book) -> None:
    """Note of each game whether its winners always had the fewest points, and never the most."""
    seems: dict[str, set[str]] = {}
    for play in book.plays:
        if how := won_by(play):
            seems.setdefault(play.game, set()).add(how)
    for key, hows in seems.items():
        if "fewest" in hows and "most" not in hows and not book.games[key].wins:
            book.games[key] = replace(book.games[key], seems="fewest")


def won_by(play: PlayRecord) -> str:
    """Return whether a play was won by most or fewest points, or neither; nothing if that can't be known."""
    totals = [seat.total for seat in play.seats]
    known = [total for total in totals if total is not None]
    won = {place for place, seat in enumerate(play.seats) if seat.won}
    if not play.is_over or not won or len(known) < len(totals) or len(set(known)) < 2:
        return ""
    for how, best in (("most", max(known)), ("fewest", min(known))):
        if won == {place for place, total in enumerate(totals) if total == best}:
            return how
    return "neither"
