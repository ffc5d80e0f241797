"""Read the cells of a table, from delimited text or a workbook's rows, with limits on memory and time.

Headings are recognized in three languages, also those of other programs.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from companion.core.language.folding import fold
from companion.core.language.typed import clean_name
from companion.rules.kit import gettext

from .records import MOST_PLAYS, Json, Unreadable
from .values import parse_day, parse_points

# Empty rows count, too.
MOST_COLUMNS, MOST_ROWS, LONGEST_CELL = 40, MOST_PLAYS * 5, 1000
# The most rows above the headings, and the fewest known headings that make a row the headings.
MOST_ABOVE, KNOWN_HEADINGS = 10, 2
# Excel's hint about the delimiter, in the first line.
HINT = "sep="
# Separates names in a cell. Line breaks in a cell become this.
NEW_LINE = ";"
# Marks the end of a text. No text has it.
THE_END = "\0"
type Row = list[str]

# The kinds of columns that can be there once for each player of a row.
FOR_EACH_PLAYER = ("player", "score", "winner", "place", "team", "role")
# Folded. Some are ambiguous: only its values tell whether "time" is a time of day.
HEADINGS: Mapping[str, Sequence[str]] = {
    "play": ("play", "play id", "game id", "session", "session id", "partie", "partie nr", "id", "プレイ", "プレイid"),
    "date": (
        *("date", "datum", "day", "tag", "played on", "play date", "date played", "spieldatum", "gespielt am", "when"),
        *("wann", "日付", "日", "日時", "プレイ日", "年月日"),
    ),
    "time": (
        *("start", "start time", "started", "time of day", "uhrzeit", "beginn", "startzeit", "時刻", "開始"),
        *("開始時刻", "開始時間"),
    ),
    "game": (
        *("game", "spiel", "title", "titel", "name of game", "game name", "board game", "boardgame", "brettspiel"),
        *("spielname", "ゲーム", "ゲーム名", "タイトル", "作品"),
    ),
    "player": (
        *("player", "spieler", "spielerin", "spieler/in", "spieler*in", "spieler:in", "mitspieler", "name", "person"),
        *("player name", "who", "wer", "プレイヤー", "プレーヤー", "プレイヤー名", "名前", "参加者", "人"),
    ),
    "players": ("players", "player(s)", "participants", "teilnehmer", "mitspielende", "spielende", "who played"),
    "score": (
        *("score", "points", "punkte", "total", "total score", "total points", "final score", "summe", "ergebnis"),
        *("result", "gesamt", "gesamtpunkte", "punktzahl", "punktestand", "endstand", "vp", "得点", "点数", "合計"),
        *("スコア", "点", "総得点", "最終得点", "scores"),
    ),
    "winner": (
        *("winner", "won", "win", "winner(s)", "winners", "won by", "won?", "win?", "victory", "gewonnen", "gewinner"),
        *("gewinnerin", "sieger", "siegerin", "sieg", "勝者", "勝ち", "勝敗", "勝利", "優勝"),
    ),
    "loser": (
        *("loser", "losers", "loser(s)", "lost", "lost by", "verlierer", "verliererin", "verloren", "敗者", "負け"),
    ),
    "place": (
        *("rank", "rang", "position", "placement", "placing", "ranking", "finish", "platzierung", "rangfolge", "順位"),
        *("位", "着順", "ランク"),
    ),
    "team": ("team", "teams", "mannschaft", "チーム"),
    "role": (
        *("role", "roles", "faction", "character", "corporation", "color", "colour", "rolle", "fraktion", "charakter"),
        *("konzern", "volk", "farbe", "役割", "陣営", "勢力", "キャラクター", "色"),
    ),
    "first": (
        *("first", "first player", "start player", "starting player", "startspieler", "startspielerin", "began"),
        *("スタートプレイヤー", "最初のプレイヤー"),
    ),
    "variant": (
        *("variant", "map", "board", "scenario", "variante", "karte", "spielplan", "szenario", "マップ", "シナリオ"),
    ),
    "location": ("location", "where", "ort", "spielort", "wo", "venue", "場所", "会場", "place", "platz"),
    "minutes": (
        *("minutes", "minuten", "min", "mins", "duration", "dauer", "length", "play time", "playtime", "playing time"),
        *("time", "spieldauer", "spielzeit", "zeit", "分", "時間", "所要時間", "プレイ時間"),
    ),
    "notes": (
        *("notes", "note", "notizen", "notiz", "comment", "comments", "kommentar", "kommentare", "bemerkung"),
        *("bemerkungen", "anmerkung", "anmerkungen", "remarks", "メモ", "コメント", "備考", "感想"),
    ),
}
KINDS = {word: kind for kind, words in HEADINGS.items() for word in words}
OF_A_PLAYER = re.compile(r"(?:player|spielerin|spieler|プレイヤー|プレーヤー|p(?![^\W\d_]))(?:の|'s)? ?(.*)")
A_COUNT = re.compile(r"\d{1,2}")
IN_BRACKETS = re.compile(r"\s*[(\[（].*?[)\]）]\s*$")


@dataclass(frozen=True)
class Grid:
    """The cells of a table: its headings, empty if it has none, and the rows below them.

    `numbers`: the rows' numbers in the file, from 1. `above`: a text for each row above the headings. `encoding`: the
    encoding if it had to be guessed. `sheet`: the name of the sheet if the workbook has several. `is_cut`: there are
    more columns or longer cells than are read.
    """

    headings: Row
    rows: list[Row]
    numbers: list[int]
    above: list[str] = field(default_factory=list)
    encoding: str = ""
    sheet: str = ""
    is_cut: bool = False


def grid_from_json(data: Json) -> Grid:
    """Return the grid that `asdict` has converted; older ones have only the number of the first row."""
    if "first" in data:
        rows = data["rows"]
        return Grid(data["headings"], rows, list(range(data["first"], data["first"] + len(rows))))
    return Grid(**data)


def parse_grid(text: str, *, encoding: str = "") -> Grid:
    """Return the cells of a delimited text.

    Raise Unreadable if it isn't a table of at least two columns, or is too large.
    """
    plain = text.replace("\0", "")
    first, _end, rest = plain.lstrip("\r\n").partition("\n")
    hint = first.strip().lower()
    if hint.startswith(HINT) and len(hint) <= len(HINT) + 1:
        # If the delimiter is a tab, `strip` has removed it.
        return build_grid(iterate_rows(rest, hint.removeprefix(HINT) or "\t"), encoding=encoding, passed=1)
    return build_grid(iterate_rows(plain, find_delimiter(plain)), encoding=encoding)


def iterate_rows(text: str, delimiter: str) -> Iterator[Row]:
    """Yield the rows of a text, also empty ones."""
    # If a quotation mark isn't closed, the end mark is within a cell.
    lines, number = chain(io.StringIO(text, newline=""), [THE_END]), 0
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            if row == [THE_END]:
                return
            number += 1
            if row and row[-1].endswith(THE_END):
                raise Unreadable(gettext("A quotation mark in row %(row)s isn’t closed.", row=number))
            yield row
    except csv.Error as error:
        raise Unreadable(gettext("This can’t be read as a table from row %(row)s on.", row=number + 1)) from error


def build_grid(lines: Iterable[Row], *, encoding: str = "", sheet: str = "", passed: int = 0) -> Grid:
    """Return the cells of these rows, without empty rows; `passed` rows came before them.

    Raise Unreadable if they aren't a table, or are too many.
    """
    rows, numbers, is_cut = [], [], False
    for number, line in enumerate(lines, 1 + passed):
        if number > MOST_ROWS:
            raise Unreadable(gettext("A table can have %(most)s rows.", most=MOST_ROWS))
        cells = [clean_cell(cell) for cell in line[:MOST_COLUMNS]]
        is_cut = is_cut or any(map(str.strip, line[MOST_COLUMNS:])) or any(len(cell) > LONGEST_CELL for cell in line)
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            rows.append(cells)
            numbers.append(number)
    width = max(map(len, rows), default=0)
    if width < 2:
        raise Unreadable(
            gettext("This isn’t a table: each row needs at least two columns, separated by a comma or tab.")
        )
    rows = [row + [""] * (width - len(row)) for row in rows]
    # A title may stand above the headings.
    above = next((place for place, row in enumerate(rows[: MOST_ABOVE + 1]) if are_known_headings(row)), 0)
    titles = [" ".join(filter(None, row)) for row in rows[:above]]
    rows, numbers = rows[above:], numbers[above:]
    headings = [""] * width
    if len(rows) == 1 and are_known_headings(rows[0]):
        raise Unreadable(gettext("There are no plays in this file."))
    if len(rows) > 1 and are_headings(rows[0]):
        headings, rows, numbers = rows[0], rows[1:], numbers[1:]
    return Grid(headings, rows, numbers, titles, encoding, sheet, is_cut)


def clean_cell(cell: str) -> str:
    """Return the text of a cell on one line, without an apostrophe that prevents it from being a formula."""
    lines = (clean_name(line) for line in cell[:LONGEST_CELL].splitlines())
    plain = f"{NEW_LINE} ".join(filter(None, lines))
    return plain[1:] if plain[:1] == "'" and plain[1:2] in tuple("=+-@＝＋－＠") else plain


def are_headings(row: Row) -> bool:
    """Return whether a row can be headings: it has no day and no number."""
    return not any(parse_day(cell) or parse_points(cell) is not None for cell in row)


def are_known_headings(row: Row) -> bool:
    """Return whether a row has enough known headings to be certain."""
    return sum(bool(find_kind(cell)) for cell in row) >= KNOWN_HEADINGS and are_headings(row)


def find_delimiter(text: str) -> str:
    """Return the delimiter of a text's first rows: a tab, a semicolon or a comma."""
    start = text[:10_000]
    first = start.splitlines()[:20]
    return max("\t;,", key=lambda sign: (min((line.count(sign) for line in first), default=0), start.count(sign)))


def find_kind(heading: str) -> str:
    """Return the kind of a column with this heading, or ""."""
    plain = fold(heading).replace("_", " ").strip(" :#.")
    return KINDS.get(plain) or KINDS.get(IN_BRACKETS.sub("", plain).strip(" :#."), "")


def find_numbered_kind(heading: str) -> tuple[str, int]:
    """Return the kind and number of a heading such as "Score 2" or "Player 2 score"; ("", 0) for others."""
    plain = fold(heading).replace("_", " ").strip()
    found = A_COUNT.search(plain)
    if not found:
        return "", 0
    words = " ".join((plain[: found.start()] + " " + plain[found.end() :]).split()).strip(" :#.-")
    kind = find_kind(words)
    if not kind and (of_a_player := OF_A_PLAYER.fullmatch(words)):
        kind = find_kind(of_a_player[1]) if of_a_player[1] else "player"
    return (kind, int(found[0])) if kind in FOR_EACH_PLAYER else ("", 0)
