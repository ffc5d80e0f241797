"""Who may sit down to a new play: the people of its group in the order they last sat, and whom it still lacks."""

import json

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.core.language.discs import Disc, discs_of
from companion.core.language.evenings import this_evening
from companion.core.language.short_names import initials
from companion.models import Seat
from companion.rules.scoring.checking import same_name


def last_seated(group, game) -> list:
    """Return the players of the table that may sit down again, in the order they sat; empty where there is none.

    That is the group's newest table of today whose number the game is for, else its newest table of this game.
    """
    plays = group.plays.filter(deleted_at=None).order_by("-played_on", "-pk")
    today = plays.filter(played_on=this_evening()).values_list("pk", flat=True)[:5]
    for play in [*today, *plays.filter(game_slug=game.slug).values_list("pk", flat=True)[:1]]:
        seats = Seat.objects.at_table().filter(play=play).select_related("play").order_by("position", "pk")
        if play not in today or len(seats) in game.all_seats:
            return list(seats)
    return []


def people_of(group, last, sitting) -> list[dict]:
    """Return who is offered for a new play: `{"name", "seat", "colour", "disc"}`, the seat from 1, 0 for none.

    That is everybody of the group, those of the last table first, as they sat, and then who is new and sits already
    (`sitting`, as the form has them).
    """
    seats = {same_name(each.name): number for number, each in reversed([*enumerate(sitting, start=1)])}
    places = {seat.player_id: place for place, seat in enumerate(last)}
    players = [player for player in group.players.all() if not player.is_hidden]
    players.sort(key=lambda player: places.get(player.pk, len(places)))
    new = new_among(sitting, group.players.all())
    names = [player.name for player in players] + [each.name for each in new]
    colours = [player.colour for player in players] + [each.colour for each in new]
    return [
        {"name": name, "seat": seats.get(same_name(name), 0), "colour": colour, "disc": Disc(colour, letters)}
        for name, colour, letters in zip(names, colours, initials(names), strict=True)
    ]


def new_among(sitting, players) -> list:
    """Return those who sit and whom the group doesn't know yet."""
    known = {player.folded_name for player in players}
    return [each for each in sitting if same_name(each.name) not in known]


def same_again(game, last) -> dict | None:
    """What one tap seats: `{"label", "names", "json", "discs"}` of the last table; None where it cannot sit so."""
    players = [seat.player for seat in last]
    if len(last) < 2 or len(last) not in game.all_seats or any(player.is_hidden for player in players):
        return None
    discs = discs_of(players)
    names = [player.name for player in players]
    label = label_of_today(len(last)) if last[0].play.played_on == this_evening() else label_of_before(len(last))
    return {"label": label, "names": names, "json": json.dumps(names), "discs": [discs[each.pk] for each in players]}


def label_of_today(number) -> str:
    """Return the name of so many who have played today."""
    labels = {
        2: _("Same two as today"),
        3: _("Same three as today"),
        4: _("Same four as today"),
        5: _("Same five as today"),
    }
    return labels.get(number, _("Same people as today"))


def label_of_before(number) -> str:
    """Return the name of so many who have played another day."""
    labels = {2: _("The same two"), 3: _("The same three"), 4: _("The same four"), 5: _("The same five")}
    return labels.get(number, _("The same people"))


def start_labels(game, *, are_typed=False) -> list[str]:
    """What the start's button says by the number of players that are named, from none to as many as can play."""
    return [label_with(game, number, are_typed=are_typed) for number in range(game.all_seats[-1] + 1)]


def label_with(game, number, *, are_typed=False):
    """Return what the button says with so many players; `are_typed`: nobody is there yet to be chosen."""
    seats = game.all_seats
    if number in seats and game.teams:
        return _("Next: teams")
    if number in seats:
        return _("Start with %(number)s") % {"number": number} if seats[-1] > 1 else _("Start")
    if seats[-1] == 1:
        return _("Who plays?")
    least = next(each for each in seats if each > number)
    if len(seats) == 1:
        return (_("Enter %(number)s names") if are_typed else _("Choose %(number)s")) % {"number": least}
    if number > seats[0]:
        return ngettext("Choose %(number)s more", "Choose %(number)s more", least - number) % {"number": least - number}
    return (_("Enter %(number)s names or more") if are_typed else _("Choose %(number)s or more")) % {"number": least}
