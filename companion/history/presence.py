"""Who is here this evening: those who sat down last, until somebody says otherwise."""

import datetime
from dataclasses import dataclass, replace

from companion.core.language.short_names import shorten_across, whole_or_short
from companion.models import Player, Seat
from companion.rules.scoring.checking import same_name

from .plays import LATELY, in_order

# So many letters of a name have room beneath a disc.
BENEATH_A_DISC = 6


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
    """Return the people who are offered for new plays, beginning with the newest table of two or more that day."""
    people = [player for player in group.players.all() if not player.is_hidden]
    plays = list(in_order(group, {}).values_list("pk", "played_on")[:LATELY])
    if not plays:
        return Here(people, [], None)
    day = plays[0][1]
    sat: dict[int, list[int]] = {play: [] for play, on in plays if on == day}
    seats = Seat.objects.filter(play__in=sat, removed_at__isnull=True).order_by("position", "pk")
    for play, player in seats.values_list("play", "player"):
        sat[play].append(player)
    # If one of them has played alone since, the others are still here.
    newest = next((players for players in sat.values() if len(players) > 1), sat[plays[0][0]])
    order = {player: place for place, player in enumerate(newest)}
    people.sort(key=lambda player: order.get(player.pk, len(order)))
    return Here(people, [player for player in people if player.pk in order], day)


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
    shorts = shorten_across(names, letters=BENEATH_A_DISC)
    shown = whole_or_short(names, shorts, letters=BENEATH_A_DISC)
    return dict(zip((player.pk for player in players), shown, strict=True))
