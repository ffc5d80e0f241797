"""A translation speaks of what its text speaks of: two that were swapped are found by their words."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parents[2] / "companion" / "locale"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
# Where one of these is said in English, one of those is in German and Japanese. Parts of words, without their endings.
WORDS = [
    ("browser", "Browser", "ブラウザ"),
    ("camels", "Kamel", "ラクダ"),
    ("cards?", "[Kk]arte|Zettel", "カード|札|枚|紙|シート|入力|商品|区分"),
    ("caves?", "Höhle", "洞窟"),
    ("code", "[Cc]ode", "コード|画面ロック"),
    ("council", "[Rr]at", "評議|宰相"),
    ("copy", "[Kk]opie", "コピー"),
    ("days?", "[Tt]ag", "日"),
    ("deleted?", "[Ll]ösch", "削除"),
    ("dice", "[Ww]ürf", "ダイス|サイコロ|振"),
    ("dinar", "Dinar", "ディナール|金額"),
    ("djinns?", "Dschinn", "魔神"),
    ("donkeys?", "Esel", "ロバ"),
    ("elders?", "[Ää]lteste", "長老"),
    ("fakirs?", "Fakir", "行者|商品|魔神"),
    ("files?", "Datei", "ファイル"),
    ("gold(?! coin)", "[Gg]old", "金|ゴールド"),
    ("green", "[Gg]rün", "緑"),
    ("groups", "Gruppe", "グループ"),
    ("invitation", "Einladung", "招待"),
    ("maps?", "[Kk]arte", "地図"),
    ("millet", "Hirse", "粟"),
    ("network", "Netz|Verbindung", "通信|ネットワーク|接続"),
    ("notes", "Notiz|Anmerkung", "メモ|注"),
    ("palms?", "Palme", "ヤシ"),
    ("passkeys?", "Passkey", "パスキー"),
    ("passwords?", "Passw", "パスワード"),
    ("phones?", "Handy", "スマ"),
    ("qr", "QR", "QR"),
    ("raids?", "Überf", "略奪"),
    ("red", "[Rr]ot", "赤"),
    ("robber", "Räuber", "盗賊"),
    ("rounds?", "[Rr]und", "ラウンド|切り"),
    ("salt", "[Ss]alz", "塩"),
    ("saved?", "peicher|sicher|rette", "保存|助|救|安全"),
    ("seats?", "Platz|Plätze|Sitz|Spieler", "席|人先"),
    ("silk", "Seide", "絹"),
    ("teams?", "Team|Mannschaft", "チーム"),
    ("thieves", "Dieb", "盗賊"),
    ("ticks?", "Haken", "チェック"),
    ("tribe", "Stamm|Stämme|Meeple", "部族"),
    ("viziers", "Wesir", "宰相|評議"),
    ("wait", "[Ww]art", "待"),
    ("water", "[Ww]asser", "水"),
    ("withdraw", "[Zz]urückzieh|Zieh .* zurück", "取り消"),
    ("yellow", "[Gg]elb", "黄|宰相"),
]
LANGUAGES = ("de", "ja")
of_each = pytest.mark.parametrize("language", LANGUAGES)


def translations(language) -> list[tuple[str, str]]:
    """Each text and its translation; where it has several forms, the first of both."""
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        found = [(message.id, message.string) for message in read_po(file) if message.id]
    return [tuple(each if isinstance(each, str) else each[0] for each in both) for both in found]


def words_missing(text, translated, language):
    """The English words of which a text speaks and its translation does not."""
    said = PLACEHOLDER.sub(" ", text)
    spoken = [(word, its[LANGUAGES.index(language)]) for word, *its in WORDS if re.search(rf"\b({word})\b", said, re.I)]
    return [word for word, its in spoken if not re.search(its, translated)]


@of_each
def test_what_a_text_speaks_of_is_in_its_translation(language):
    missing = {text: words_missing(text, translated, language) for text, translated in translations(language)}
    assert {text: words for text, words in missing.items() if words} == {}


@of_each
def test_of_two_sentences_that_are_swapped_that_is_nearly_always_seen(language):
    sentences = [both for both in translations(language) if len(both[0]) >= 50]
    swapped = [
        words_missing(text, another, language) + words_missing(other, translated, language)
        for (text, translated), (other, another) in pairwise(sorted(sentences, key=lambda both: both[0][::-1]))
        if set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(other))
    ]
    assert len(swapped) > 100
    assert sum(map(bool, swapped)) / len(swapped) > 0.75
