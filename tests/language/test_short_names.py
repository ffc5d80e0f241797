"""Names in the heads of columns: short, and still told apart."""

import pytest

from companion.language.short_names import short_names


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Anna", "Ben"], ["Anna", "Ben"]),
        (["Maximilian", "Benedikt"], ["Max.", "Ben."]),
        (["Anna", "Anna-Katharina"], ["Anna", "Anna-K."]),
        (["Anna-Katharina", "Anna-Klara"], ["Anna-Ka.", "Anna-Kl."]),
        (["Maximilian", "Maximiliane"], ["Maximilian", "Maximiliane"]),
        (["Max", "Maximilian"], ["Max", "Maxi."]),
        (["ヴィルヘルミーナ・アレクサンドロヴナ", "絵美"], ["ヴィル.", "絵美"]),
    ],
)
def test_a_name_is_as_short_as_nobody_else_is_called(names, short):
    assert short_names(names) == short


def test_a_letter_keeps_its_marks():
    assert short_names(["Bea\u0301trice"]) == ["Bea\u0301."]
