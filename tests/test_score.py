"""The `score` command, as docs/reference/play-format.md describes it."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from companion.core.language.texts import say
from companion.management.commands import score as score_command
from companion.management.commands.score import Reasons, format_result
from companion.rules import GAMES
from companion.rules.kit import gettext
from companion.rules.scoring.play_format import Play, PlaySeat
from companion.rules.scoring.result import score_play
from tests.builders import tuareg_end, tuareg_play
from tests.lanes import long, unhurried
from tests.rules.tables import possible_plays, strange_plays

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs" / "reference"

AT_THE_TABLE = tuareg_play(anna={"water": 4}, ben={"water": 2})


def with_result(key, value):
    """The same play, in which Anna is said to have come to this."""
    anna, ben = AT_THE_TABLE["seats"]
    return {**AT_THE_TABLE, "seats": [{**anna, key: value}, ben]}


IMPOSSIBLE = tuareg_play(anna={"water": 9}, ben={"water": 2})


@pytest.fixture
def score(monkeypatch, capsys):
    """Call the command in this process: what it is sent, its exit status and what it printed."""

    def run(sent, *arguments):
        sent = sent if isinstance(sent, bytes | str) else json.dumps(sent)
        sent = sent.encode() if isinstance(sent, str) else sent
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(sent)))
        with pytest.raises(SystemExit) as left:
            call_command("score", *arguments)
        printed = capsys.readouterr()
        return SimpleNamespace(status=left.value.code, out=printed.out, err=printed.err)

    return run


@pytest.fixture
def score_process(tmp_path):
    """Run the command as people do, in a process and with a data folder of its own."""
    data = tmp_path / "data"

    def run(sent, *arguments, **environment):
        sent = sent if isinstance(sent, bytes | str) else json.dumps(sent)
        return subprocess.run(
            [sys.executable, ROOT / "manage.py", "score", *map(str, arguments)],
            input=sent.encode() if isinstance(sent, str) else sent,
            capture_output=True,
            env={**os.environ, "CARAVAN_DATA": str(data), **environment},
            cwd=tmp_path,
        )

    run.data = data
    return run


def problems(answer):
    """Code, seat, stage and field of each problem that was printed."""
    return [
        (problem["code"], problem["seat"], problem["stage"], problem["field"])
        for problem in json.loads(answer.out)["problems"]
    ]


class TestAsAProcess:
    def test_a_play_on_standard_input_is_scored(self, score_process):
        answer = score_process(AT_THE_TABLE)
        assert (answer.returncode, answer.stderr) == (0, b"")
        assert [seat["points"] for seat in json.loads(answer.stdout)["seats"]] == [6, 0]

    @pytest.mark.long
    def test_a_play_in_a_file_is_scored(self, score_process, tmp_path):
        (tmp_path / "play.json").write_text(json.dumps(AT_THE_TABLE))
        answer = score_process("", "play.json")
        assert answer.returncode == 0
        assert json.loads(answer.stdout)["winners"] == ["Anna"]

    @pytest.mark.long
    def test_an_impossible_play_is_answered_and_exits_with_1(self, score_process):
        answer = score_process(IMPOSSIBLE)
        assert (answer.returncode, answer.stderr) == (1, b"")
        assert json.loads(answer.stdout)["problems"][0]["code"] == "too_many"

    @pytest.mark.long
    def test_no_play_is_one_line_of_error_and_exits_with_2(self, score_process):
        answer = score_process("[]")
        assert (answer.returncode, answer.stdout) == (2, b"")
        assert answer.stderr.decode().splitlines() == ["score: a play is a JSON object"]

    @pytest.mark.long
    def test_no_database_is_touched(self, score_process):
        assert score_process(AT_THE_TABLE).returncode == 0
        assert not list(score_process.data.glob("*sqlite*"))

    @pytest.mark.long
    def test_lines_are_answered_in_order(self, score_process):
        sent = "\n".join(["", json.dumps(AT_THE_TABLE), "  ", "{", json.dumps(IMPOSSIBLE)])
        answer = score_process(sent, "--lines")
        assert answer.returncode == 1
        answers = [json.loads(line) for line in answer.stdout.splitlines()]
        assert ["seats" in each for each in answers] == [True, False, True]
        assert list(answers[1]) == ["error"]

    @pytest.mark.long
    def test_it_speaks_utf8_whatever_the_terminal_does(self, score_process):
        play = tuareg_play(anna={"gold": 2}, ben={"gold": 2})
        play["seats"][1]["player"] = "絵美"
        answer = score_process(play, PYTHONIOENCODING="latin-1")
        assert answer.returncode == 0
        reasons = [line["reason"] for line in json.loads(answer.stdout.decode())["seats"][0]["lines"]]
        assert "2 gold, tied with 絵美: 5 − 1" in reasons

    @pytest.mark.long
    def test_a_file_that_is_not_there_is_named(self, score_process):
        answer = score_process("", "nonesuch.json")
        assert (answer.returncode, answer.stdout) == (2, b"")
        assert answer.stderr.decode().splitlines() == ["score: nonesuch.json: No such file or directory"]

    @pytest.mark.long
    def test_an_unknown_language_is_refused(self, score_process):
        answer = score_process(AT_THE_TABLE, "--language", "fr")
        assert (answer.returncode, answer.stdout) == (2, b"")


class TestAnswer:
    def test_it_holds_everything_the_format_promises(self, score):
        answer = score(tuareg_play(anna={"water": 4, "gold": 1}, ben=({"water": 2, "gold": 4}, {})))
        assert json.loads(answer.out) == {
            "game": "tuareg",
            "seats": [
                {
                    "player": "Anna",
                    "points": 6,
                    "rank": 1,
                    "lines": [
                        line("1", "water", 6, "Most water: 4, ahead of Ben with 2"),
                        line("1", "gold", 0, "1 gold; most: Ben with 4"),
                        line("1", "salt", 0, "Nobody has any rock salt"),
                        line("1", "millet", 0, "Nobody has any millet"),
                        line("1", "maps", 0, "No map"),
                    ],
                    "carries": {},
                },
                {
                    "player": "Ben",
                    "points": 5,
                    "rank": 2,
                    "lines": [
                        line("1", "water", 0, "2 water; most: Anna with 4"),
                        line("1", "gold", 5, "Most gold: 4, ahead of Anna with 1"),
                        line("1", "salt", 0, "Nobody has any rock salt"),
                        line("1", "millet", 0, "Nobody has any millet"),
                        line("1", "maps", 0, "No map"),
                        line("2", "water", 0, "Nobody has any water"),
                        line("2", "gold", 0, "Nobody has any gold"),
                        line("2", "salt", 0, "Nobody has any rock salt"),
                        line("2", "millet", 0, "Nobody has any millet"),
                        line("2", "specials", 0, "Unused: donkeys 0, caves 0, thieves 0; 1 point each"),
                        line("2", "maps", 0, "No map"),
                    ],
                    "carries": {},
                },
            ],
            "winners": ["Anna"],
            "decided_by": "points",
            "verdict": None,
            "problems": [
                {
                    "code": "missing_stage",
                    "message": "Anna: stage 2 is not entered yet.",
                    "blocks": False,
                    "seat": "Anna",
                    "stage": "2",
                    "field": None,
                }
            ],
        }
        assert answer.status == 0

    def test_it_is_one_line(self, score):
        assert len(score(AT_THE_TABLE).out.splitlines()) == 1

    def test_where_something_blocks_no_seat_has_points(self, score):
        answer = score(IMPOSSIBLE)
        assert answer.status == 1
        printed = json.loads(answer.out)
        empty = {"points": None, "rank": None, "lines": [], "carries": {}}
        assert printed["seats"] == [{"player": "Anna", **empty}, {"player": "Ben", **empty}]
        assert (printed["winners"], printed["decided_by"], printed["verdict"]) == ([], None, None)
        assert printed["problems"][0]["message"] == "Anna, water: 9, but there are only 8."

    def test_a_tie_is_decided_by_the_hand(self, score):
        printed = json.loads(score(tuareg_end(anna={"hand_value": 1}, ben={"hand_value": 2})).out)
        assert (printed["winners"], printed["decided_by"]) == (["Ben"], "hand_value")

    def test_a_shared_win_names_all(self, score):
        printed = json.loads(score(tuareg_end(anna={}, ben={})).out)
        assert (printed["winners"], printed["decided_by"]) == (["Anna", "Ben"], "shared")

    def test_names_are_trimmed(self, score):
        play = tuareg_play(anna={"gold": 1}, ben={})
        play["seats"][0]["player"] = "  Anna "
        assert json.loads(score(play).out)["winners"] == ["Anna"]

    def test_a_whole_number_may_be_written_as_a_decimal(self, score):
        sent = json.dumps(AT_THE_TABLE).replace('"water": 4', '"water": 4.0')
        assert json.loads(score(sent).out)["seats"][0]["lines"][0]["reason"].startswith("Most water: 4, ")

    def test_half_a_surrogate_goes_out_as_it_came(self, score):
        answer = score(json.dumps(AT_THE_TABLE).replace("Anna", r"\ud800"))
        assert answer.status == 0
        assert json.loads(answer.out)["winners"] == ["\ud800"]

    def test_a_byte_order_mark_is_passed_over(self, score):
        assert score(b"\xef\xbb\xbf" + json.dumps(AT_THE_TABLE).encode()).status == 0


class TestLanguages:
    # The words are those the German and the Japanese rules print.
    @pytest.mark.parametrize(
        ("language", "word", "problem"), [("de", "Steinsalz", "Etappe 2"), ("ja", "岩塩", "ステージ 2")]
    )
    def test_reasons_and_messages_are_in_the_language(self, score, language, word, problem):
        play = tuareg_play(anna={"salt": 3}, ben=({}, {}))
        printed = json.loads(score(play, "--language", language).out)
        assert word in printed["seats"][0]["lines"][2]["reason"]
        assert problem in printed["problems"][0]["message"]

    @pytest.mark.parametrize(
        ("language", "listed"),
        [("en", "Ben, 絵美, and Gül"), ("de", "Ben, 絵美 und Gül"), ("ja", "Ben、絵美、Gül")],
    )
    def test_names_are_listed_the_way_of_the_language(self, language, listed):
        with translation.override(language):
            assert say(gettext("%(names)s", names=("Ben", "絵美", "Gül"))) == listed

    def test_names_are_listed_as_they_are_written(self):
        with translation.override("de"):
            assert say(gettext("%(names)s", names=("100%", "%s", "{0}"))) == "100%, %s und {0}"

    def test_english_is_the_language_unless_told(self, score):
        printed = json.loads(score(tuareg_play(anna={"salt": 3}, ben={})).out)
        assert printed["seats"][0]["lines"][2]["reason"] == "Most rock salt: 3; nobody else holds any"

    @pytest.mark.parametrize("language", ["en", "de", "ja"])
    def test_figures_do_not_depend_on_it(self, score, language):
        printed = json.loads(score(AT_THE_TABLE, "--language", language).out)
        assert [seat["points"] for seat in printed["seats"]] == [6, 0]


class TestNoPlay:
    @pytest.mark.parametrize(
        ("sent", "says"),
        [
            ("", "invalid JSON: "),
            long("   \n", "invalid JSON: "),
            ("{", "invalid JSON: "),
            long("tuareg", "invalid JSON: "),
            long("{'game': 'tuareg'}", "invalid JSON: "),
            ('{"game": "tuareg"} {}', "invalid JSON: "),
            ('{"game": "tuareg", "seats": [], "id": NaN}', "NaN isn’t a number"),
            long('{"game": "tuareg", "seats": [], "id": Infinity}', "Infinity isn’t a number"),
            (b'{"game": "tuar\xff"}', "invalid JSON: "),
            long(b"\xff\xfe\x00", "invalid JSON: "),
            long("[" * 100_000, "invalid JSON: "),
            ("[" * 100_000 + "]" * 100_000, "invalid JSON: "),
            ("[]", "a play is a JSON object"),
            long("null", "a play is a JSON object"),
            long("7", "a play is a JSON object"),
            long('"tuareg"', "a play is a JSON object"),
            ("{}", "names no game"),
            ({"seats": []}, "names no game"),
            ({"game": "nonesuch", "seats": []}, "unknown game nonesuch; known are tuareg"),
            long({"game": "Tuareg", "seats": []}, "unknown game Tuareg"),
            ({"game": None, "seats": []}, "unknown game null"),
            ({"game": ["tuareg"], "seats": []}, "unknown game […]"),
            ({"game": "a\nb" * 999, "seats": []}, "unknown game a b"),
            ({**AT_THE_TABLE, "format": "caravan.play/2"}, "the format is not caravan.play/1 but caravan.play/2"),
            ({**AT_THE_TABLE, "format": None}, "the format is not caravan.play/1 but null"),
            ({"game": "tuareg"}, "the seats are not a list of objects with a player"),
            long({"game": "tuareg", "seats": {"player": "Anna"}}, "the seats are not a list"),
            ({"game": "tuareg", "seats": ["Anna", "Ben"]}, "the seats are not a list"),
            ({"game": "tuareg", "seats": [{"player": "Anna"}, {"name": "Ben"}]}, "the seats are not a list"),
            ({"game": "tuareg", "seats": [{"player": "Anna"}, {"player": 7}]}, "the seats are not a list"),
            ('{"game": "tuareg", "seats": [], "seats": []}', "“seats” appears twice in one object"),
        ],
        ids=lambda value: repr(value)[:40],
    )
    def test_it_is_one_clear_line_of_error(self, score, sent, says):
        answer = score(sent)
        assert (answer.status, answer.out) == (2, "")
        assert len(answer.err.splitlines()) == 1
        assert answer.err.startswith("score: ")
        assert says in answer.err

    def test_a_key_that_stands_twice_loses_no_points(self, score):
        sent = json.dumps(AT_THE_TABLE).replace('"water": 4', '"water": 4, "water": 2')
        answer = score(sent)
        assert (answer.status, answer.out) == (2, "")
        assert "“water” appears twice in one object" in answer.err

    def test_a_folder_is_no_file(self, score, tmp_path):
        answer = score("", str(tmp_path))
        assert (answer.status, answer.out) == (2, "")
        assert len(answer.err.splitlines()) == 1


class TestProblems:
    """What is wrong inside a play blocks, whatever it is: a slip must not lose points."""

    @pytest.mark.parametrize(
        ("sent", "problem"),
        [
            (tuareg_play(anna={"watr": 4}, ben={}), ("unknown_field", "Anna", "1", "watr")),
            (tuareg_play(anna={"hand_value": 4}, ben={}), ("unknown_field", "Anna", "1", "hand_value")),
            (tuareg_play(anna={"water": "4"}, ben={}), ("wrong_type", "Anna", "1", "water")),
            (tuareg_play(anna={"water": None}, ben={}), ("wrong_type", "Anna", "1", "water")),
            (tuareg_play(anna={"water": True}, ben={}), ("wrong_type", "Anna", "1", "water")),
            (tuareg_play(anna={"water": {}}, ben={}), ("wrong_type", "Anna", "1", "water")),
            (tuareg_play(anna={"water": 1.5}, ben={}), ("fraction", "Anna", "1", "water")),
            (tuareg_play(anna={"water": -1}, ben={}), ("negative", "Anna", "1", "water")),
            (tuareg_play(anna={"water": 9}, ben={}), ("too_many", "Anna", "1", "water")),
            (tuareg_end(anna={"hand_value": 1000}, ben={}), ("too_large", "Anna", "2", "hand_value")),
            (tuareg_play(anna={"water": 5}, ben={"water": 4}), ("too_many", None, "1", "water")),
            (tuareg_play(anna={}, ben={}, options={"nonesuch": 1}), ("unknown_option", None, None, "nonesuch")),
            (tuareg_play(anna={}, ben={}, options={"maps": "twice"}), ("bad_option", None, None, "maps")),
            (tuareg_play(anna={}, ben={}, options={"points_gold": 0}), ("bad_option", None, None, "points_gold")),
            ({**AT_THE_TABLE, "options": []}, ("wrong_type", None, None, None)),
            ({**AT_THE_TABLE, "option": {}}, ("unknown_field", None, None, "option")),
            (with_result("points", "12"), ("bad_value", "Anna", None, "points")),
            (with_result("points", True), ("bad_value", "Anna", None, "points")),
            (with_result("rank", 0), ("bad_value", "Anna", None, "rank")),
            (with_result("winner", 1), ("bad_value", "Anna", None, "winner")),
            ({**AT_THE_TABLE, "state": "won"}, ("bad_value", None, None, "state")),
            ({**AT_THE_TABLE, "id": "7"}, ("bad_value", None, None, "id")),
            ({**AT_THE_TABLE, "played_on": "2026-02-30"}, ("bad_value", None, None, "played_on")),
            ({**AT_THE_TABLE, "played_on": "20261120"}, ("bad_value", None, None, "played_on")),
            ({**AT_THE_TABLE, "place": 7}, ("bad_value", None, None, "place")),
            ({**AT_THE_TABLE, "notes": None}, ("bad_value", None, None, "notes")),
            ({"game": "tuareg", "seats": []}, ("seats", None, None, None)),
            ({"game": "tuareg", "seats": [{"player": "Anna"}]}, ("seats", None, None, None)),
            (
                {"game": "tuareg", "seats": [{"player": "Anna"}, {"player": " anna\t"}]},
                ("same_name", "anna", None, None),
            ),
            (
                {"game": "tuareg", "seats": [{"player": "Straße"}, {"player": "STRASSE"}]},
                ("same_name", "STRASSE", None, None),
            ),
            ({"game": "tuareg", "seats": [{"player": "Anna"}, {"player": ""}]}, ("no_name", None, None, None)),
            (
                {"game": "tuareg", "seats": [{"player": "Anna", "stages": []}, {"player": "Ben"}]},
                ("wrong_type", "Anna", None, None),
            ),
            (
                {"game": "tuareg", "seats": [{"player": "Anna", "stage": {}}, {"player": "Ben"}]},
                ("unknown_field", "Anna", None, "stage"),
            ),
            (
                {"game": "tuareg", "seats": [{"player": "Anna", "stages": {"3": {}}}, {"player": "Ben"}]},
                ("unknown_stage", "Anna", "3", None),
            ),
            (
                {"game": "tuareg", "seats": [{"player": "Anna", "stages": {"1": 4}}, {"player": "Ben"}]},
                ("wrong_type", "Anna", "1", None),
            ),
        ],
        ids=lambda value: repr(value)[:60],
    )
    def test_it_blocks_and_says_where(self, score, sent, problem):
        answer = score(sent)
        assert (answer.status, answer.err) == (1, "")
        assert problem in problems(answer)
        assert all(seat["points"] is None for seat in json.loads(answer.out)["seats"])

    @pytest.mark.parametrize("huge", ["9" * 5000, "1e999", "-" + "9" * 5000, "123456789012345678901234567890"])
    def test_a_huge_number_blocks(self, score, huge):
        answer = score(json.dumps(AT_THE_TABLE).replace('"water": 4', f'"water": {huge}'))
        assert answer.status == 1
        assert problems(answer)[0][1:] == ("Anna", "1", "water")

    def test_something_nested_deeply_blocks(self, score):
        nested = "[" * 500 + "]" * 500
        answer = score(json.dumps(AT_THE_TABLE).replace('"water": 4', f'"water": {nested}'))
        assert answer.status == 1
        assert problems(answer) == [("wrong_type", "Anna", "1", "water")]

    def test_a_stage_only_some_have_is_told_and_does_not_block(self, score):
        answer = score(tuareg_play(anna=({}, {}), ben={}))
        assert answer.status == 0
        assert problems(answer) == [("missing_stage", "Ben", "2", None)]

    def test_all_of_them_are_told_at_once(self, score):
        sent = tuareg_play(anna={"water": 5, "gold": -1, "watr": 1}, ben={"water": 4}, options={"maps": 2})
        assert {problem[0] for problem in problems(score({**sent, "state": "won"}))} == {
            "bad_value",
            "bad_option",
            "negative",
            "unknown_field",
            "too_many",
        }


class TestLines:
    def test_one_object_a_line_in_the_same_order(self, score):
        sent = "".join(json.dumps(play) + "\n" for play in (AT_THE_TABLE, tuareg_end(anna={}, ben={"gold": 1})))
        answer = score(sent, "--lines")
        assert answer.status == 0
        assert [json.loads(each)["winners"] for each in answer.out.splitlines()] == [["Anna"], ["Ben"]]

    @pytest.mark.parametrize("sent", ["", "\n", " \n\t\n\r\n"])
    def test_blank_lines_are_passed_over(self, score, sent):
        answer = score(sent, "--lines")
        assert (answer.status, answer.out, answer.err) == (0, "", "")

    def test_the_last_line_needs_no_end(self, score):
        assert len(score(json.dumps(AT_THE_TABLE), "--lines").out.splitlines()) == 1

    def test_a_line_that_blocks_is_printed_whole(self, score):
        answer = score(json.dumps(IMPOSSIBLE) + "\n" + json.dumps(AT_THE_TABLE), "--lines")
        assert answer.status == 1
        assert [json.loads(each)["winners"] for each in answer.out.splitlines()] == [[], ["Anna"]]

    @pytest.mark.parametrize(
        "bad", [b"{", b"[]", b"\xff", b'{"game": "nonesuch"}', b'{"a": 1, "a": 2}', b"[" * 100_000]
    )
    def test_a_line_that_is_no_play_is_an_error_in_its_place(self, score, bad):
        good = json.dumps(AT_THE_TABLE).encode()
        answer = score(b"\n".join([good, bad, good]), "--lines")
        assert (answer.status, answer.err) == (1, "")
        first, second, third = map(json.loads, answer.out.splitlines())
        assert list(second) == ["error"]
        assert second["error"]
        assert first == third

    def test_a_file_may_hold_them(self, score, tmp_path):
        (tmp_path / "plays.jsonl").write_text(json.dumps(AT_THE_TABLE) + "\n")
        assert score("", str(tmp_path / "plays.jsonl"), "--lines").status == 0


def left_out(printed):
    """An answer with the reasons taken out of it, written down again."""
    answer = json.loads(printed)
    for seat in answer["seats"]:
        for each in seat["lines"]:
            del each["reason"]
    return json.dumps(answer, ensure_ascii=False)


NAMES_WITH_SIGNS = ["Anna", "100%", "%s", 'Q"uote\\']
SAME_AT_EACH_TABLE = [
    json.dumps(AT_THE_TABLE | {"seats": [AT_THE_TABLE["seats"][0] | {"player": name}, AT_THE_TABLE["seats"][1]]})
    for name in NAMES_WITH_SIGNS
]


class TestReasons:
    @pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
    @unhurried(60)
    @given(st.data())
    def test_an_answer_is_the_same_but_for_them(self, game, data):
        result = score_play(data.draw(st.one_of(possible_plays(game), strange_plays(game))), GAMES)
        whole = format_result(result, Reasons("en"))
        assert json.dumps(json.loads(whole), ensure_ascii=False) == whole
        assert format_result(result, None) == left_out(whole)

    def test_they_are_all_told_however_few_are_known_by_heart(self, monkeypatch):
        result = score_play(AT_THE_TABLE, GAMES)
        told = format_result(result, Reasons("en"))
        monkeypatch.setattr(score_command, "MOST_KNOWN", 1)
        assert format_result(result, Reasons("en")) == told

    def test_whoever_played_the_same_before_each_play_names_its_own_players(self, score):
        behind = [
            [line["reason"] for line in play["seats"][1]["lines"][:1]]
            for play in map(json.loads, score("\n".join(SAME_AT_EACH_TABLE), "--lines").out.splitlines())
        ]
        assert behind == [[f"2 water; most: {name} with 4"] for name in NAMES_WITH_SIGNS]

    @pytest.mark.parametrize("arguments", [[], ["--lines"]], ids=["one play", "lines"])
    def test_they_are_left_out_where_that_is_asked(self, score, arguments):
        whole, without = score(AT_THE_TABLE, *arguments), score(AT_THE_TABLE, *arguments, "--no-reasons")
        assert (without.status, without.err) == (0, "")
        assert without.out == left_out(whole.out) + "\n" != whole.out

    @pytest.mark.parametrize("sent", [IMPOSSIBLE, tuareg_play(anna=({}, {}), ben={})], ids=["blocks", "does not block"])
    def test_problems_keep_their_messages(self, score, sent):
        whole, without = score(sent), score(sent, "--no-reasons")
        assert without.status == whole.status
        assert json.loads(without.out)["problems"] == json.loads(whole.out)["problems"]
        assert json.loads(without.out)["problems"][0]["message"]

    def test_what_is_no_play_is_told(self, score):
        answer = score("{\n[]", "--lines", "--no-reasons")
        assert answer.status == 1
        assert [list(json.loads(each)) for each in answer.out.splitlines()] == [["error"], ["error"]]


class TestSheets:
    """Games that are data: those of the library, and one that goes along."""

    def test_a_play_of_the_library_is_scored(self, score):
        rounds = {"Mira": [12, 3], "Jo": [0, 27]}
        seats = [
            {"player": name, "stages": {str(number): {"heads": heads} for number, heads in enumerate(its, 1)}}
            for name, its in rounds.items()
        ]
        answer = score({"game": "6-nimmt", "seats": seats})
        assert answer.status == 0
        result = json.loads(answer.out)
        assert [(seat["points"], seat["rank"]) for seat in result["seats"]] == [(15, 1), (27, 2)]
        assert result["winners"] == ["Mira"]

    def test_points_are_written_out_however_many_they_are(self, score, tmp_path):
        row = {"key": "points", "label": "points", "kind": "points", "least": -9_999}
        sheet = {"format": "caravan.sheet/1", "title": "Many", "players": [5, 5], "rows": [row]}
        (tmp_path / "sheet.json").write_text(json.dumps(sheet))
        points = [-9_999, -100, 0, 999, 9_999]
        seats = [{"player": f"P{number}", "stages": {"end": {"points": number}}} for number in points]
        answer = score({"game": "sheet", "seats": seats}, "--sheet", str(tmp_path / "sheet.json"))
        assert [seat["lines"][0]["points"] for seat in json.loads(answer.out)["seats"]] == points

    def test_the_sheet_of_the_docs_is_scored_with_its_reasons(self, score, tmp_path):
        page = (DOCS / "custom-game-format.md").read_text()
        (tmp_path / "sheet.json").write_text(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0])
        seats = [
            {"player": "Mira", "stages": {"end": {"forests": 5, "roads": 5}}},
            {"player": "Jo", "stages": {"end": {"forests": 3}}},
        ]
        answer = score({"game": "sheet", "seats": seats}, "--sheet", str(tmp_path / "sheet.json"))
        lines = [[line["points"] for line in seat["lines"]] for seat in json.loads(answer.out)["seats"]]
        assert lines == [[5, 15], [2, 0]]
        assert "Most forests: 5, ahead of Jo with 3" in answer.out

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("{", "invalid JSON: "),
            ("[]", "must be an object of names and values."),
            (
                '{"format": "caravan.sheet/1", "title": "x", "players": [2, 4], "rows": []}',
                "rows: a sheet has at least",
            ),
        ],
    )
    def test_a_sheet_that_is_none_is_refused_in_a_line(self, score, tmp_path, text, why):
        (tmp_path / "sheet.json").write_text(text)
        answer = score({"game": "sheet", "seats": []}, "--sheet", str(tmp_path / "sheet.json"))
        assert (answer.status, answer.out) == (2, "")
        assert why in answer.err
        assert answer.err.count("\n") == 1

    def test_a_sheet_that_is_not_there_is_told(self, score, tmp_path):
        answer = score({"game": "sheet", "seats": []}, "--sheet", str(tmp_path / "nonesuch.json"))
        assert answer.status == 2
        assert "No such file" in answer.err


class TestDocs:
    def test_the_printed_schema_is_up_to_date(self, capsys):
        call_command("schema")
        assert (DOCS / "play.schema.json").read_text() == capsys.readouterr().out
        call_command("schema", "--sheet")
        assert (DOCS / "sheet.schema.json").read_text() == capsys.readouterr().out

    def test_the_example_is_answered_as_printed(self, score):
        page = (DOCS / "play-format.md").read_text()
        first, play, answer = re.findall(r"```json\n(.*?)```", page, re.DOTALL)[:3]
        assert [seat["points"] for seat in json.loads(score(first).out)["seats"]] == [11, 8]
        run = score(play)
        assert run.status == 0
        assert json.loads(run.out) == json.loads(answer)

    def test_every_key_of_a_play_and_its_seats_is_explained(self):
        page = (DOCS / "play-format.md").read_text().split("\n## Score a play\n")[0]
        explained = {key for row in re.findall(r"^\| (`.+?) \|", page, re.M) for key in re.findall(r"`(\w+)`", row)}
        assert explained == set(Play.__annotations__) | set(PlaySeat.__annotations__)


def line(stage, item, points, reason):
    return {"stage": stage, "item": item, "points": points, "reason": reason}
