"""How close it was: under the podium of a finished play."""

from companion.plays import lifecycle
from tests.phones import a_play, again, at, count, finished, guests_phone, owner_of, owners_phone, text_of


def end_of(play, phone=None):
    return text_of((phone or owners_phone(play)).get(at("play", play)))


def test_it_says_with_how_little_more_the_second_would_have_won():
    play = finished(cards={"anna": {"water": 4, "gold": 1}, "ben": {"gold": 2, "salt": 1}})
    text = end_of(play)
    assert "How close it was Any one of these would have won it for Anna: Gold stage 1 2 instead of 1" in text
    assert "Anna would have won with any one of these changes for Ben: Gold stage 1 1 instead of 2" in text


def test_a_win_that_would_have_been_shared_says_so():
    text = end_of(finished(cards={"anna": {"gold": 1}, "ben": {"salt": 1}}, names=("Anna", "Ben")))
    assert "Donkeys (unused) stage 2 1 instead of 0 · shared" in text
    assert "Water stage 1 1 instead of 0" in text
    assert "Water stage 1 1 instead of 0 · shared" not in text


def test_the_guests_of_the_table_read_it_too():
    play = finished(cards={"anna": {"water": 4}})
    assert "How close it was" in end_of(play, guests_phone(play))


def test_where_nobody_was_second_it_says_nothing():
    assert "How close it was" not in end_of(finished(cards={}))


def test_a_play_that_was_stopped_has_no_win_to_miss():
    play = a_play()
    lifecycle.stop(play, person=owner_of(play))
    assert "How close it was" not in end_of(again(play))


def test_a_game_of_one_stage_does_not_name_it():
    play = a_play(game="targi", names=("Anna", "Ben"))
    count(play, stage="end", anna={"tokens": 9}, ben={"tokens": 8})
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play))
    lifecycle.finish(again(play), person=owner_of(play))
    assert "Victory point tokens 10 instead of 8" in end_of(again(play))
