"""A translation names what its text names: an overlooked word, or two sentences that were swapped, are found."""

import re
from itertools import pairwise

import pytest

from tests.test_translations import LANGUAGES, PLACEHOLDER, catalogue, forms, messages

# How a thing is named in English, German and Japanese; an empty one: there some sentences do without its name.
THINGS = [
    (r"\bwater", "wasser", "水"),
    (r"\bgold\b", "gold", "金|ゴールド"),
    (r"\bsalt", "salz", "塩"),
    (r"\bmillet", "hirse", "粟"),
    (r"\bcamels?\b", "kamel", ""),
    (r"\bdonkey", "esel", "ロバ"),
    (r"\bcave", "höhle", "洞窟"),
    (r"\bthie[fv]", "dieb", "盗賊"),
    (r"\bmaps?\b", "karte|spielplan", "地図|マップ"),
    (r"\bvizier", "wesir", ""),
    (r"\belders?\b", "ältest", "長老"),
    (r"\bmerchants?\b", "kauf(mann|leute)", "商人"),
    (r"\bbuilder", "baumeister", "建築士"),
    (r"\bassassin", "meuchelmörder", "暗殺"),
    (r"\bcouncil", r"\brat", ""),
    (r"\bdjinn", "dschinn", "魔神"),
    (r"\bpalm", "palme", "ヤシ"),
    (r"\bpalace", "pal[aä]st", "パレス"),
    (r"\bfakir", "fakir", "行者"),
    (r"\bYazid", "yazid", ""),
    (r"\bworkers?\b", "arbeiter", ""),
    (r"\bred\b", "rot", "赤"),
    (r"\byellow", "gelb", ""),
    (r"\bgreen", "grün", "緑"),
    (r"\bblue", "blau", ""),
    (r"\bwhite", "weiß", ""),
    (r"\brobber", "räuber", "盗賊"),
    (r"\braid", "[uü]berf[aä]ll", "略奪"),
    (r"\brounds?\b", "rund", "ラウンド|端数"),
    (r"\bhouse rules?\b", "hausregel", "ハウスルール"),
    (r"\bgroups?\b", "gruppe", "グループ"),
    (r"\bmembers?\b", "", "メンバー"),
    (r"\blinks?\b", "", "リンク"),
    (r"\bpasswords?\b", "passw[oö]r", "パスワード"),
    (r"\bpasskey", "passkey", "パスキー"),
    (r"\bphones?\b", "handy", "スマホ"),
    (r"\bphotos?\b", "foto", "写真"),
    (r"\bfiles?\b", "datei", "ファイル"),
    (r"\bcodes?\b", "code", ""),
    (r"\bcalendar", "kalender", "カレンダー"),
    (r"\blanguage", "sprache", "言語"),
    (r"\bnotes\b", "notiz", "メモ"),
    (r"\brematch", "revanche", "再戦|もう一度"),
    (r"\bpaper\b", "papier", "紙"),
    (r"\baverage", "schnitt", "平均"),
    (r"\bminutes?\b", "minute", ""),
    (r"\bCaravan", "caravan", ""),
    (r"\bbrowser", "browser", "ブラウザ"),
    (r"\bcards?\b", "karte|zettel", "コード|カード|札|枚|紙|シート|入力|商品|区分"),
    (r"\bcopy\b", "kopi", "コピー"),
    (r"\bdays?\b", "tag", "日"),
    (r"\bdeleted?\b", "lösch", "削除"),
    (r"\bdice\b", "würf", "ダイス|サイコロ|振"),
    (r"\bdinar", "dinar", "ディナール|金額"),
    (r"\binvitation", "einladung", "招待"),
    (r"\bcertificates?\b", "zertifikat", "証明書"),
    (r"\bdelete", "lösch", "削除"),
    (r"\bteams?\b", "team", "チーム"),
    (r"\bimport", "import|einl", "インポート"),
    (r"\bexport", "export", "エクスポート"),
    (r"\bcolours?", "farbe", "色"),
    (r"\bnetwork", "netz|verbindung", "通信|ネットワーク|接続"),
    (r"\bqr\b", "qr", "QR"),
    (r"\bsaved?\b", "speicher|sicher|rette", "保存|助|救|安全"),
    (r"\bseats?\b", "platz|plätze|sitz|spieler|person", "席|人先"),
    (r"\bsilk", "seide", "絹"),
    (r"\bteams?\b", "team|mannschaft", "チーム"),
    (r"\bticks?\b", "haken", "チェック"),
    (r"\btribe\b", "stamm|stämme|meeple", "部族"),
    (r"\bwait\b", "wart", "待"),
    (r"\bwithdraw", "zurückzieh|zurückgezogen|zieh .* zurück", "取り消"),
    (r"(?<!any )\bnumbers?\b", "zahl|nummer|viele|ziffer", "数|番号"),
    (r"\barchive", "archiv", "圧縮ファイル"),
    (r"\bkeys?\b", "schlüssel|taste|key", "キー|鍵"),
    (r"\bhighest", "höchst|meist|größt", "最高|最も|最大|一番|順"),
    (r"\blowest", "niedrigst|wenigst|kleinst|tiefst", "最低|最少|最小|一番|順"),
    (r"\bmonth", "monat", "月"),
]
IN_BRACES = re.compile(r"\{\w+\}")
FIGURE = re.compile(r"[1-9]\d*")
SOFT_HYPHEN = "\N{SOFT HYPHEN}"


of_each = pytest.mark.parametrize("language", LANGUAGES)


def told(form) -> str:
    """A text without the places for what is put in, and without the marks of where it may break."""
    return IN_BRACES.sub("", PLACEHOLDER.sub("", form.replace(SOFT_HYPHEN, "")))


def missing(text, translation, language) -> list[str]:
    """The things and figures that a text names, as patterns of English, and its translation does not."""
    text, translation = told(text), told(translation)
    found = []
    for english, *its in THINGS:
        name = its[LANGUAGES.index(language)]
        if name and re.search(english, text, re.IGNORECASE) and not re.search(name, translation, re.IGNORECASE):
            found.append(english)
    return found + sorted(set(FIGURE.findall(text)) - set(FIGURE.findall(translation)))


@of_each
def test_a_translation_names_the_things_and_figures_that_its_text_names(language):
    both = [(forms(message.id)[-1], forms(message.string)[-1]) for message in messages(catalogue(language))]
    assert [(*each, lacks) for each in both if (lacks := missing(*each, language))] == []


@pytest.mark.long
@of_each
def test_of_two_sentences_that_are_swapped_that_is_nearly_always_seen(language):
    both = [(forms(message.id)[0], forms(message.string)[0]) for message in messages(catalogue(language))]
    sentences = sorted((each for each in both if len(each[0]) >= 50), key=lambda each: each[0][::-1])
    swapped = [
        missing(text, another, language) + missing(other, translated, language)
        for (text, translated), (other, another) in pairwise(sentences)
        if set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(other))
    ]
    assert len(swapped) > 100
    assert sum(map(bool, swapped)) / len(swapped) > 0.8
