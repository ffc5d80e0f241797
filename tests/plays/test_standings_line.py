"""A line of the standings says what a stage brought beside the total, where that says anything."""

import pytest

from companion.plays.lifecycle import finish
from tests.phones import a_play, again, at, closed, count, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("game", "names"), [("hanabi", "AB"), ("five-tribes-solo", "A")])
def test_one_alone_and_all_together_have_no_0_beside_their_points(game, names):
    play = a_play(game=game, names=names)
    count(play, stage="end", a={play.stage.fields[0].key: 0})
    page = owners_phone(play).get(at("plays:play", play)).content.decode()
    assert 'class="ranking' in page
    assert 'class="gained"' not in page


def test_end_of_a_play_says_nothing_beside_the_totals():
    play = closed(stages=2, cards={"anna": {"water": 4}})
    finish(again(play), person=owner_of(play))
    page = owners_phone(play).get(at("plays:play", play)).content.decode()
    assert 'class="ranking' in page
    assert 'class="gained"' not in page


def test_stage_between_rivals_says_what_it_brought_each():
    play = closed(cards={"anna": {"water": 4}, "ben": {"gold": 0}})
    assert "1 Anna +6 6 points 2 Ben +0 0 points" in text_of(owners_phone(play).get(at("plays:stage", play, "1")))
