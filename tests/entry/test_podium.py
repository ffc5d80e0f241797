"""The end of a play: what broke the tie, and where one who plays alone stands among the ratings."""

import re

import pytest

from companion.entry.scorepad import Scorepad
from companion.plays import lifecycle
from companion.results.podium import build_scale, build_tie_rows
from tests.lanes import long
from tests.phones import a_play, again, at, count, owner_of, owners_phone, text_of


def over(game, **cards):
    play = a_play(game=game, names=[name.title() for name in cards])
    count(play, stage="end", **cards)
    lifecycle.close_stage(again(play), play.game.stages[0], person=owner_of(play), anyway=True)
    lifecycle.finish(again(play), person=owner_of(play))
    return again(play)


def alone(gold):
    """A solo game won with 15 points for viziers and so many for gold."""
    return over("five-tribes-solo", anna={"viziers": 5, "council": 4, "gold": gold})


class TestTieRows:
    def test_each_of_the_tied_stands_with_what_they_hold_and_who_wins_by_it_is_marked(self):
        play = over("targi", anna={"tokens": 4, "gold": 4}, ben={"tokens": 4, "gold": 5})
        (row,) = build_tie_rows(Scorepad(play))
        assert row.field.key == "gold"
        assert [(seat.player.name, held) for seat, held in sorted(row.held.items(), key=str)] == [
            ("Anna", 4),
            ("Ben", 5),
        ]
        assert [seat.player.name for seat in row.winners] == ["Ben"]
        page = owners_phone(play).get(at("plays:play", play)).content.decode()
        assert re.search(r'class="tie-break".*?<td>4</td><td class="alone">5</td>', page, re.DOTALL)

    def test_what_decided_nothing_marks_nobody_and_the_next_one_does(self):
        play = over("targi", anna={"tokens": 4, "gold": 4, "goods": 3}, ben={"tokens": 4, "gold": 4, "goods": 1})
        assert [(row.field.key, len(row.winners)) for row in build_tie_rows(Scorepad(play))] == [
            ("gold", 0),
            ("goods", 1),
        ]

    def test_without_a_tie_there_is_none(self):
        assert build_tie_rows(Scorepad(over("targi", anna={"tokens": 4}, ben={"tokens": 3}))) == []


class TestScale:
    @pytest.mark.parametrize(
        ("gold", "reached", "place"),
        [
            # Of four equal parts: up to 190, 191 to 220, 221 to 250, 251 on.
            (0, 0, 2.0),
            long(176, 1, 25.0),
            (191, 1, 37.5),
            long(206, 2, 50.0),
            long(236, 3, 75.0),
            (700, 3, 100.0),
        ],
    )
    def test_the_points_stand_in_the_part_of_their_rating(self, gold, reached, place):
        found = build_scale(Scorepad(alone(gold)))
        assert [step.is_reached for step in found.steps].index(True) == reached
        assert found.place == pytest.approx(place, abs=0.1)
        assert found.points == gold + 15

    def test_it_says_from_how_many_to_how_many(self):
        play = alone(190)
        assert "≤ 190" in text_of(owners_phone(play).get(at("plays:play", play)))
        assert "191–220" in text_of(owners_phone(play).get(at("plays:play", play)))
        assert "251 +" in text_of(owners_phone(play).get(at("plays:play", play)))

    def test_a_game_that_was_lost_reaches_none(self):
        play = over("five-tribes-solo", anna={"viziers": 3, "council": 4, "gold": 230})
        found = build_scale(Scorepad(play))
        assert not any(step.is_reached for step in found.steps)
        assert 'class="tiers lost"' in owners_phone(play).get(at("plays:play", play)).content.decode()

    def test_games_without_ratings_have_none(self):
        assert build_scale(Scorepad(over("targi", anna={"tokens": 4}, ben={"tokens": 3}))) is None
