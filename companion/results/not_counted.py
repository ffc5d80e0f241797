"""Say who has no place in a result, and in which stages nobody counted them."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from companion.core.language.texts import join_and, listed, say
from companion.entry.counted import uncounted_stages

from .uncounted import uncounted_seats

# Only so many stages are named; the rest are "others".
MOST_STAGES = 3


def not_counted(pad, *, names=True) -> list[str]:
    """Return who has no place: "not counted in stage 2: Ben", one text for those who lack the same stages.

    Without `names`, a dash stands for them.
    """
    players: dict[str, list] = {}
    for seat in uncounted_seats(pad):
        players.setdefault(where_not_counted(pad, seat), []).append(seat.player.name)
    return [f"{where}: {join_and(its_players) if names else '–'}" for where, its_players in players.items()]


def where_not_counted(pad, seat) -> str:
    """Return that nobody counted a seat in some stages: "not counted in stage 2"; of all just "not counted"."""
    keys = uncounted_stages(pad, [pad.card(seat, stage) for stage in pad.scored_stages])
    labels = [say(stage.label) for stage in pad.scored_stages if stage.key in keys]
    if len(labels) == len(pad.scored_stages):
        return pgettext("of a player", "not counted")
    if len(labels) > MOST_STAGES:
        stages = listed(labels[: MOST_STAGES - 1])
        return _("not counted in %(stages)s and others") % {"stages": stages}
    return _("not counted in %(stages)s") % {"stages": join_and(labels)}
