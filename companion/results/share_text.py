"""A result in a few lines of text, for messages to others."""

from django.utils.formats import date_format
from django.utils.translation import ngettext

from companion.core.language.texts import isolated, join_and, minus, number_of_people, or_dash, say
from companion.results.not_counted import where_not_counted
from companion.results.noted_totals import get_noted_totals
from companion.results.outcomes import headline_of
from companion.results.ties import tie_figures


def format_result(pad, ranks) -> str:
    """Return how a play ended in a few lines of plain text; with ranks only if people played for them.

    The tiebreaker follows the winner.
    """
    play, verdict = pad.play, pad.result.verdict
    about = f"{isolated(say(play.game.title))}, {date_format(play.played_on, 'SHORT_DATE_FORMAT')}"
    points = ["" if rank.known is None and rank.rank else f": {or_dash(rank.known)}" for rank in ranks]
    everybody = join_and([seat.player.name for seat in pad.everybody]) if pad.game.together and len(ranks) == 1 else ""
    lines = [
        f"{f'{rank.rank}. ' * (verdict is None and bool(rank.rank))}{everybody or isolated(rank.seat.player.name)}{end}"
        f"{'' if rank.rank else f' ({where_not_counted(pad, rank.seat)})'}"
        for rank, end in zip(ranks, points, strict=True)
    ]
    if broke_tie := describe_tie_break(pad):
        lines[0] += f" · {broke_tie}"
    return "\n".join([about, *lines, *([headline_of(pad)] if verdict else [])])


def describe_tie_break(pad) -> str:
    """Return that the winner won on the tiebreaker, and with which figures; "" if no tie was broken."""
    result = pad.result
    if result.verdict or result.is_draw or result.decided_by in (None, "points", "shared"):
        return ""
    if result.decided_by in pad.game.rows_ahead and not get_noted_totals(pad)["broke_tie"]:
        return ""
    won = ngettext("wins on the tiebreaker", "win on the tiebreaker", number_of_people(result.winners))
    figures = [f"{say(field.label)} {' : '.join(map(minus, amounts))}" for field, amounts in tie_figures(pad)]
    return " · ".join([won, *figures])
