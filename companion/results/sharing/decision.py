"""What decided a play, in one sentence, and the row it was decided in."""

from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.core.language.texts import listed, people, say
from companion.results.closest import closest_margin
from companion.results.ties import tie_figures
from companion.rules.kit import signed

NOT_BY_A_ROW = (None, "points", "shared")


class Decision(NamedTuple):
    """What decided: `row` is the key of the item (None: no single one), `lead` what is told first, then a sentence.

    `stage` is the key of the only stage in which that counts; empty if it counts in each.
    """

    row: str | None = None
    lead: str = ""
    sentence: str = ""
    stage: str = ""

    def is_in(self, row) -> bool:
        """Return whether a row of the picture is the one that decided."""
        return row.key == self.row and (not self.stage or self.stage in row.stages)

    def __str__(self):
        return " ".join(part for part in (f"{self.lead}:" if self.lead else "", self.sentence) if part)


def decision(pad, ranks, rows, *, names) -> Decision:
    """What decided this play, told with the names of the others or, without `names`, with the winner's alone."""
    result = pad.result
    if result.verdict:
        sentences = [capfirst(say(text)) for text in result.verdict.details]
        return Decision(sentence=pgettext("between two sentences", ". ").join(sentences))
    if pad.game.has_no_points:
        return Decision()
    if result.decided_by not in NOT_BY_A_ROW:
        return by_a_tie_break(pad, ranks)
    if result.decided_by == "shared" or len(ranks) < 2:
        return Decision()
    return by_one_count(pad, names=names) or ahead_in(rows)


def by_a_tie_break(pad, ranks) -> Decision:
    """The row that ranks before the points, or what broke the tie."""
    key = pad.result.decided_by
    row = row_of(pad, key)
    if key in pad.game.rows_ahead:
        return Decision(key, label_of(pad, key), _("Compared before points."))
    figures = [(field, amounts) for field, amounts in tie_figures(pad) if field.key == key]
    if not figures:
        label = label_of(pad, key)
        return Decision(row, _("Tiebreaker"), f"{label}.") if label else Decision(row)
    [(field, amounts)] = figures
    told = f"{say(field.label)}, {'\u00a0:\u00a0'.join(map(signed, amounts))}."
    return Decision(row, _("Tiebreaker"), told)


def by_one_count(pad, *, names) -> Decision | None:
    """The smallest change of one count that gives the second the win or a part of it; None where no single one does."""
    margin = closest_margin(pad)
    if margin is None:
        return None
    lead = capfirst(say(margin.field.label))
    if len(pad.game.stages) > 1:
        lead = listed([lead, say(pad.game.stage(margin.stage).label)])
    told = {
        "count": signed(margin.held + margin.by),
        "was": signed(margin.held),
        "player": people([pad.seats[margin.rival]]),
        "other": people([pad.seats[margin.seat]]),
    }
    if not names:
        sentence = _("%(count)s instead of %(was)s would have changed the result.") % told
    elif margin.tie_is_open and margin.seat == margin.rival:
        sentence = _("%(player)s would have been tied for the win with %(count)s instead of %(was)s.") % told
    elif margin.tie_is_open:
        sentence = _("%(player)s would have been tied if %(other)s had scored %(count)s instead of %(was)s.")
        sentence %= told
    elif margin.shared and margin.seat == margin.rival:
        sentence = _("%(player)s would have shared the win with %(count)s instead of %(was)s.") % told
    elif margin.shared:
        sentence = _("%(player)s would have shared the win if %(other)s had scored %(count)s instead of %(was)s.")
        sentence %= told
    elif pad.seats[margin.rival].is_winner:
        sentence = _("%(player)s would have been the only winner with %(count)s instead of %(was)s.") % told
    elif margin.seat == margin.rival:
        sentence = _("%(player)s would have won with %(count)s instead of %(was)s.") % told
    else:
        sentence = _("%(player)s would have won if %(other)s had scored %(count)s instead of %(was)s.") % told
    return Decision(row_of(pad, margin.field.key), lead, sentence, margin.stage)


def ahead_in(rows) -> Decision:
    """In how many rows the winner had the most, where it is more than half of them."""
    ahead = sum(row.is_ahead for row in rows)
    if len(rows) < 2 or 2 * ahead <= len(rows):
        return Decision()
    return Decision(sentence=_("Ahead in %(ahead)s of %(rows)s rows.") % {"ahead": ahead, "rows": len(rows)})


def row_of(pad, key) -> str | None:
    """The item that is counted from a field."""
    items = (item for stage in pad.game.stages for item in stage.items_with(pad.options))
    return next((item.key for item in items if key in (item.key, *item.counted_from)), None)


def label_of(pad, key) -> str:
    """What a row is called."""
    items = {item.key: item for stage in pad.game.stages for item in stage.items}
    return capfirst(say(items[key].label)) if key in items else ""
