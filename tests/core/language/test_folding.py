"""What a search takes for the same."""

import pytest

from companion.core.language.folding import find_word, fold


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("Café", "cafe"),
        ("Cafe\u0301", "café"),
        ("Straße", "STRASSE"),
        ("ＣＡＦＥ", "cafe"),
        ("ｶﾌｪ", "カフェ"),
        ("İzmir", "izmir"),
        ("Diyarbakır", "diyarbakir"),
        ("ÅRØ", "aro"),
        ("Łódź", "lodz"),
        ("Œuvre", "oeuvre"),
        ("Dora’s", "dora's"),
        ("Ελλάς", "ΕΛΛΑΣ"),
    ],
)
def test_two_ways_to_write_it_are_one(written, typed):
    assert fold(written) == fold(typed)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("ハ", "パ"), ("कि", "क"), ("cafe", "caff")])
def test_what_is_another_letter_stays_one(one, other):
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("text", "word", "place"), [("Ein großes Café", "CAFE", 11), ("ßßx", "x", 2), ("İx", "x", 1), ("abc", "d", -1)]
)
def test_a_word_is_found_where_it_stands_in_the_text_as_it_is_written(text, word, place):
    assert find_word(text, word) == place
