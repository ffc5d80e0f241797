"""What texts become on a page."""

import pytest
from django.template import Context, Template
from django.utils import translation

from companion.core.language.texts import LONGEST_EXCERPT, excerpt, listed, say
from companion.rules import GAMES
from companion.rules.scoring.result import score_play
from tests.lanes import long

SENTENCE = "The quick brown fox jumps over the lazy dog. "


def test_a_short_text_stays_whole_in_one_line():
    assert excerpt("By candlelight.\nLate.", "late") == "By candlelight. Late."


def test_a_long_one_ends_after_a_word():
    assert excerpt(SENTENCE * 5) == SENTENCE * 2 + "The quick…"


def test_it_begins_with_a_word_shortly_before_what_was_looked_for():
    told = excerpt(SENTENCE * 5 + "Then the CAT came. " + SENTENCE * 5, "cat")
    assert told.startswith("…over the lazy dog. Then the CAT came. ")


def test_at_the_end_nothing_more_is_promised():
    assert excerpt(SENTENCE * 5 + "The cat", "cat").endswith("The cat")


def test_a_language_without_spaces_is_cut_where_it_must():
    text = "雨" * 200 + "猫" + "雨" * 200
    assert "猫" in excerpt(text, "猫")
    assert len(excerpt(text)) == LONGEST_EXCERPT + 1


@pytest.mark.parametrize("words", ["", long("nowhere"), long("the"), "lazy dog"])
@pytest.mark.parametrize("length", [0, 1, 99, 100, 101, 150, 500])
def test_it_is_never_longer_than_that(length, words):
    assert len(excerpt((SENTENCE * 20)[:length], words)) <= LONGEST_EXCERPT + 2


@pytest.mark.parametrize(("language", "line"), [("en", "One. Two."), ("de", "One. Two."), ("ja", "One.Two.")])
def test_between_two_sentences_stands_a_space_but_none_in_japanese(language, line):
    with translation.override(language):
        assert Template("One.{% gap %}Two.").render(Context()) == line


@pytest.mark.parametrize(("language", "rest"), [("en", ".33"), ("de", ",33"), ("ja", ".33")])
def test_wins_are_written_as_the_plays_beside_them(language, rest):
    with translation.override(language):
        told = Template("{% load caravan %}{{ wins|short }} of {{ plays }}, {{ part|short }}")
        assert told.render(Context({"wins": 1006, "plays": 1006, "part": 1006.334})) == f"1006 of 1006, 1006{rest}"


HEBREW, ARABIC = "שרה", "ليلى"


@pytest.mark.parametrize("name", [HEBREW, ARABIC])
def test_name_from_the_right_is_isolated_in_a_sentence(name):
    play = {
        "game": "tuareg",
        "seats": [
            {"player": "Anna", "stages": {"1": {"water": 4}, "2": {}}},
            {"player": name, "stages": {"1": {"water": 2}, "2": {}}},
        ],
    }
    reasons = [say(line.reason) for standing in score_play(play, GAMES).standings for line in standing.lines]
    about_water = [reason for reason in reasons if name in reason]
    assert about_water
    assert all(f"\u2068{name}\u2069" in reason for reason in about_water)
    assert f"\u2068{name}\u2069" in listed(["Anna", name])


def test_other_names_stay_as_they_are():
    assert listed(["Anna", "杏奈", "Анна"]) == "Anna, 杏奈, Анна"
