"""A file of plays is read piece by piece, and gives what it would give at once."""

import json
from decimal import Decimal
from io import BytesIO

import pytest

from companion.rules.scoring import play_format
from companion.rules.scoring.play_format import Lines, NotAPlay, play_from, plays_from
from tests.lanes import long

PLAYS = [{"notes": '京都 😀 \\ " é', "n": [1, 2.5, -3e2]}, {}, {"a": {"b": [[], [{}]]}}, {"x": "y" * 20}]
FILES = {
    "a list": json.dumps(PLAYS),
    "a list with signs as they are": json.dumps(PLAYS, ensure_ascii=False),
    "a list over many lines": json.dumps(PLAYS, indent=4) + "\n\n",
    "one a line": "\n".join(map(json.dumps, PLAYS)),
    "one a line, and blank ones": "\r\n\n".join(map(json.dumps, PLAYS)) + "\n \n",
    "with a byte order mark": "\ufeff \n" + json.dumps(PLAYS, ensure_ascii=False),
}


def read(text):
    return list(plays_from(BytesIO(text.encode())))


def why_not(text) -> str:
    with pytest.raises(NotAPlay) as error:
        read(text)
    return str(error.value)


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("ahead", [150, long(151), long(152), long(153), long(300), 2**16])
def test_wherever_a_piece_ends_the_plays_are_the_same(kind, ahead, monkeypatch):
    monkeypatch.setattr(play_format, "MOST_CHARACTERS", ahead)
    assert read(FILES[kind]) == PLAYS


@pytest.mark.parametrize("ahead", [20, 2**16])
def test_the_line_that_is_wrong_is_told_wherever_a_piece_ends(ahead, monkeypatch):
    monkeypatch.setattr(play_format, "MOST_CHARACTERS", ahead)
    assert "from line 4 on" in why_not('{"a": 1}\n{"b": 2}\n\n{"c": x}\n{"d": 4}')
    assert "from line 4 on" in why_not('[\n{"a": 1},\n{"b": 2},\n{"c": x},\n{"d": 4}\n]')
    assert "from line 2 on" in why_not('[{"a": 1}]\n{"b": 2}')
    assert "from line 2 on" in why_not('{"a": 1}\n{"b": 2} {"c": 3}')
    with pytest.raises(NotAPlay, match="from line 3 on"):
        list(plays_from(BytesIO(b'{"a": 1}\n{"b": 2}\n{"c": "\xff"}\n{}')))


def test_what_is_longer_than_a_play_is_told_with_its_place(monkeypatch):
    monkeypatch.setattr(play_format, "MOST_CHARACTERS", 50)
    for start, again in (('{"notes": "', "x"), ('{"seats": [', "{}, "), ('{"a": "', "\\ud83d\\ude00")):
        long = start + again * 200
        assert "play 2, from line 2 on, is longer than a play can be" in why_not(f'[{{"a": 1}},\n{long}, {{}}]')


def test_no_more_is_read_than_is_asked_for():
    file = BytesIO(b"[" + b'{"a": 1},' * 100_000)
    next(plays_from(file))
    assert file.tell() <= 2 * play_format.MOST_CHARACTERS


@pytest.mark.parametrize(
    "number", ["7", "-0", "4.0", "4.5", "1e3", "1e999", "9" * 15, "-" + "9" * 15, "9" * 16, "1" + "0" * 15, "9" * 5000]
)
def test_a_number_is_the_same_in_bytes_and_in_text(number):
    text = f'{{"name": "Łódź", "number": {number}}}'
    from_text, from_bytes = play_from(text), play_from(text.encode())
    assert repr(from_bytes) == repr(from_text)
    assert type(from_bytes["number"]) is (
        Decimal if number == "4.5" else int if abs(from_bytes["number"]) < 1e15 else float
    )


@pytest.mark.parametrize(
    "line",
    [
        '{"id": 1, "seats": [{"held": {"a": 1, "b": []}}, {}]}',
        '{"notes": "at 10:30: \\u003a"}',
        '{"name": "Łódź", "\\u003a": 4.0, ":": 4.5}',
        '{"number": 1000000000000000}',
        '\ufeff{"a": 1}',
        ' {"a": 1} \r\n',
        "[1, 2]",
        "7",
        '{"a": 1, "a": 2}',
        '{"a": {"b": 1, "c": 2}, "a": {}}',
        '{"seats": [{"held": {"a": 1, "a": ":"}}]}',
        '{"a": 1, "a": 2',
        '{"a": NaN}',
        '{"a": 1} {"b": 2}',
        '{"a": 1} {}',
        '{"a": "\udce9"}',
        "",
        "[" * 100_000,
    ],
)
def test_a_line_among_others_is_read_as_one_by_itself(line):
    given, reader = line.encode("utf-8", "surrogateescape"), Lines()
    # What came before makes no difference.
    for before in (b'{"before": {"a": 1}}', b'{"a": 1, "a": 2}'):
        answer_of(reader.play_from, before)
        assert repr(answer_of(reader.play_from, given)) == repr(answer_of(play_from, given))


def answer_of(read, text):
    """What it is read as, or why it is not."""
    try:
        return read(text)
    except NotAPlay as error:
        return str(error)
