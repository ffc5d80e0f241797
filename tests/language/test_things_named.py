"""A translation names what its text names: an overlooked word, or two sentences that were swapped, are found."""

import re

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
    (r"\bmaps?\b", "karte", "地図"),
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
    (r"\bpasswords?\b", "passwor", "パスワード"),
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
]
FIGURE = re.compile(r"[1-9]\d*")
SOFT_HYPHEN = "\N{SOFT HYPHEN}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_names_the_things_and_figures_that_its_text_names(language):
    names = [(english, each) for english, *its in THINGS if (each := its[LANGUAGES.index(language)])]
    found = []
    for message in messages(catalogue(language)):
        text, spoken = (
            PLACEHOLDER.sub("", forms(each)[-1].replace(SOFT_HYPHEN, "")) for each in (message.id, message.string)
        )
        named = [(english, its) for english, its in names if re.search(english, text, re.IGNORECASE)]
        missing = [english for english, its in named if not re.search(its, spoken, re.IGNORECASE)]
        missing += set(FIGURE.findall(text)) - set(FIGURE.findall(spoken))
        found += [(text, spoken, missing)] * bool(missing)
    assert found == []
