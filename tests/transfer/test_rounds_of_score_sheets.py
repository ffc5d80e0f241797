"""Score sheets of BG Stats whose rounds are rounds of a game here."""

import pytest

from companion.rules.library import LIBRARY
from companion.rules.library import sheet as library_sheet
from companion.transfer.former_labels import FORMER_LABELS
from companion.transfer.score_sheets import ScoreSheet
from companion.transfer.similar_names import simplify
from tests.phones import phone_of

from .bgstats import a_file, a_play, as_bytes
from .test_exact_round_trips import exported, imported, plays_in
from .test_imports import brought, results


@pytest.fixture
def phone(group):
    return phone_of(group.members.get(role="owner").person)


def in_rounds(*rounds, game="6 nimmt!", label="Bull heads", anna="12*", ben="21") -> bytes:
    """A file of one play with these points in each round; a round without any has no rows."""
    file = a_file(a_play(game=game, anna=anna, ben=ben), games={game: {"highestWins": False}})
    [play] = file["plays"]
    for seat, column in zip(play["playerScores"], ("A", "B"), strict=True):
        seat["metaData"] = {"scoreUuid": column}
    play["scoresheet"] = {
        "rounds": [
            {"rows": [{"label": label, "scores": dict(zip("AB", points, strict=True))}] if points else []}
            for points in rounds
        ]
    }
    return as_bytes(file)


def rounds_in(group):
    """What each player has got in each round, as the score sheet of the play holds it."""
    [play] = group.plays.all()
    return {str(seat): [line["points"] for line in seat.lines] for seat in play.seats.at_table()}


THREE_ROUNDS = in_rounds(("3", "10"), ("0", "11"), ("9", "0"))


def test_rounds_of_a_score_sheet_are_rounds_here(phone, group):
    brought(phone, group, THREE_ROUNDS)
    [play] = group.plays.all()
    assert results(group) == [{"Anna": (12, True), "Ben": (21, False)}]
    assert (play.game_slug, play.sheet.sheet.totals_of, play.closed_stages, play.notes) == ("6-nimmt", "", 3, "")
    assert rounds_in(group) == {"Anna": [3, 0, 9], "Ben": [10, 11, 0]}


def test_rounds_of_a_score_sheet_are_the_same_in_another_group(db):
    first = imported(THREE_ROUNDS)
    there = imported(exported(first), "a.json")
    assert plays_in(exported(there)) == plays_in(exported(first))
    assert rounds_in(imported(exported(first, "bgstats"))) == rounds_in(first)


@pytest.mark.parametrize(
    "content",
    [
        in_rounds(("3", "10"), (), ("9", "11")),
        in_rounds(*[("0", "0")] * 50, ("12", "21")),
        in_rounds(("3", "10"), ("8", "11")),
        in_rounds(("3", "10"), ("9", "11"), label="Something else"),
    ],
    ids=["a round without rows", "too many rounds", "another total", "another row"],
)
def test_rounds_that_cannot_be_right_leave_the_totals(phone, group, content):
    brought(phone, group, content)
    assert results(group) == [{"Anna": (12, True), "Ben": (21, False)}]
    assert group.plays.get().sheet.sheet.totals_of == "6-nimmt"


@pytest.mark.parametrize(
    ("game", "row", "label"),
    [
        ("agricola", "cards", "points of cards"),
        ("canasta", "threes_lost", "red threes, nothing laid down"),
        ("cascadia", "tokens", "Naturmarker"),
        ("qwixx", "missed", "Misthrows"),
        ("azul", "colours", "五枚揃えた色"),
    ],
)
def test_score_sheet_with_a_former_label_finds_its_row(game, row, label):
    sheet = ScoreSheet(LIBRARY[game])
    assert sheet.find(1, label).field.key == row
    assert sheet.fields[1, simplify(label)][1] == row


@pytest.mark.parametrize(("label", "field"), [("Stiche: Ansage", "tricks__bid"), ("トリック: 実際", "tricks__made")])
def test_score_sheet_with_a_former_label_finds_what_was_bid_and_made(label, field):
    assert ScoreSheet(LIBRARY["wizard"]).fields[1, simplify(label)][1] == field


def test_former_labels_belong_to_rows_of_the_library_and_to_no_other_row():
    for (game, key), former in FORMER_LABELS.items():
        labels = {
            row["key"]: {simplify(label) for label in row["label"].values()} for row in library_sheet(game)["rows"]
        }
        assert key.partition("__")[0] in labels
        current = set().union(*labels.values())
        assert [label for label in former if simplify(label) in current] == []
