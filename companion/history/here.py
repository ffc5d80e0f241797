"""Who is here this evening: those who sat down last, until somebody says otherwise."""

import datetime
from dataclasses import dataclass

from companion.language.short_names import initials
from companion.models import Player, Seat

from .plays import in_order


@dataclass(frozen=True)
class Here:
    """The people of a group in the order they are offered: those who sat at the last table first, as they sat.

    `last` are those of that table who are still offered, `on` is its day; None before anything was played.
    """

    people: list[Player]
    last: list[Player]
    on: datetime.date | None


def who_is_here(group) -> Here:
    """The people who are offered for new plays, beginning with the newest table."""
    people = [player for player in group.players.all() if not player.is_hidden]
    newest = in_order(group, {}).values_list("pk", "played_on").first()
    if newest is None:
        return Here(people, [], None)
    seats = Seat.objects.filter(play=newest[0], removed_at__isnull=True).order_by("position", "pk")
    order = {player: place for place, player in enumerate(seats.values_list("player", flat=True))}
    people.sort(key=lambda player: order.get(player.pk, len(order)))
    return Here(people, [player for player in people if player.pk in order], newest[1])


def discs_of(players) -> dict[int, str]:
    """What stands in each player's disc, by their numbers."""
    return dict(zip((player.pk for player in players), initials([player.name for player in players]), strict=True))
