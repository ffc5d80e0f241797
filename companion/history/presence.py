"""The people who are here today: those of the last table, until someone enters others."""

import datetime
from dataclasses import dataclass, replace

from companion.core.language.short_names import shorten_across, whole_or_short
from companion.models import Player, Seat
from companion.rules.scoring.checking import same_name

from .plays import RECENT_PLAYS, ordered_plays

# How many letters of a name fit beneath a disc.
BENEATH_A_DISC = 6


@dataclass(frozen=True)
class PeopleHere:
    """The people of a group in the order in which they are offered: those of the last table first, in seating order.

    `last` are those of that table who are still offered, `on` is its day; None before the first play. `guest` is a new
    name. If `is_confirmed`, `last` and `guest` are the people who were entered.
    """

    people: list[Player]
    last: list[Player]
    on: datetime.date | None
    guest: str = ""
    is_confirmed: bool = False

    @property
    def number(self) -> int:
        """The number of people here."""
        return len(self.last) + bool(self.guest)


def find_people_here(group) -> PeopleHere:
    """Return the people who are offered for new plays, starting with the newest table of two or more that day."""
    people = [player for player in group.players.all() if not player.is_hidden]
    plays = list(ordered_plays(group, {}).values_list("pk", "played_on")[:RECENT_PLAYS])
    if not plays:
        return PeopleHere(people, [], None)
    day = plays[0][1]
    sat: dict[int, list[int]] = {play: [] for play, on in plays if on == day}
    seats = Seat.objects.filter(play__in=sat, removed_at__isnull=True).order_by("position", "pk")
    for play, player in seats.values_list("play", "player"):
        sat[play].append(player)
    # If one of them has played alone since, the others are still here.
    newest = next((players for players in sat.values() if len(players) > 1), sat[plays[0][0]])
    order = {player: place for place, player in enumerate(newest)}
    people.sort(key=lambda player: order.get(player.pk, len(order)))
    return PeopleHere(people, [player for player in people if player.pk in order], day)


def replace_people(here, names) -> PeopleHere:
    """Return these people as those who are here, by name in any case; without names, `here` is unchanged."""
    if not names:
        return here
    keys = {same_name(name): name for name in names}
    last = [player for player in here.people if keys.pop(same_name(player.name), None)]
    return replace(here, last=last, guest=next(iter(keys.values()), ""), is_confirmed=True)


def disc_captions(players) -> dict[int, str]:
    """Return {player id: text beneath the disc}: the name, or a short one if it doesn't fit."""
    names = [player.name for player in players]
    shorts = shorten_across(names, letters=BENEATH_A_DISC)
    captions = whole_or_short(names, shorts, letters=BENEATH_A_DISC)
    return dict(zip((player.pk for player in players), captions, strict=True))
