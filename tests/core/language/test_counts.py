"""Texts with a count agree with it, also if it is one."""

import re
from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

from companion.core.language.counts import count_of
from companion.core.language.texts import say
from companion.core.refusal import Refusal
from companion.management.commands.rescore import summary
from companion.plays import seats
from companion.plays.known_people import label_with
from companion.rules.kit import sentence_of
from companion.rules.kit.placing import why_not_so_many
from companion.rules.library import EVERY_GAME
from companion.rules.sheets import game_of, sheet_faults
from companion.rules.sheets.table_checks import rounds_problems
from tests.phones import a_play, owner_of, seat_of

COMMANDS = Path(__file__).parents[3] / "companion" / "management" / "commands"
ONE_ROUND = {
    "format": "caravan.sheet/1",
    "title": "Short",
    "players": [1, 4],
    "rows": [{"key": "points", "label": "points", "kind": "points"}],
    "rounds": {"number": 1},
}


def test_count_of_has_the_plural_but_for_one():
    assert [count_of(number, "play") for number in (0, 1, 2, 1250)] == ["0 plays", "1 play", "2 plays", "1,250 plays"]
    assert [count_of(number, "identity", "identities") for number in (1, 2)] == ["1 identity", "2 identities"]


def test_commands_print_no_number_before_a_fixed_plural():
    found = re.compile(r"\{[^{}]*:,\} [a-z]+s\b")
    assert [path.name for path in COMMANDS.glob("*.py") if found.search(path.read_text())] == []


def test_rescore_counts_one_play():
    assert summary(Counter(same=1), written=False) == "1 play scored again, 0 different."


def test_start_button_says_one_player():
    game = next(game for game in EVERY_GAME.values() if game.all_seats[0] == 1 and game.all_seats[-1] > 1)
    assert label_with(game, 1) == "Start with 1"
    assert label_with(game, 2) == "Start with 2"
    with translation.override("de"):
        assert label_with(game, 1) == "Mit 1 starten"


@pytest.mark.django_db
def test_solo_game_is_for_one_player_and_needs_one():
    play = a_play(game="five-tribes-solo", names=["Anna"])
    with pytest.raises(Refusal) as refused:
        seats.add(play, "Ben", person=owner_of(play))
    assert "at most 1 player." in say(refused.value.problems[0].message)
    with pytest.raises(Refusal) as refused:
        seats.take_away(play, seat_of(play, "Anna"), person=owner_of(play))
    assert "at least 1 player." in say(refused.value.problems[0].message)


def test_sheet_of_one_round_or_player_says_so():
    game = game_of(ONE_ROUND, "own-1")
    assert "The game ends after 1 round." in str(game.last_round)
    table = {"options": {}, "seats": [{"player": "Anna", "stages": {"1": {}, "2": {}}}]}
    problems = list(rounds_problems(ONE_ROUND["rounds"], game_of({**ONE_ROUND, "rounds": {}}, "own-1"), table))
    assert str(problems[0].message).endswith("this number of players has only 1 round.")
    row = {"key": "gold", "label": "gold", "kind": "count", "worth": 1, "supply": {"2": 3, "3": 3, "4": 3}}
    faults = [str(fault.message) for fault in sheet_faults({**ONE_ROUND, "rows": [row]})]
    assert any(fault.endswith("specify how many there are with 1 player.") for fault in faults)
    assert str(sentence_of(why_not_so_many(1))) == "Not with 1 player"
