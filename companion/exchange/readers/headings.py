"""The words that head the columns of a table, in the three languages and in other programs."""

import re
from collections.abc import Mapping, Sequence

from companion.language.folding import folded

# `month-first` are dates such as 5/1 for the first of May. `players` are several names in a cell, `named` the points of
# whoever the heading names.
COLUMNS = (
    *("play", "date", "month-first", "time", "game", "player", "players", "named", "score", "winner", "loser", "place"),
    *("team", "location", "minutes", "notes"),
)
# Those that a table can have several of: one for each player of a row.
FOR_EACH_PLAYER = ("player", "score", "winner", "place", "team")
# Folded. Some mean two things: only a column's values tell whether a time is a time of day.
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
        *("スコア", "点", "総得点", "最終得点"),
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


def kind_of(heading: str) -> str:
    """Return which of `COLUMNS` a heading names; nothing if it names none."""
    plain = folded(heading).replace("_", " ").strip(" :#.")
    return KINDS.get(plain) or KINDS.get(IN_BRACKETS.sub("", plain).strip(" :#."), "")


def numbered(heading: str) -> tuple[str, int]:
    """Return the kind of a heading such as "Score 2" or "Player 2 score", and the number; nothing and 0 for others."""
    plain = folded(heading).replace("_", " ").strip()
    found = A_COUNT.search(plain)
    if not found:
        return "", 0
    words = " ".join((plain[: found.start()] + " " + plain[found.end() :]).split()).strip(" :#.-")
    kind = kind_of(words)
    if not kind and (of_a_player := OF_A_PLAYER.fullmatch(words)):
        kind = kind_of(of_a_player[1]) if of_a_player[1] else "player"
    return (kind, int(found[0])) if kind in FOR_EACH_PLAYER else ("", 0)
