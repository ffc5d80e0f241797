"""Numbers as people read them: a true minus, the language's own decimal sign, halves rounded away from 0."""

from decimal import Decimal

import pytest
from django.utils import translation

from companion.core.language.texts import format_rounded, say
from companion.entry.descriptions import from_to
from companion.rules.kit import Count, Tally, gettext
from companion.templatetags.caravan import percent, short, short_tenth, signed, whole


@pytest.mark.parametrize(
    ("number", "digits", "words"),
    [
        (Decimal("6.125"), 2, "6.13"),
        (Decimal("5.125"), 2, "5.13"),
        (9.625, 2, "9.63"),
        (-3, 2, "−3"),
        (Decimal("-0.125"), 2, "−0.13"),
        (-0.001, 2, "0"),
        (28.5, 0, "29"),
        (1006, 2, "1006"),
        (Decimal("999999999.99"), 2, "999999999.99"),
        (58200, 1, "58200"),
        (2 / 3, 1, "0.7"),
    ],
)
def test_rounded_number_ends_as_people_round_it(number, digits, words):
    assert format_rounded(number, digits=digits) == words


@pytest.mark.parametrize(("language", "words"), [("en", "−8.33"), ("de", "−8,33"), ("ja", "−8.33")])
def test_rounded_number_has_the_decimal_sign_of_the_language(language, words):
    with translation.override(language):
        assert short(Decimal("-8.333")) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [(Decimal("0.75"), "+0.75"), (Decimal("-1.25"), "−1.25"), (-11700, "−11700"), (876543210, "+876543210"), (0, "0")],
)
def test_difference_has_its_sign_and_decimals_and_no_groups(number, words):
    assert signed(number) == words
    assert signed(None) == ""


def test_filters_of_fewer_digits_write_a_true_minus():
    assert (short_tenth(Decimal("-6.25")), whole(-28.5)) == ("−6.3", "−29")


def test_what_a_field_holds_and_what_undo_says_have_a_true_minus():
    points = Count(key="points", label=gettext("Points"), least=-100)
    assert from_to(points, 4, -3).endswith("4\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}−3")
    assert Tally(key="cards", label=gettext("Cards"), values=(-2, 5), most=9).format_value([-2, 5]) == "−2 5"


def test_negative_number_in_a_sentence_has_a_true_minus():
    assert say(gettext("%(points)s remaining", points=-3)) == "−3 remaining"


@pytest.mark.parametrize(("part", "words"), [(0.625, "63%"), (0.375, "38%"), (Decimal("0.005"), "1%"), (1, "100%")])
def test_percentage_rounds_a_half_up(part, words):
    assert percent(part) == words
