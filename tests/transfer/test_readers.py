"""Files as strangers make them: what is in them is read in bounded memory and time, or refused with a sentence."""

import json
import zipfile
from decimal import Decimal
from io import BytesIO

import pytest

from companion.transfer.readers.files import MOST_BYTES, read
from companion.transfer.readers.records import Unreadable, book_as_json, book_from_json
from companion.transfer.readers.values import parse_points
from tests.lanes import long
from tests.memory import measured

from .bgstats import a_file, a_play, as_bytes


def zipped(*files):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return packed.getvalue()


def sentence(content) -> str:
    with pytest.raises(Unreadable) as refused:
        read(content)
    return str(refused.value.text)


FILE = a_file(a_play(1, anna="20*", ben="12"))


def test_a_backup_is_read_plain_and_out_of_its_archive():
    for content in (
        as_bytes(FILE),
        zipped(("images/1.jpg", b"x"), ("__MACOSX/x.json", b""), ("BGStatsExport.json", as_bytes(FILE))),
    ):
        [play] = read(content).plays
        assert [(seat.score, seat.won) for seat in play.seats] == [("20", True), ("12", False)]


def test_what_is_kept_until_somebody_has_looked_is_the_same():
    book = read(as_bytes(FILE))
    assert book_from_json(json.loads(json.dumps(book_as_json(book, str)))) == book


def test_where_nobody_is_named_as_the_winner_nobody_has_lost_either():
    [play] = read(as_bytes(a_file(a_play(1, anna="20", ben="12")))).plays
    assert [seat.won for seat in play.seats] == [None, None]


SHEET = {
    "bggId": 263918,
    "version": 1,
    "rounds": [
        {
            "templateId": "1",
            "rows": [
                {"label": "{row}. letter", "repetition": 2, "negative": False, "scores": {"A": "3+20", "B": "7"}},
                {"label": "Monsters", "negative": True, "scores": {"A": "2+1", "B": "0"}},
                {"label": "Red tooth", "negative": False, "showWithExpansions": [1], "scores": {}},
            ],
        }
    ],
}


def as_the_app_writes(sheet):
    """A play of a backup: what lies deeper than a play and its seats is a text, and what is unknown null or zero."""
    seats = [
        {"playerRefId": 1, "score": "20", "winner": True, "rank": 0, "seatOrder": 0, "metaData": '{"scoreUuid":"A"}'},
        {"playerRefId": 2, "score": None, "winner": False, "rank": 0, "seatOrder": 0, "metaData": '{"scoreUuid":"B"}'},
    ]
    more = {"scoresheet": sheet, "playImages": "[]", "metaData": '{"playUsedGameCopy":0}', "playerScores": seats}
    return a_file(a_play(1, anna="20*", ben="7", more=more))


@pytest.mark.parametrize("called", ["rounds", "groups"])
def test_a_score_sheet_of_the_app_is_a_text_whose_rounds_some_call_groups(called):
    sheet = {key: value for key, value in SHEET.items() if key != "rounds"} | {called: SHEET["rounds"]}
    [play] = read(as_bytes(as_the_app_writes(json.dumps(sheet)))).plays
    assert play.rows == [
        [1, "2. letter", ["3+20", "7"]],
        [1, "Monsters", ["-3", "0"]],
        [1, "Red tooth", ["", ""]],
    ]
    assert [(seat.score, seat.won) for seat in play.seats] == [("20", True), ("", False)]


@pytest.mark.parametrize("sheet", ["", "null", None, "{", "[1]", "[" * 100_000, 7, '{"groups": 7}'])
def test_where_no_score_sheet_is_there_are_no_rows(sheet):
    [play] = read(as_bytes(as_the_app_writes(sheet))).plays
    assert play.rows == []


@pytest.mark.parametrize(
    ("score", "total"),
    [
        ("31", 31),
        ("3+20+5", 28),
        (" −4 + 1 ", -3),
        ("10 - 3", 7),
        ("86+84+", 170),
        ("１２", 12),
        ("٣", 3),
        ("+5", 5),
        ("10.0", 10),
        ("10.50000", Decimal("10.5")),
        ("21,7", Decimal("21.7")),
        ("10½", Decimal("10.5")),
        ("-3.44", Decimal("-3.44")),
        ("20.5+3", Decimal("23.5")),
        ("10.5+-3", Decimal("7.5")),
        ("10 + −3 + 2", 9),
        ("1,250", 1250),
        ("1.250", 1250),
        ("1 250", 1250),
        ("1\u202f250", 1250),
        ("1'250", 1250),
        ("1’250", 1250),
        ("1,234,567.25", Decimal("1234567.25")),
        ("1.250,5 + 20", Decimal("1270.5")),
        ("987654321", 987_654_321),
        ("12点", 12),
        ("12 pts", 12),
    ]
    + [
        (text, None)
        for text in ("", "3*4", "3--2", "49-46ish", "1.2345", "0.125", "1.250.5", "12,34,567", "9" * 400, "-")
    ],
)
def test_points_are_numbers_and_sums(score, total):
    assert parse_points(score) == total


MANY_FAULTS = "More than 1000 parts of this file can’t be read. The first: Play 1, a play is a JSON object."


def plays_that_are_numbers(count) -> bytes:
    return b'{"games": [], "plays": [' + b"1," * count + b"1]}"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: zipped(("a.json", b" " * 4 * MOST_BYTES)), "This archive’s content is larger than 20 MB."),
        (
            lambda: zipped(("1.xml", b""), ("2.json", b"")),
            "There are several files in this archive. Please send them one by one.",
        ),
        (lambda: zipped(("a.png", b"x")), "This archive has no file that Caravan can read."),
        (
            lambda: zipped(*((f"{number}.txt", b"") for number in range(10_001))),
            "There are too many files in this archive.",
        ),
        (lambda: b"[" * 400_000, "This file is nested too deeply."),
        (lambda: b"[" + b"{}," * 500_000 + b"{}]", "This file has more elements than ten thousand plays would."),
        (lambda: b"[" + b"1," * 3_000_001 + b"1]", "This file has more elements than ten thousand plays would."),
        (lambda: b'{"plays":[],"games":[],"x":' + b"9" * 5000 + b"}", "A number in this file is too long."),
        (lambda: plays_that_are_numbers(1_100), MANY_FAULTS),
        long(lambda: plays_that_are_numbers(2_900_000), MANY_FAULTS),
        (lambda: b'{"plays": {"a": 1}, "games": []}', "“plays” isn’t a list in this file."),
        (lambda: b"\0\1\xff", "This isn’t a text file: line 1 can’t be read."),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_what_would_fill_the_memory_is_refused(made, said):
    content = made()
    assert len(content) < MOST_BYTES
    with measured() as most:
        assert sentence(content) == said
        assert most() < 3 * MOST_BYTES


@pytest.mark.parametrize(
    "play",
    [1, None, [], "x", {"gameRefId": [1]}, {"gameRefId": 1, "playDate": {}}, {"gameRefId": 1, "playDate": "2026-11-20"}]
    + [{"gameRefId": 1, "playDate": "2026-11-20", "playerScores": [{}] * 13}]
    + [{"gameRefId": 1, "playDate": "2026-11-20", "playerScores": [{}], "x": json.loads("[" * 50 + "]" * 50)}]
    + [{"gameRefId": 1, "playDate": "2026-11-20", "playerScores": [{}], "x": ["y" * 9_000] * 9}],
)
def test_a_play_of_wrong_parts_is_named_and_the_others_come(play):
    book = read(as_bytes(FILE | {"plays": [play, *FILE["plays"]]}))
    assert (len(book.plays), len(book.faults)) == (1, 1)


def test_play_of_bgstats_that_is_still_to_come_is_named():
    book = read(as_bytes(a_file(a_play(1, anna="20*"), a_play(2, day="2150-01-01", anna="20*"))))
    assert len(book.plays) == 1
    assert [str(fault.why) for fault in book.faults] == ["This date is in the future."]


def test_another_play_of_bgstats_with_the_same_id_is_named_and_the_same_play_is_not():
    book = read(as_bytes(a_file(a_play(1, anna="20*"), a_play(1, anna="20*"), a_play(1, anna="7*"))))
    assert [seat.score for play in book.plays for seat in play.seats] == ["20"]
    assert [(str(fault.place), str(fault.why)) for fault in book.faults] == [
        ("Play 3 (Skat, 2026-11-20)", "another play in the file has the same id.")
    ]


def test_ids_that_only_differ_late_are_ids_of_two_plays():
    long_ids = [{"uuid": "x" * 300 + end} for end in "ab"]
    book = read(as_bytes(a_file(*(a_play(number, more=more, anna="1") for number, more in enumerate(long_ids)))))
    assert len({play.key for play in book.plays}) == 2


def test_what_lies_deep_in_a_text_of_json_is_no_fault_of_the_play():
    [play] = FILE["plays"]
    deep = play | {"metaData": json.dumps({"caravan": json.loads("[" * 500 + "]" * 500)})}
    assert read(as_bytes(FILE | {"plays": [deep]})).plays[0].ours is None


def test_what_no_database_takes_is_taken_as_text():
    odd = json.dumps(FILE["plays"][0] | {"x": "\ud800a\0b"})[:-1] + ', "y": 1e999}'
    [play] = read(json.dumps(FILE | {"plays": ["PLAY"]}).replace('"PLAY"', odd).encode()).plays
    assert (play.rest["x"], play.rest["y"]) == ("ab", "inf")
