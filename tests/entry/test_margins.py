"""How close it was: under the podium of a finished play."""

import pytest
from django.urls import reverse
from django.utils import translation

from companion.entry.scorepad import Scorepad
from companion.plays import lifecycle
from companion.results.closest import add_points, describe_margin
from companion.rules.scoring.near_misses import Margin
from tests.phones import (
    a_play,
    again,
    an_empty_group,
    at,
    count,
    finished,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
)


def end_of(play, phone=None):
    return text_of((phone or owners_phone(play)).get(at("plays:play", play)))


def test_it_says_with_how_little_more_the_second_would_have_won():
    play = finished(cards={"anna": {"water": 4, "gold": 1}, "ben": {"gold": 2, "salt": 1}})
    assert "How close it was Gold: one more for Anna in stage 1, and Anna wins, 10 to 8. Why" in end_of(play)


def test_a_win_that_would_have_been_shared_says_so():
    play = a_play(game="targi", names=("Anna", "Ben"))
    count(play, stage="end", anna={"tokens": 9, "gold": 1}, ben={"tokens": 8, "gold": 1})
    pad = Scorepad(play)
    margin = Margin(1, 1, "end", play.game.stages[0].fields[0], 8, 1, shared=True)
    told = add_points(describe_margin(pad, margin, ["Anna", "Ben"]), 9, 9)
    assert told.endswith(": one more for Ben, and Anna and Ben share the win, 9 all.")


def test_a_win_that_the_others_would_have_shared_names_them():
    play = a_play(game="targi", names=("Anna", "Ben", "Clara"))
    margin = Margin(1, 0, "end", play.game.stages[0].fields[0], 9, -1, shared=True)
    told = describe_margin(Scorepad(play), margin, ["Ben", "Clara"])
    assert told.endswith(": one fewer for Anna, and Ben and Clara share the win")


def test_it_names_what_a_winner_had_too_much_and_a_team_wins_together():
    play = a_play(names=("Anna", "Ben & Chris"))
    margin = Margin(1, 0, "1", play.game.stages[0].fields[0], 5, -2)
    assert (
        describe_margin(Scorepad(play), margin, ["Ben & Chris"])
        == "Water: 2 fewer for Anna in stage 1, and Ben and Chris win"
    )


def tied():
    """Anna and Ben share the win of a round, far ahead of Chris."""
    play = a_play(game="skull-king", names=("Anna", "Ben", "Chris"))
    ahead = {"tricks__bid": 0, "tricks__made": 0, "bonus": 20}
    count(play, anna=ahead, ben=ahead, chris={"tricks__bid": 0, "tricks__made": 1, "bonus": 0})
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play))
    again(play).touch(rounds_over=True)
    lifecycle.finish(again(play), person=owner_of(play))
    return again(play)


def test_a_shared_win_was_as_close_as_one_of_them_to_having_it_alone():
    assert "How close it was Bonus: 10 more for Anna, and only Anna wins, 40 to 30." in end_of(tied())


def test_three_who_would_have_shared_the_win_have_so_much_each():
    play = a_play(game="targi", names=("Anna", "Ben", "Clara"))
    margin = Margin(1, 1, "end", play.game.stages[0].fields[0], 8, 1, shared=True)
    told = describe_margin(Scorepad(play), margin, ["Anna", "Ben", "Clara"])
    assert add_points(told, 9, 9, sharers=3).endswith("share the win, 9 each.")
    with translation.override("ja"):
        assert add_points("", 9, 9, sharers=3) == "(各 9 点)。"


def test_the_guests_of_the_table_read_it_too():
    play = finished(cards={"anna": {"water": 4}})
    assert "How close it was" in end_of(play, guests_phone(play))


@pytest.mark.parametrize("known", [{"wins": "most"}, {"known": "winner", "won-0": "1"}])
def test_play_of_which_totals_or_the_winner_are_entered_by_hand_says_nothing(known):
    group = an_empty_group()
    phone = phone_of(group.members.get().person)
    lines = {"player-0": "Anna", "total-0": "41", "player-1": "Ben", "total-1": "40"}
    told = {"title": "Old game", "played_on": "2026-11-20", **lines, **known}
    answer = phone.post(reverse("collection:totals", args=[group.uuid]), told, follow=True)
    text = text_of(answer)
    assert "Anna wins" in text
    assert "How close it was" not in text


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
    assert "Victory point tokens: 2 more for Ben, and Ben wins, 10 to 9." in end_of(again(play))


def test_tie_that_the_play_cannot_break_is_left_to_the_tiebreaker():
    play = a_play(game="targi", names=("Anna", "Ben"))
    field = play.game.stages[0].fields[0]
    told = describe_margin(Scorepad(play), Margin(1, 1, "end", field, 8, 1, tie_is_open=True), ["Anna", "Ben"])
    assert add_points(told, 9, 9).endswith("one more for Ben, and the tiebreaker decides between Anna and Ben, 9 all.")
    told = describe_margin(Scorepad(play), Margin(1, 1, "end", field, 8, 1), ["Ben"], by_tie_break=True)
    assert add_points(told, 9, 9).endswith("one more for Ben, and Ben wins on the tiebreaker, 9 all.")
