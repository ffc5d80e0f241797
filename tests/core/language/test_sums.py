"""What stays on one line of a sentence: short sums and ratios, and in Japanese a number with what it counts."""

import pytest

from companion.core.language.sums import prevent_breaks


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("as many as Ben: 5 − 1", ["5 − 1"]),
        ("not more viziers than the council, 3 : 5", ["3 : 5"]),
        ("5 of 11 camels on tiles: 2 × 6 + 3 × 8", []),
        ("スペシャルカードは 1 枚 1 点になります", ["1 枚", "1 点"]),
        ("anna 3 ben 4", []),
    ],
)
def test_what_belongs_together_does_not_break(sentence, kept):
    told = prevent_breaks(sentence)
    assert told.split() == sentence.split()
    for each in kept:
        assert each.replace(" ", "\u00a0") in told
    assert told.count("\u00a0") == sum(each.count(" ") for each in kept)
