"""Names as people see them: without signs that nobody sees, and in one alphabet a word."""

import pytest

from companion.core.language.typed import clean_name, mixes_scripts


@pytest.mark.parametrize("sign", "\u200b\u200c\u200d\u2060\u034f\u115f\u1160\u2800\u3164\uffa0\ufeff\u180e\u00ad")
@pytest.mark.parametrize("name", ["{}Anna", "An{}na", "Anna{}"])
def test_name_with_an_invisible_sign_is_never_the_same_text_as_one_without(sign, name):
    cleaned = clean_name(name.format(sign))
    assert cleaned in ("Anna", "An na")


@pytest.mark.parametrize("name", ["علی‌رضا", "👩‍👧", "क्‍ष", "杏奈", "Nguyễn", "Анна", "Zoë", "O’Brien"])
def test_name_keeps_the_signs_that_it_needs(name):
    assert clean_name(name) == name
    assert not mixes_scripts(name)


@pytest.mark.parametrize("name", ["Аnna", "Ben Аnna", "Οlga", "Annа2"])
def test_word_of_two_alphabets_that_look_alike_is_noticed(name):
    assert mixes_scripts(name)


@pytest.mark.parametrize("name", ["Anna Петрова", "Λ Ben", "X Æ A-12", "ゆうすけYuusuke"])
def test_words_in_an_alphabet_each_are_fine(name):
    assert not mixes_scripts(name)
