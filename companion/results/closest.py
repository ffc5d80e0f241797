"""How close it was: the smallest change that would have turned a win, in one sentence."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.core.language.texts import minus, number_of_people, people, say
from companion.core.memory_cache import once
from companion.rules.kit import Result
from companion.rules.scoring.checking import check
from companion.rules.scoring.near_misses import Margin, margins, sole_win_margins, with_count
from companion.rules.scoring.result import score_table


@once
def closest_margin(pad) -> Margin | None:
    """Return the smallest change of one count that turns the win, None where no single one does.

    It gives the win to who came second, or to one alone of those who share it.

    Where nothing is counted, as in a game of which the places alone are noted, nothing would have. Of a game of one
    number, as one of which the totals alone are known, it would say no more than the points do.
    """
    if not pad.play.is_finished or pad.game.has_only_notes or pad.game.is_one_number:
        return None
    play = pad.as_play(pad.scored_stages)
    found = [*margins(pad.game, play)[:1], *sole_win_margins(pad.game, play)[:1]]
    return min(found, key=lambda margin: abs(margin.by), default=None)


def how_close(pad) -> str:
    """Return how close a finished play was, in one sentence; nothing where it was not."""
    margin = closest_margin(pad)
    if margin is None:
        return ""
    result = result_with(pad, margin)
    by_tie_break = result.decided_by not in (None, "points", "shared", *pad.game.rows_ahead)
    sentence = sentence_of(pad, margin, result.winners, by_tie_break=by_tie_break)
    return with_points(sentence, *points_in(pad, margin, result), sharers=len(result.winners))


def sentence_of(pad, margin, winners, *, by_tie_break=False) -> str:
    """Return what would have turned the win to these winners, without the points it would have come to.

    They would only have been tied if this play doesn't know the figures that break the tie.
    """
    rival = pad.seats[margin.rival].player.name
    told = {
        "row": capfirst(say(margin.field.label)),
        "change": change_in_words(margin, pad.seats[margin.seat].player.name),
        "stage": say(pad.game.stage(margin.stage).label),
        "rival": people([rival]),
        "winners": people(winners),
    }
    has_stages = len(pad.game.stages) > 1
    if margin.tie_is_open and has_stages:
        return _("%(row)s: %(change)s in %(stage)s, and the tiebreaker decides between %(winners)s") % told
    if margin.tie_is_open:
        return _("%(row)s: %(change)s, and the tiebreaker decides between %(winners)s") % told
    if margin.shared and has_stages:
        return _("%(row)s: %(change)s in %(stage)s, and %(winners)s share the win") % told
    if margin.shared:
        return _("%(row)s: %(change)s, and %(winners)s share the win") % told
    if pad.seats[margin.rival].is_winner and has_stages:
        return _("%(row)s: %(change)s in %(stage)s, and only %(rival)s wins") % told
    if pad.seats[margin.rival].is_winner:
        return _("%(row)s: %(change)s, and only %(rival)s wins") % told
    number = number_of_people([rival])
    if by_tie_break and has_stages:
        text = ngettext(
            "%(row)s: %(change)s in %(stage)s, and %(rival)s wins on the tiebreaker",
            "%(row)s: %(change)s in %(stage)s, and %(rival)s win on the tiebreaker",
            number,
        )
    elif by_tie_break:
        text = ngettext(
            "%(row)s: %(change)s, and %(rival)s wins on the tiebreaker",
            "%(row)s: %(change)s, and %(rival)s win on the tiebreaker",
            number,
        )
    elif has_stages:
        text = ngettext(
            "%(row)s: %(change)s in %(stage)s, and %(rival)s wins",
            "%(row)s: %(change)s in %(stage)s, and %(rival)s win",
            number,
        )
    else:
        text = ngettext("%(row)s: %(change)s, and %(rival)s wins", "%(row)s: %(change)s, and %(rival)s win", number)
    return text % told


def change_in_words(margin, name) -> str:
    """Return by how much a count differs: "one more for Anna"."""
    told = {"number": minus(abs(margin.by)), "player": people([name])}
    if abs(margin.by) == 1:
        return (_("one more for %(player)s") if margin.by > 0 else _("one fewer for %(player)s")) % told
    return (_("%(number)s more for %(player)s") if margin.by > 0 else _("%(number)s fewer for %(player)s")) % told


def result_with(pad, margin) -> Result:
    """Return the result that a changed count would have brought."""
    table, _problems = check(pad.game, pad.as_play(pad.scored_stages))
    changed = with_count(table, margin.seat, margin.stage, margin.field.key, margin.held + margin.by)
    return score_table(pad.game, changed)


def points_in(pad, margin, result) -> tuple:
    """Return the points of the new winner and of the best of the others in this result."""
    points = [standing.points for standing in result.standings]
    own = points.pop(margin.rival)
    return own, (min if pad.game.fewest_wins else max)(points)


def with_points(sentence, own, other, *, sharers=1) -> str:
    """Return a sentence with the points that it would have come to; `sharers` are how many would have won."""
    told = {"sentence": sentence, "own": minus(own), "other": minus(other)}
    if own == other and sharers > 2:
        return _("%(sentence)s, %(own)s each.") % told
    if own == other:
        return _("%(sentence)s, %(own)s all.") % told
    return _("%(sentence)s, %(own)s to %(other)s.") % told
