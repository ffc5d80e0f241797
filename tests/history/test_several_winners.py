"""Winners in a sentence: several together, or one who was tied."""

import pytest
from django.utils import translation

from companion.history.home_page import describe_result
from companion.plays import lifecycle
from tests.phones import a_play, again, at, count, finished, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("others", "won"),
    [
        ({"anna": {"laid": 81}, "ben": {"laid": 76}}, "Anna gewann"),
        ({"anna": {"laid": 81}, "ben": {"laid": 81}, "chris": {"laid": 76}}, "Anna und Ben gewannen"),
    ],
    ids=["one", "two"],
)
def test_several_winners_have_a_verb_in_the_plural(others, won):
    play = a_play(game="qwirkle", names=[name.title() for name in others])
    stage = play.game.stages[0]
    count(play, stage=stage.key, **others)
    lifecycle.close_stage(again(play), stage, person=owner_of(play))
    lifecycle.finish(again(play), person=owner_of(play))
    with translation.override("de"):
        assert describe_result(again(play)).replace("\u2068", "").replace("\u2069", "").startswith(won)


def test_who_won_with_equal_points_won_on_the_tiebreaker():
    play = finished(names=("Anna", "Ben"), second={"anna": {"hand_value": 5}, "ben": {"hand_value": 3}})
    assert [seat.rank for seat in play.seats.all()] == [1, 2]
    assert describe_result(again(play)) == "Anna won, 0\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0 · tie-break"


def test_person_who_was_not_counted_leaves_the_margin_of_the_others():
    play = a_play(game="qwirkle", names=("Anna", "Ben", "Cleo"))
    stage = play.game.stages[0]
    count(play, stage=stage.key, anna={"laid": 81}, ben={"laid": 76})
    lifecycle.close_stage(again(play), stage, person=owner_of(play), anyway=True)
    lifecycle.finish(again(play), person=owner_of(play))
    assert [seat.rank for seat in play.seats.all()] == [1, 2, None]
    phone = owners_phone(play)
    assert "wins by 5 points" in text_of(phone.get(at("plays:play", play)))
    assert "by 5" in text_of(phone.get(at("history:history", play.group)))
