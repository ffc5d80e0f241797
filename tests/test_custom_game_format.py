"""docs/reference/custom-game-format.md is complete, and its examples score what it says."""

import json
import re
from pathlib import Path

import pytest

from companion.rules.scoring.result import score_play
from companion.rules.sheets import game_of, sheet_faults
from companion.rules.sheets.schema import CHECKS, KINDS, OF_EVERY_ROW, ROUNDS, SHEET

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/reference/custom-game-format.md").read_text()
SCORES = re.compile(r"`(\{.*?\}|\[.*?\])` scores (-?\d+(?:, -?\d+)*)\.")


def section(title):
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def example_in(text):
    """Return the first JSON block of a text."""
    return json.loads(re.search(r"```json\n(.*?)```", text, re.S)[1])


def sheet_of(rows, **more):
    return {"format": "caravan.sheet/1", "title": "Example", "players": [1, 4], "rows": rows, **more}


def examples():
    """Yield (kind, what each player enters, their points) for each scored line."""
    for kind in KINDS:
        for entered, points in SCORES.findall(section("Rows").split(f"\n### `{kind}`\n")[1].split("\n### ")[0]):
            yield pytest.param(kind, json.loads(entered), [int(each) for each in points.split(", ")], id=kind)


def test_every_kind_of_row_and_check_has_a_section():
    assert set(re.findall(r"^### `(\w+)`$", section("Rows"), re.M)) == set(KINDS)
    assert set(re.findall(r"^### `(\w+)`$", section("Checks"), re.M)) == set(CHECKS)


def test_every_kind_of_row_has_a_scored_example():
    assert {each.id for each in examples()} == set(KINDS)


@pytest.mark.parametrize(("kind", "entered", "points"), list(examples()))
def test_example_of_a_row_scores_as_printed(kind, entered, points):
    rows = example_in(section("Rows").split(f"\n### `{kind}`\n")[1])
    rounds = {"rounds": {"number": 10}} if kind == "frames" else {}
    sheet = sheet_of(rows if isinstance(rows, list) else [rows], **rounds)
    assert [str(fault.message) for fault in sheet_faults(sheet)] == []
    assert kind in {row["kind"] for row in sheet["rows"]}
    players = entered if isinstance(entered, list) else [entered, {}]
    seats = [
        {"player": f"P{number}", "stages": {"1" if rounds else "end": held}} for number, held in enumerate(players)
    ]
    result = score_play({"game": "example", "seats": seats}, {"example": game_of(sheet, "example")})
    assert [str(problem.message) for problem in result.problems] == []
    assert [standing.points for standing in result.standings][: len(points)] == points


@pytest.mark.parametrize("kind", CHECKS)
def test_example_of_a_check_is_valid(kind):
    check = example_in(section("Checks").split(f"\n### `{kind}`\n")[1])
    assert check["kind"] == kind
    numbers = [{"key": key, "label": key, "kind": "points"} for key in ("hearts", "queen")]
    assert sheet_faults(sheet_of(numbers, rounds={}, checks=[check])) == []


def test_every_key_of_a_game_is_explained():
    explained = re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.+?) \|", section("Game"), re.M)))
    assert sorted(explained) == sorted(SHEET["properties"])


def test_every_key_of_rows_rounds_and_checks_is_named():
    named = set(re.findall(r"`(\w+)`", section("Rows")))
    assert {key for own, _ in KINDS.values() for key in own} | set(OF_EVERY_ROW) <= named
    assert set(re.findall(r"^\| `(\w+)` \|", section("Rounds"), re.M)) == set(ROUNDS["properties"])
    keys = {key for own, _ in CHECKS.values() for key in own}
    assert keys <= set(re.findall(r"`(\w+)`", section("Checks")))


def test_sheet_of_the_library_checklist_is_valid_and_scores_its_example():
    page = (ROOT / "docs/develop/adding-a-library-sheet.md").read_text()
    sheet = example_in(page)
    assert sheet_faults(sheet) == []
    assert not re.search("[（）：]", sheet["title"]["ja"])
    result = score_play({"game": sheet["key"], **sheet["example"]}, {sheet["key"]: game_of(sheet, sheet["key"])})
    assert [standing.points for standing in result.standings] == [seat["points"] for seat in sheet["example"]["seats"]]
