"""How close a play was: the smallest change of one count that would have changed who won, in one sentence."""

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
    """Return the smallest change of one count that changes who won, or None if no single change does.

    It gives the win to the runner-up, or to only one of those who share it. None also for games in which only places
    are noted, and for games of one number, where the points already say it.
    """
    if not pad.play.is_finished or pad.game.has_only_notes or pad.game.is_one_number:
        return None
    play = pad.as_play(pad.scored_stages)
    found = [*margins(pad.game, play)[:1], *sole_win_margins(pad.game, play)[:1]]
    return min(found, key=lambda margin: abs(margin.by), default=None)


def describe_closest_margin(pad) -> str:
    """Return how close a finished play was, in one sentence, or "" if no single count could have changed who won."""
    margin = closest_margin(pad)
    if margin is None:
        return ""
    result = rescore(pad, margin)
    by_tie_break = result.decided_by not in (None, "points", "shared", *pad.game.rows_ahead)
    sentence = describe_margin(pad, margin, result.winners, by_tie_break=by_tie_break)
    return add_points(sentence, *compare_points(pad, margin, result), sharers=len(result.winners))


def describe_margin(pad, margin, winners, *, by_tie_break=False) -> str:
    """Return which change would have made these people win, without the resulting points.

    If this play doesn't know the figures that break the tie, they would only have been tied.
    """
    rival = pad.seats[margin.rival].player.name
    values = {
        "row": capfirst(say(margin.field.label)),
        "change": describe_change(margin, pad.seats[margin.seat].player.name),
        "stage": say(pad.game.stage(margin.stage).label),
        "rival": people([rival]),
        "winners": people(winners),
    }
    has_stages = len(pad.game.stages) > 1
    if margin.tie_is_open and has_stages:
        return _("%(row)s: %(change)s in %(stage)s, and the tiebreaker decides between %(winners)s") % values
    if margin.tie_is_open:
        return _("%(row)s: %(change)s, and the tiebreaker decides between %(winners)s") % values
    if margin.shared and has_stages:
        return _("%(row)s: %(change)s in %(stage)s, and %(winners)s share the win") % values
    if margin.shared:
        return _("%(row)s: %(change)s, and %(winners)s share the win") % values
    if pad.seats[margin.rival].is_winner and has_stages:
        return _("%(row)s: %(change)s in %(stage)s, and only %(rival)s wins") % values
    if pad.seats[margin.rival].is_winner:
        return _("%(row)s: %(change)s, and only %(rival)s wins") % values
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
    return text % values


def describe_change(margin, name) -> str:
    """Return by how much a count differs: "one more for Anna"."""
    values = {"number": minus(abs(margin.by)), "player": people([name])}
    if abs(margin.by) == 1:
        return (_("one more for %(player)s") if margin.by > 0 else _("one fewer for %(player)s")) % values
    return (_("%(number)s more for %(player)s") if margin.by > 0 else _("%(number)s fewer for %(player)s")) % values


def rescore(pad, margin) -> Result:
    """Return the result with the count that this margin changes."""
    table, _problems = check(pad.game, pad.as_play(pad.scored_stages))
    changed = with_count(table, margin.seat, margin.stage, margin.field.key, margin.held + margin.by)
    return score_table(pad.game, changed)


def compare_points(pad, margin, result) -> tuple:
    """Return the points of the new winner and the best points of the others in this result."""
    own = result.standings[margin.rival]
    others = [each.points for each in result.standings if each is not own and each.rank is not None]
    return own.points, (min if pad.game.fewest_wins else max)(others)


def add_points(sentence, own, other, *, sharers=1) -> str:
    """Return the sentence with the points that the play would have ended with; `sharers`: how many would have won."""
    values = {"sentence": sentence, "own": minus(own), "other": minus(other)}
    if own == other and sharers > 2:
        return _("%(sentence)s, %(own)s each.") % values
    if own == other:
        return _("%(sentence)s, %(own)s all.") % values
    return _("%(sentence)s, %(own)s to %(other)s.") % values
