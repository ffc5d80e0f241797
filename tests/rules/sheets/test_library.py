"""The ready sheets: each can be played, names its source, speaks three languages, and scores its worked example."""

import re

import jsonschema
import pytest

from companion.rules import GAMES
from companion.rules.library import FOLDER, LIBRARY, sheet
from companion.rules.scoring.checking import OF_A_SEAT
from companion.rules.scoring.result import score_play
from companion.rules.scoring.schema import play_schema
from companion.rules.sheets import sheet_schema
from companion.rules.sheets.limits import LANGUAGES
from tests.lanes import each_third
from tests.rules.sheets.making import faults

VALIDATOR = jsonschema.Draft202012Validator(sheet_schema())
KANA = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
# What its example cannot have beside the expansion, or the victory, that the example has: tried by hand.
NOT_IN_ITS_EXAMPLE = {
    "catan": {"army"},
    "ingenious": {"board"},
    "spirit-island": {"lost_difficulty", "lost_cards"},
}
every_sheet = pytest.mark.parametrize("key", LIBRARY)
some_sheets = pytest.mark.parametrize("key", each_third(LIBRARY))


def example(key):
    return {"game": key, **sheet(key)["example"]}


def spoken(value):
    """Every text of a sheet that stands in several languages."""
    if isinstance(value, dict):
        if "en" in value:
            yield value
        for inner in value.values():
            yield from spoken(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from spoken(inner)


def test_there_are_many_and_none_is_a_game_of_its_own():
    assert len(LIBRARY) >= 40
    assert not set(LIBRARY) & set(GAMES)
    assert set(LIBRARY) == {path.stem for path in FOLDER.iterdir() if path.suffix == ".json"}


def test_what_is_not_in_it_is_not_found():
    assert "nonesuch" not in LIBRARY
    with pytest.raises(KeyError):
        LIBRARY["../library/uno"]
    with pytest.raises(KeyError):
        sheet("nonesuch")


def test_nothing_is_wrong_with_any():
    assert {key: said for key in LIBRARY if (said := faults(sheet(key)))} == {}
    assert [key for key in LIBRARY if not VALIDATOR.is_valid(sheet(key))] == []
    assert [key for key in LIBRARY if not sheet(key)["key"] == key == LIBRARY[key].slug] == []
    assert [key for key in LIBRARY if LIBRARY[key] is not LIBRARY[key]] == []


def test_each_names_the_source_of_its_rules():
    assert [key for key in LIBRARY if len(sheet(key)["source"]) <= 10] == []
    assert [key for key, game in LIBRARY.items() if game.source.message != sheet(key)["source"]] == []


def test_the_words_of_each_are_in_three_languages():
    assert {key: texts for key in LIBRARY if (texts := list(missing_words(sheet(key))))} == {}


@pytest.mark.parametrize(
    ("key", "row", "language", "label"),
    [
        ("sushi-go", "dumplings", "de", "Muscheln"),
        ("sushi-go", "squid", "de", "Thunfisch-Nigiri"),
        ("sushi-go", "squid_wasabi", "de", "Thunfisch-Nigiri auf Wasabi"),
        ("cascadia", "tokens", "de", "Zapfen"),
        ("carcassonne", "cities", "en", "completed cities supplied by my farmers, per field"),
        ("carcassonne", "cities", "de", "fertige Städte, die meine Bauern versorgen, je Wiese"),
        ("carcassonne", "cities", "ja", "農夫が養う完成都市 (草原ごと)"),
    ],
)
def test_rows_are_called_as_the_box_of_their_language_calls_them(key, row, language, label):
    [its] = [each for each in sheet(key)["rows"] if each["key"] == row]
    assert its["label"][language] == label


def test_japanese_words_have_short_brackets_and_blanks_around_numbers():
    titles = {sheet(key)["title"]["ja"] for key in LIBRARY}
    texts = [words["ja"] for key in LIBRARY for words in spoken(sheet(key)) if words["ja"] not in titles]
    wrong = re.compile(r"[：（）]|\d(?=[個枚回人点匹本両年つ])")
    assert [text for text in texts if wrong.search(text)] == []
    assert [title for title in titles if re.search("[（）]", title)] == []


def test_english_words_do_not_begin_with_a_noun_clause():
    calque = re.compile(r"(^|[.:;] )(Whoever|Who|What|Where) |\b(brings?|somebody|everybody)\b")
    assert [words["en"] for key in LIBRARY for words in spoken(sheet(key)) if calque.search(words["en"])] == []


def test_row_is_not_called_after_this_round():
    """Its label also stands beside the sum of all rounds, at the end of a play and in the shared picture."""
    labels = [label for key in LIBRARY for row in sheet(key)["rows"] for label in row["label"].values()]
    assert not [label for label in labels if re.search("this round|dieser Runde|このラウンド", label)]


def test_city_counts_for_each_field_of_its_farmers_that_it_touches():
    # Rulebook (Hans im Glück): a city at several fields scores 3 points for each of them.
    seats = [
        {"player": "Anna", "stages": {"end": {"track": 70, "cities": 2}}},
        {"player": "Ben", "stages": {"end": {"track": 75, "cities": 0}}},
    ]
    result = score_play({"game": "carcassonne", "seats": seats}, LIBRARY)
    assert result.winners == ("Anna",)


def missing_words(its):
    """The texts of a sheet that do not stand in each language, or not as Japanese in Japanese."""
    yield from (text for text in (its["title"], *(row["label"] for row in its["rows"])) if not isinstance(text, dict))
    for words in spoken(its):
        is_japanese = KANA.search(words.get("ja", "")) or not re.search(r"[a-z]{3}", words.get("ja", ""))
        if set(words) != set(LANGUAGES) or not is_japanese:
            yield words


@every_sheet
def test_its_worked_example_is_scored_as_it_says(key):
    play = example(key)
    result = score_play(play, LIBRARY)
    assert [str(problem.message) for problem in result.problems] == []
    for seat, standing in zip(play["seats"], result.standings, strict=True):
        assert set(seat) <= OF_A_SEAT
        assert seat["points"] == float(standing.points), standing.player
        assert seat.get("rank", standing.rank) == standing.rank
        assert seat.get("winner", standing.player in result.winners) == (standing.player in result.winners)


def brings_points(row):
    """Return whether a row isn't there for other rows alone."""
    return any(each["worth"] for each in (row, *row.get("choices", ())) if "worth" in each) or row["kind"] not in (
        "count",
        "choice",
    )


@some_sheets
def test_its_worked_example_leaves_no_row_out(key):
    """A row that nobody scores in would not be tried."""
    result = score_play(example(key), LIBRARY)
    lines = [line for standing in result.standings for line in standing.lines]
    rows = {row["key"] for row in sheet(key)["rows"] if brings_points(row)}
    told = {line.item for line in lines if line.points or line.amount}
    assert rows - NOT_IN_ITS_EXAMPLE.get(key, set()) <= told


@some_sheets
def test_its_example_is_a_play_as_the_schema_has_it(key):
    assert jsonschema.Draft202012Validator(play_schema({key: LIBRARY[key]})).is_valid(example(key))


def test_rules_of_skull_king_name_the_bonus_for_loot_in_each_language():
    said = [text for text in sheet("skull-king")["how"] if "loot" in text["en"]]
    assert [re.findall(r"\d+", text[language])[-1] for text in said for language in ("en", "de", "ja")] == ["20"] * 3


def test_rules_of_each_game_in_rounds_say_when_it_ends():
    silent = []
    for key, game in LIBRARY.items():
        rounds = sheet(key).get("rounds", {})
        ends = [str(rounds[each]) for each in ("number", "total") if isinstance(rounds.get(each), int)]
        rules = " ".join(str(sentence).replace("three rounds", "3 rounds") for sentence in game.how_it_scores)
        silent += [key for end in ends if end not in rules and "last_round" not in sheet(key)]
    assert silent == []


def test_everyone_wins_by_the_answer_that_decides_a_co_op_game():
    (cured, *_others) = LIBRARY["pandemic"].how_it_scores
    assert str(cured) == "all four cures discovered: yes: everyone wins"
