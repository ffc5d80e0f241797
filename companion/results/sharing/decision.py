"""The reason why a play ended as it did, in one sentence, and the row that decided it."""

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
    """The deciding reason: `row` is the key of the item (None: no single one), `lead` a heading before the sentence.

    `stage`: the key of the only stage in which the row counts; "" if it counts in all.
    """

    row: str | None = None
    lead: str = ""
    sentence: str = ""
    stage: str = ""

    def is_in(self, row) -> bool:
        """Return whether a row of the picture is the deciding one."""
        return row.key == self.row and (not self.stage or self.stage in row.stages)

    def __str__(self):
        return " ".join(part for part in (f"{self.lead}:" if self.lead else "", self.sentence) if part)


def find_decision(pad, ranks, rows, *, names) -> Decision:
    """Return what decided this play; without `names`, only the winner is named."""
    result = pad.result
    if result.verdict:
        sentences = [capfirst(say(text)) for text in result.verdict.details]
        return Decision(sentence=pgettext("between two sentences", ". ").join(sentences))
    if pad.game.has_no_points:
        return Decision()
    if result.decided_by not in NOT_BY_A_ROW:
        return decided_by_tie_break(pad, ranks)
    if result.decided_by == "shared" or len(ranks) < 2:
        return Decision()
    return decided_by_one_count(pad, names=names) or decided_by_rows(rows)


def decided_by_tie_break(pad, ranks) -> Decision:
    """Return the row that ranks before the points, or what broke the tie."""
    key = pad.result.decided_by
    row = row_of(pad, key)
    if key in pad.game.rows_ahead:
        return Decision(key, label_of(pad, key), _("Compared before points."))
    figures = [(field, amounts) for field, amounts in tie_figures(pad) if field.key == key]
    if not figures:
        label = label_of(pad, key)
        return Decision(row, _("Tiebreaker"), f"{label}.") if label else Decision(row)
    [(field, amounts)] = figures
    return Decision(row, _("Tiebreaker"), f"{say(field.label)}, {'\u00a0:\u00a0'.join(map(signed, amounts))}.")


def decided_by_one_count(pad, *, names) -> Decision | None:
    """Return the smallest change of one count that gives the runner-up a win or a shared win, or None."""
    margin = closest_margin(pad)
    if margin is None:
        return None
    lead = capfirst(say(margin.field.label))
    if len(pad.game.stages) > 1:
        lead = listed([lead, say(pad.game.stage(margin.stage).label)])
    values = {
        "count": signed(margin.held + margin.by),
        "was": signed(margin.held),
        "player": people([pad.seats[margin.rival]]),
        "other": people([pad.seats[margin.seat]]),
    }
    if not names:
        sentence = _("%(count)s instead of %(was)s would have changed the result.") % values
    elif margin.tie_is_open and margin.seat == margin.rival:
        sentence = _("%(player)s would have been tied for the win with %(count)s instead of %(was)s.") % values
    elif margin.tie_is_open:
        sentence = _("%(player)s would have been tied if %(other)s had scored %(count)s instead of %(was)s.")
        sentence %= values
    elif margin.shared and margin.seat == margin.rival:
        sentence = _("%(player)s would have shared the win with %(count)s instead of %(was)s.") % values
    elif margin.shared:
        sentence = _("%(player)s would have shared the win if %(other)s had scored %(count)s instead of %(was)s.")
        sentence %= values
    elif pad.seats[margin.rival].is_winner:
        sentence = _("%(player)s would have been the only winner with %(count)s instead of %(was)s.") % values
    elif margin.seat == margin.rival:
        sentence = _("%(player)s would have won with %(count)s instead of %(was)s.") % values
    else:
        sentence = _("%(player)s would have won if %(other)s had scored %(count)s instead of %(was)s.") % values
    return Decision(row_of(pad, margin.field.key), lead, sentence, margin.stage)


def decided_by_rows(rows) -> Decision:
    """Return in how many rows the winner was ahead, if in more than half of them."""
    ahead = sum(row.is_ahead for row in rows)
    if len(rows) < 2 or 2 * ahead <= len(rows):
        return Decision()
    return Decision(sentence=_("Ahead in %(ahead)s of %(rows)s rows.") % {"ahead": ahead, "rows": len(rows)})


def row_of(pad, key) -> str | None:
    """Return the key of the item that is counted from a field, or None."""
    items = (item for stage in pad.game.stages for item in stage.items_with(pad.options))
    return next((item.key for item in items if key in (item.key, *item.counted_from)), None)


def label_of(pad, key) -> str:
    """Return the label of a row."""
    items = {item.key: item for stage in pad.game.stages for item in stage.items}
    return capfirst(say(items[key].label)) if key in items else ""
