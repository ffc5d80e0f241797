"""What a score sheet prints beside its rows: the points of each, as they are agreed for the play."""

import pytest

from companion.rules import GAMES


def worth(slug, item, **options):
    return printed(slug, item, GAMES[slug].options_with(options))


def printed(slug, item, options):
    """What stands beside an item under these options, alike in all stages that have it."""
    [text] = {str(each.worth_with(options)) for stage in GAMES[slug].stages for each in stage.items if each.key == item}
    return text


@pytest.mark.parametrize(
    ("slug", "item", "text"),
    [
        ("tuareg", "water", "most 6, tied 5"),
        ("tuareg", "gold", "most 5, tied 4"),
        ("tuareg", "specials", "1 each"),
        ("tuareg", "maps", "2 each"),
        ("basari", "red", "most 14, tied: shared"),
        ("basari", "blue", "most 8, tied: shared"),
        ("basari", "workers", "15 or more: 12"),
        ("basari", "bazaar", "4 to 7 each"),
        ("targi", "rows", "four equal: 4, four different: 2"),
        ("targi", "cards", "as printed"),
        ("five-tribes", "gold", "1 each"),
        ("five-tribes", "elders", "2 each (Shamhat: 4)"),
        ("five-tribes", "palms", "3 each (Haurvatat: 5)"),
        ("five-tribes", "viziers", "1 each (Jafaar: 3), +10 per opponent with fewer"),
        ("five-tribes", "merchandise", "sets of 1 to 9 kinds: 1 3 7 13 21 30 40 50 60; Al-Amin: 2 fakirs = any 1"),
        ("five-tribes-solo", "viziers", "1 each (Jafaar: 3), +10 if more than the council"),
        ("five-tribes-solo", "palaces", "5 each"),
    ],
)
def test_each_row_says_what_it_brings(slug, item, text):
    assert worth(slug, item) == text


def test_points_that_were_read_off_the_cards_are_printed():
    assert worth("tuareg", "water", points_water=8) == "most 8, tied 7"


def test_a_blank_sheet_leaves_a_line_for_points_that_no_source_tells():
    game = GAMES["tuareg"]
    goods, blank = ("water", "gold", "salt", "millet"), game.options_on_paper({})
    on_paper = {good: printed("tuareg", good, blank) for good in goods}
    line = "most ____, tied −1"
    assert on_paper == {"water": line, "gold": "most 5, tied 4", "salt": line, "millet": line}
    assert printed("tuareg", "water", game.options_on_paper({"points_water": 6})) == "most 6, tied 5"


def test_what_is_not_played_is_not_printed():
    assert worth("five-tribes-solo", "viziers", vizier_bonus=False) == "1 each (Jafaar: 3)"


def test_the_ratings_of_the_game_for_one_are_those_it_rates_by():
    assert [str(text) for text in GAMES["five-tribes-solo"].verdicts] == [
        "Lost: not more viziers than the council.",
        "From 0: not yet even a vizier",
        "From 191: a fledgling fighter",
        "From 221: an ambitious king",
        "From 251: a great Saladin",
    ]


def test_what_is_put_back_is_told_as_a_rule_before_anybody_has_counted():
    game = GAMES["basari"]
    table = {"options": {}, "seats": [{"player": "", "stages": {}}] * 3}
    first, *_ = game.instructions(table, "1")
    assert str(first.text).startswith("Return to the supply: a sole leader returns half of that colour, rounded up")
    assert game.instructions(table, "3") == []
