"""Who may sit down to a new play: the people of its group in the order they last sat, and whom it still lacks."""

import json

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.models import Seat
from companion.rules.scoring.checking import same_name


def last_seated(group, game) -> list:
    """The players of the group's newest play of this game, in the order they sat; empty where there is none."""
    newest = group.plays.filter(game_slug=game.slug, deleted_at=None).order_by("-played_on", "-pk")[:1]
    return [seat.player for seat in Seat.objects.at_table().filter(play=newest.values("pk")).order_by("position", "pk")]


def people_of(group, last, names) -> list[dict]:
    """Everybody of the group who is offered for new plays: `{"name", "seat"}`, the seat from 1, 0 for none.

    Those who sat at the last table come first, in that order. `names` are the ones that are at the table now.
    """
    seats = {same_name(name): number for number, name in reversed([*enumerate(names, start=1)])}
    places = {player.pk: place for place, player in enumerate(last)}
    players = sorted(group.players.all(), key=lambda player: places.get(player.pk, len(places)))
    return [
        {"name": player.name, "seat": seats.get(player.folded_name, 0)} for player in players if not player.is_hidden
    ]


def same_again(game, last) -> dict | None:
    """What one tap seats: `{"label", "names", "json"}` of the last table; None where it cannot sit down as it was."""
    if len(last) < 2 or len(last) not in game.all_seats or any(player.is_hidden for player in last):
        return None
    labels = {2: _("The same two"), 3: _("The same three"), 4: _("The same four"), 5: _("The same five")}
    names = [player.name for player in last]
    return {"label": labels.get(len(last), _("The same people")), "names": names, "json": json.dumps(names)}


def start_labels(game, *, is_choosing) -> list[str]:
    """What the start's button says by the number of players that are named, from none to as many as can play.

    `is_choosing`: they are chosen from people who are known, not typed.
    """
    return [label_with(game, number, is_choosing=is_choosing) for number in range(game.all_seats[-1] + 1)]


def label_with(game, number, *, is_choosing):
    if number in game.all_seats:
        label = ngettext("Start with %(number)s player", "Start with %(number)s players", number)
        return label % {"number": number} if game.all_seats[-1] > 1 else _("Start")
    missing = next(seats for seats in game.all_seats if seats > number) - number
    if game.all_seats[0] == 1:
        return _("Who plays?")
    if is_choosing:
        return ngettext("Choose %(number)s more", "Choose %(number)s more", missing) % {"number": missing}
    return ngettext("%(number)s more name", "%(number)s more names", missing) % {"number": missing}
