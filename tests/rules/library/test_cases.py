"""Whole plays of ready sheets, worked out by hand from the rules: their points, who wins, or that they cannot be.

Each file of `cases` is a play; `expected.json` says what scoring has to find.
"""

import json
from pathlib import Path

import pytest

from companion.rules.library import LIBRARY, sheet
from companion.rules.scoring.result import score_play

CASES = Path(__file__).parent / "cases"
EXPECTED = {case["file"]: case for case in json.loads((CASES / "expected.json").read_text())}


def result_of_case(name):
    return score_play(json.loads((CASES / name).read_text()), LIBRARY)


def test_expected_results_name_every_case():
    assert {path.name for path in CASES.iterdir()} == {*EXPECTED, "expected.json"}


@pytest.mark.parametrize("name", [name for name, case in EXPECTED.items() if case["expected"]["blocks"]])
def test_play_that_breaks_the_rules_is_refused_with_a_reason(name):
    reasons = [str(problem.message) for problem in result_of_case(name).problems if problem.blocks]
    assert EXPECTED[name]["expected"].get("why", reasons[0]) in reasons


@pytest.mark.parametrize("name", [name for name, case in EXPECTED.items() if not case["expected"]["blocks"]])
def test_play_is_scored_by_the_rules(name):
    result, expected = result_of_case(name), EXPECTED[name]["expected"]
    assert [str(problem.message) for problem in result.problems if problem.blocks] == []
    assert [float(standing.points) for standing in result.standings] == expected["points"]
    if "winners" in expected:
        assert list(result.winners) == expected["winners"]
    # Who did not tell what breaks the tie does not win alone.
    assert [name for name in expected.get("winners_not", ()) if result.winners == (name,)] == []


@pytest.mark.parametrize(("game", "key"), [("terraforming-mars", "awards"), ("clank", "crowns")])
def test_points_beside_counts_of_the_same_kind_are_called_points(game, key):
    label = next(row["label"] for row in sheet(game)["rows"] if row["key"] == key)
    assert all(word in label[language] for language, word in (("en", "points"), ("de", "Punkte"), ("ja", "点")))
