"""The figures with which a sheet is tried while it is made."""

import pytest

from companion.collection.sample_plays import names_for, score_sample
from companion.rules.library import LIBRARY
from companion.rules.sheets import game_of


def game_with(answers):
    choices = [{"key": key, "label": key, "worth": worth} for worth, key in enumerate(answers)]
    row = {"key": "medal", "label": "Medal", "kind": "choice", "choices": choices}
    return game_of({"format": 1, "title": "Race", "players": [2, 4], "rows": [row]}, "race")


@pytest.mark.parametrize("slug", sorted(LIBRARY))
def test_sample_of_a_game_has_as_many_players_as_can_play_it_and_no_faults(slug):
    game = LIBRARY[slug]
    assert game.together or len(names_for(game)) in game.all_seats
    assert score_sample(game, {})["problems"] == []


def test_sample_follows_an_answer_that_was_renamed():
    before, now = game_with(["none", "c2"]), game_with(["none", "gold"])
    typed = {f"try-{place}-medal": "c2" for place in range(3)}
    assert score_sample(before, typed)["totals"] == ["1", "1", "1"]
    scored = score_sample(now, typed)
    assert scored["problems"] == []
    [field] = scored["fields"]
    assert set(field["values"]) <= {"none", "gold"}


def test_figure_that_was_typed_is_still_said_to_be_wrong():
    row = {"key": "wood", "label": "Wood", "kind": "points", "most": 5}
    game = game_of({"format": 1, "title": "Race", "players": [2, 4], "rows": [row]}, "race")
    assert score_sample(game, {"try-0-wood": "6"})["problems"]
    assert not score_sample(game, {"try-0-wood": "5"})["problems"]


@pytest.mark.parametrize(
    "limits",
    [{"step": 5}, {"step": 50, "most": 100}, {"least": -10, "step": 5}, {"least": -3}, {"step": 10, "least": 0}],
)
def test_sample_figures_keep_to_steps_and_minimum(limits):
    rows = [{"key": f"r{number}", "label": "Wood", "kind": "points", **limits} for number in range(9)]
    game = game_of({"format": 1, "title": "Race", "players": [2, 4], "rows": rows}, "race")
    scored = score_sample(game, {})
    figures = [int(value) for field in scored["fields"] for value in field["values"]]
    assert all(each % limits.get("step", 1) == 0 and each >= limits.get("least", 0) for each in figures)
    assert (min(figures) < 0) == (limits.get("least", 0) < 0)
    # Typed again, they are not called wrong.
    again = {f"try-{seat}-{f['key']}": each for f in scored["fields"] for seat, each in enumerate(f["values"])}
    assert score_sample(game, again | {"try-0-r0": str(limits.get("step", 1))})["problems"] == []


def test_sample_of_a_question_has_more_than_one_answer():
    rows = [{"key": f"r{number}", "label": "Longest road", "kind": "yes", "worth": 2} for number in range(12)]
    game = game_of({"format": 1, "title": "Race", "players": [2, 4], "rows": rows}, "race")
    assert all(set(field["values"]) == {"yes", "no"} for field in score_sample(game, {})["fields"])
