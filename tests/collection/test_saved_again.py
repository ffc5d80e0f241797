"""Totals whose first answer was lost, and that are saved again: what is saved last is what counts."""

from uuid import uuid4

import pytest
from django.test import Client

from companion.models import Play
from tests.collection.test_totals_page import filled
from tests.phones import a_play, at, form_to, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def group():
    return a_play().group


@pytest.fixture
def phone(group):
    return owners_phone(group.plays.first())


@pytest.fixture
def save(phone, group):
    """Send the same page of totals with these figures, as one whose answers are lost."""
    play_id = str(uuid4())

    def send(*figures, **more):
        answer = phone.post(f"/groups/{group.uuid}/totals", filled(*figures, play_id=play_id, **more))
        assert answer.url == f"/plays/{play_id}/"
        return Play.objects.get(uuid=play_id)

    return send


def points_of(play):
    return {str(seat): seat.points for seat in play.seats.at_table()}


def test_other_figures_correct_the_play_and_stand_in_its_changes(phone, save):
    save("10", "12")
    play = save("15", "12")
    assert points_of(play) == {"Anna": 15, "Ben": 12}
    assert "You had already saved this play with Anna 10, Ben 12. It is corrected now." in text_of(
        phone.get(at("plays:play", play))
    )
    assert "10 → 15" in text_of(phone.get(at("plays:trail", play)))
    assert points_of(save("10", "12")) == {"Anna": 10, "Ben": 12}
    assert Play.objects.filter(state="finished").count() == 1


def test_other_places_day_and_location_are_corrected_too(save):
    save("1", "2", known="places")
    play = save("2", "1", known="places", played_on="2026-11-19", place="At home")
    assert [seat.rank for seat in play.seats.all()] == [2, 1]
    assert (play.played_on.isoformat(), play.place) == ("2026-11-19", "At home")


def test_the_same_again_changes_nothing_that_was_corrected_since(phone, save):
    play = save("10", "12")
    seat = play.seats.get(player__name="Anna")
    fields = {f"seat{seat.pk}-total": "20", f"seat{seat.pk}-revision": "1", f"seat{seat.pk}-save_id": "x"}
    phone.post(at("plays:correct", play, "end", "total"), fields)
    assert points_of(save("10", "12")) == {"Anna": 20, "Ben": 12}


@pytest.mark.parametrize("more", [{"title": "Cold"}, {"player-1": "Mia"}, {"wins": "fewest", "which": "another"}])
def test_another_game_or_other_people_replace_the_play_which_can_be_restored(phone, save, more):
    first = save("10", "12")
    play = save("10", "12", **more)
    assert play.pk != first.pk
    page = phone.get(at("plays:play", play))
    assert "You had already saved this play with Anna 10, Ben 12. That one was deleted." in text_of(page)
    first.refresh_from_db()
    phone.post(at("plays:restore", first))
    assert Play.objects.filter(state="finished", deleted_at=None).count() == 2


def test_figures_that_somebody_else_has_changed_stay_and_those_sent_are_shown(phone, save):
    play = save("10", "12")
    play.events.update(person=None)
    assert points_of(save("15", "12")) == {"Anna": 10, "Ben": 12}
    page = text_of(phone.get(at("plays:play", play)))
    assert "Someone else has changed this play since. What you sent wasn’t saved: Anna 15, Ben 12." in page


def test_a_phone_that_learned_nothing_of_its_first_save_corrects_it(db):
    sent = form_to("", Client().get("/totals"))
    form = {name: values[0] for name, values in sent.items()} | filled("10", "12")
    Client().post("/totals", form)
    answer = Client().post("/totals", form | {"total-0": "15"})
    assert points_of(Play.objects.get(uuid=form["play_id"])) == {"Anna": 15, "Ben": 12}
    assert answer.status_code == 302
