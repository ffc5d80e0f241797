"""Who is here this evening: those who sat down last, until somebody says otherwise."""

import datetime
from dataclasses import dataclass, replace

from companion.language.short_names import room_in, short_names, whole_or_short
from companion.models import Player, Seat
from companion.rules.scoring.checking import same_name

from .plays import in_order

# So many letters of a name have room beneath a disc.
BENEATH_A_DISC = 8


@dataclass(frozen=True)
class Here:
    """The people of a group in the order they are offered: those who sat at the last table first, as they sat.

    `last` are those of that table who are still offered, `on` is its day; None before anything was played. `guest` is
    somebody new. Where `asked`, `last` and the guest are who is here as somebody has just said.
    """

    people: list[Player]
    last: list[Player]
    on: datetime.date | None
    guest: str = ""
    asked: bool = False

    @property
    def number(self) -> int:
        """How many are here."""
        return len(self.last) + bool(self.guest)


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


def those_here(here, names) -> Here:
    """The same with these people here instead, by their names, in any case; without names it stays as it is."""
    if not names:
        return here
    keys = {same_name(name): name for name in names}
    last = [player for player in here.people if keys.pop(same_name(player.name), None)]
    return replace(here, last=last, guest=next(iter(keys.values()), ""), asked=True)


def names_beneath(players) -> dict[int, str]:
    """What stands beneath each player's disc, by their numbers: the name, or where it has no room a short one."""
    names = [player.name for player in players]
    shorts = short_names(names, room=room_in(BENEATH_A_DISC, names))
    shown = whole_or_short(names, shorts, letters=BENEATH_A_DISC)
    return dict(zip((player.pk for player in players), shown, strict=True))
