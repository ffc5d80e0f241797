"""Names in the heads of columns: short, and still told apart."""

import sys
from collections import Counter

import pytest

from companion.core.language.short_names import initials, short_names, shorten_across


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Anna", "Ben"], ["Anna", "Ben"]),
        (["Maximilian", "Benedikt"], ["Max.", "Ben."]),
        (["Anna", "Anna-Katharina"], ["Anna", "Anna-K."]),
        (["Anna-Katharina", "Anna-Klara"], ["Anna-Ka.", "Anna-Kl."]),
        (["Maximilian", "Maximiliane"], ["Maximilian", "Maximiliane"]),
        (["Max", "Maximilian"], ["Max", "Maxi."]),
        (["Wolfeschlegelsteinhausen1", "Wolfeschlegelsteinhausen2"], ["Wol…1", "Wol…2"]),
        (["ヴィルヘルミーナ・アレクサンドロヴナ", "絵美"], ["ヴィル.", "絵美"]),
    ],
)
def test_a_name_is_as_short_as_nobody_else_is_called(names, short):
    assert short_names(names) == short


def test_where_there_is_room_more_of_a_name_stays():
    names = ["Maximiliane-Theodora Freifrau", "Benedikt", "Wolfeschlegelsteinhausen1", "Wolfeschlegelsteinhausen2"]
    assert short_names(names, room=10) == ["Max.", "Benedikt", "Wol…1", "Wol…2"]


def test_kanji_beside_it_take_no_room_from_a_latin_name():
    assert shorten_across(["Björn", "健太郎", "マクシミリアン"], letters=8) == ["Björn", "健太郎", "マクシ."]


def test_teams_are_all_whole_or_all_short():
    assert short_names(["Anna & Clara", "Ben & Doro"], room=10) == ["A&C", "B&D"]
    assert short_names(whole := ["Anna & Cleo", "Ben & Doro"], room=11) == whole


def test_a_letter_keeps_its_marks():
    assert short_names(["Bea\u0301trice"]) == ["Bea\u0301."]


def test_many_names_alike_take_time_that_grows_with_their_number():
    calls = Counter()

    def count(_frame, event, _function):
        calls[event] += 1

    names = [f"Somebody of the club {number}" for number in range(1000)]
    sys.setprofile(count)
    try:
        shorts, discs = short_names(names), initials(names)
    finally:
        sys.setprofile(None)
    assert len(set(shorts)) == len(discs) == 1000
    # To compare each with each would be many millions of calls.
    assert calls.total() < 1_000_000


FAMILY = "👨\u200d👩\u200d👧\u200d👦"


def test_initials_never_cut_an_emoji():
    assert initials([f"{FAMILY} Meier", "🇩🇪 Anna", "👍🏽 Ben"]) == [FAMILY, "🇩🇪", "👍🏽"]


def test_short_names_never_cut_an_emoji():
    for short in short_names([f"{FAMILY}{FAMILY} Meier", "Annabella Meier"]):
        assert not short.rstrip(".").endswith("\u200d")
        assert short.count("👨") == short.count("👦")
