"""What finishing writes to the seats, for lists and statistics that never score."""

from importlib import import_module
from pathlib import Path

from django.apps import apps

import companion.migrations
from companion.models import Seat
from companion.plays import lifecycle
from tests.phones import again, finished, owner_of


def took_by_name(play):
    return {seat.player.name: seat.took for seat in play.seats.all()}


CARDS = {"anna": {"water": 4, "maps": 1}, "ben": {"water": 2, "gold": 1, "maps": 1}}
TOOK = {"Anna": ["water", "maps"], "Ben": ["gold", "maps"], "Chris": []}


def test_each_seat_knows_from_what_it_had_the_most_points_alone_or_with_others():
    assert took_by_name(finished(cards=CARDS)) == TOOK


def test_points_of_all_stages_count_together():
    play = finished(cards={"anna": {"water": 1}, "ben": {"gold": 1}}, second={"ben": {"water": 1, "gold": 1}})
    assert took_by_name(play) == {"Anna": ["water"], "Ben": ["water", "gold"], "Chris": []}


def test_what_all_have_alike_nobody_has_most_of():
    play = finished(cards={"anna": {"maps": 1}, "ben": {"maps": 1}}, names=("Anna", "Ben"))
    assert took_by_name(play) == {"Anna": [], "Ben": []}


def test_opening_the_play_again_takes_it_back():
    play = finished(cards=CARDS)
    lifecycle.reopen(play, person=owner_of(play))
    assert took_by_name(again(play)) == {"Anna": [], "Ben": [], "Chris": []}


def test_plays_that_finished_before_it_was_written_get_it_from_their_lines():
    play = finished(cards=CARDS)
    Seat.objects.update(took=[])
    [path] = Path(companion.migrations.__path__[0]).glob("*_statistics.py")
    import_module(f"companion.migrations.{path.stem}").tell_who_took_what(apps, None)
    assert took_by_name(play) == TOOK
