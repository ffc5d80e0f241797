"""Every text in German and Japanese, and the games' own words as they are printed.

`make messages` brings the catalogues up to date; what it adds waits there for its translation.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from companion.language.texts import say
from companion.rules import GAMES
from companion.rules.games import five_tribes_solo

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("de", "ja")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
LETTER = re.compile(r"[^\W\d_]")

# The words of the glossary, German and Japanese: what the game prints, and our own words where it prints none.
TUAREG = {
    "Tuareg": ("Tuareg", "トゥワレグ"),
    "stage 1": ("Etappe 1", "ステージ 1"),
    "stage 2": ("Etappe 2", "ステージ 2"),
    "water": ("Wasser", "水"),
    "gold": ("Gold", "金"),
    "rock salt": ("Steinsalz", "岩塩"),
    "millet": ("Hirse", "粟"),
    "donkeys (unused)": ("Esel (nicht verwendet)", "ロバ (未使用)"),
    "caves (unused)": ("Höhlen (nicht eingesetzt)", "洞窟 (未使用)"),
    "thieves (unused)": ("Diebe (nicht eingesetzt)", "盗賊 (未使用)"),
    "maps cashed in": ("Landkarten (eingesetzt)", "地図 (得点化する)"),
    "maps held": ("Landkarten", "地図"),
    "unused special cards": ("nicht eingesetzte Sonderkarten", "使っていないスペシャルカード"),
    "value of the hand cards in dinar": ("Wert der Handkarten in Dinar", "手札の金額の合計 (ディナール)"),
    "most valuable hand card in dinar": (
        "wertvollste Handkarte in Dinar",
        "手札で最も価値の高いカード (ディナール)",
    ),
    "points for most water": ("Siegpunkte für die Mehrheit: Wasser", "最多賞の得点 (水)"),
    "points for most gold": ("Siegpunkte für die Mehrheit: Gold", "最多賞の得点 (金)"),
    "points for most rock salt": ("Siegpunkte für die Mehrheit: Steinsalz", "最多賞の得点 (岩塩)"),
    "points for most millet": ("Siegpunkte für die Mehrheit: Hirse", "最多賞の得点 (粟)"),
    "maps count": ("Landkarten zählen", "地図の得点"),
    "once": ("einmal", "一度だけ"),
    "in every stage": ("in jeder Etappe", "ステージごと"),
    "a tie for the win goes to": ("Gleichstand entscheidet", "同点の場合"),
    "all hand cards together": ("alle Handkarten zusammen", "手札の合計"),
    "the single best hand card": ("die wertvollste einzelne Handkarte", "最も価値の高い1枚"),
}
BASARI = {
    "Basari: The Card Game": ("Basari: Das Kartenspiel", "バザリカードゲーム"),
    "stage 1": ("1. Durchgang", "ステージ 1"),
    "stage 2": ("2. Durchgang", "ステージ 2"),
    "stage 3": ("3. Durchgang", "ステージ 3"),
    "points of action B": ("Siegpunkte aus Aktion B", "アクション B の勝利点"),
    "red gems": ("rote Edelsteine", "赤色の宝石"),
    "yellow gems": ("gelbe Edelsteine", "黄色の宝石"),
    "green gems": ("grüne Edelsteine", "緑色の宝石"),
    "blue gems": ("blaue Edelsteine", "青色の宝石"),
    "red gem": ("roter Edelstein", "赤色の宝石"),
    "yellow gem": ("gelber Edelstein", "黄色の宝石"),
    "green gem": ("grüner Edelstein", "緑色の宝石"),
    "blue gem": ("blauer Edelstein", "青色の宝石"),
    "workers": ("Arbeiter", "ワーカー"),
}
TARGI = {
    "Targi": ("Targi", "タルギ"),
    "end of the game": ("Spielende", "ゲームの終了"),
    "victory point tokens": ("Siegpunktplättchen", "勝利点トークン"),
    "rows": ("Reihen", "列"),
    "points printed on tribe cards": ("Siegpunkte auf Stammeskarten", "部族カードの点数"),
    "row bonuses": ("Zusatzpunkte für Reihen", "シンボルの並びによる追加勝利点"),
    "bonus points of tribe cards": ("Zusatzpunkte von Stammeskarten", "部族カードの効果による勝利点"),
    "well": ("Brunnen", "泉"),
    "camel rider": ("Kamelreiter", "ラクダ乗り"),
    "oasis": ("Oase", "オアシス"),
    "Targia": ("Targia", "タルギア"),
    "camp": ("Zelt", "テント"),
    "gold": ("Gold", "金貨"),
    "goods": ("Waren", "商品"),
    "water tokens": ("Wasser", "水"),
    "with the expansion": ("mit der Erweiterung", "拡張あり"),
    "no": ("nein", "いいえ"),
    "yes": ("ja", "はい"),
}
DJINNS = {
    "Al-Amin": "アル＝アミン",
    "Anun-Nak": "アヌンナク",
    "Ba'al": "バル",
    "Boaz": "ボアズ",
    "Bouraq": "ブラーク",
    "Echidna": "エキドナ",
    "Enki": "エンキ",
    "Hagis": "ハギス",
    "Haurvatat": "ハルワタート",
    "Iblis": "イブリース",
    "Jafaar": "ジャファール",
    "Kandicha": "カンディーシャ",
    "Kumarbi": "クマルビ",
    "Lamia": "ラミア",
    "Leta": "レタ",
    "Marid": "マリード",
    "Monkir": "モンキール",
    "Nekir": "ナキール",
    "Shamhat": "シャムハト",
    "Sibittis": "シビッティス",
    "Sloar": "スロアー",
    "Utug": "ウトゥグ",
}
COUNTED_IN_FIVE_TRIBES = {
    "end of the game": ("Spielende", "ゲームの終了"),
    "large market, 4": ("Marktplatz, Wert 4", "4 点のタイル"),
    "village, 5": ("Gebäude, Wert 5", "5 点のタイル"),
    "small market or sacred place, 6": ("Marktplatz oder Heiliger Ort, Wert 6", "6 点のタイル"),
    "oasis, 8": ("Oase, Wert 8", "8 点のタイル"),
    "blue tile, 10": ("blauer Wert 10", "10 点のタイル"),
    "blue tile, 12": ("blauer Wert 12", "12 点のタイル"),
    "blue tile, 15": ("blauer Wert 15", "15 点のタイル"),
    "palm trees": ("Palmen", "ヤシの木"),
    "palaces": ("Paläste", "パレス"),
    "ivory": ("Elfenbein", "象牙"),
    "jewels": ("Edelsteine", "宝石"),
    "gold (goods card)": ("Gold (Güterkarte)", "金 (商品)"),
    "papyrus": ("Papyrus", "パピルス"),
    "silk": ("Seide", "絹"),
    "spice": ("Gewürze", "香辛料"),
    "fish": ("Fisch", "魚"),
    "wheat": ("Getreide", "小麦"),
    "pottery": ("Töpferwaren", "陶器"),
    "fakirs": ("Fakire", "行者"),
    "gold coins": ("Goldmünzen", "ゴールド (金貨)"),
    "viziers (yellow)": ("Wesire (gelb)", "宰相"),
    "viziers": ("Wesire", "宰相"),
    "elders (white)": ("Älteste (weiß)", "長老"),
    "elders": ("Älteste", "長老"),
    "djinns": ("Dschinn", "魔神"),
    "tiles with your camel": ("Plättchen mit deinem Kamel", "支配するタイル"),
    "merchandise": ("Güter", "商品"),
    "Board": ("Spielfeld", "王国"),
    "Cards": ("Karten", "カード"),
    "Rest": ("Rest", "その他"),
    **{name: (name, japanese) for name, japanese in DJINNS.items()},
}
FIVE_TRIBES = {"Five Tribes": ("Five Tribes", "ファイブ・トライブズ"), **COUNTED_IN_FIVE_TRIBES}
FIVE_TRIBES_SOLO = {
    "Five Tribes Solo": ("Five Tribes: Solo-Variante", "ファイブ・トライブズ 1人用ゲーム"),
    **COUNTED_IN_FIVE_TRIBES,
    "Yazid": ("Yazid", "ヤズィード"),
    "council of viziers": ("Rat der Wesire", "評議会"),
    "eliminated?": ("ausgeschieden?", "脱落"),
    "no": ("nein", "いいえ"),
    "7 or more assassins": ("7 oder mehr Meuchelmörder", "暗殺者 7 個以上"),
    "6 djinns at Yazid's": ("6 Dschinn bei Yazid", "魔神 6 枚以上"),
    "could not pay Yazid": ("Yazid nicht bezahlt", "金貨が尽きた"),
    "starting gold": ("Startgold", "開始時のゴールド"),
    "25": ("25", "25"),
    "20, the hard game": ("20, schwer", "20、高難易度"),
    "ten points for more viziers than the council": ("10 Punkte für mehr Wesire als der Rat", "宰相ボーナス 10 点"),
    "paid down to 0 gold means lost": ("mit 0 Gold verloren", "金貨が尽きたら敗北"),
    "yes": ("ja", "はい"),
}
GLOSSARY = {
    "tuareg": TUAREG,
    "basari": BASARI,
    "targi": TARGI,
    "five-tribes": FIVE_TRIBES,
    "five-tribes-solo": FIVE_TRIBES_SOLO,
}
RULINGS = {
    "tuareg": {
        "A good nobody holds": ("Eine Ware, die niemand hat", "誰も持っていない資源"),
        "What a map is worth, and how often": ("Wie oft eine Landkarte zählt", "地図の得点は何回か"),
        "What counts as unused": ("Was als nicht verwendet gilt", "未使用の扱い"),
        "A tie for the win": ("Gleichstand um den Sieg", "同点の場合"),
    },
    "basari": {
        "Tied with fewer than two gems": (
            "Gleichstand mit weniger als zwei Edelsteinen",
            "同数で宝石が 2 個未満のとき",
        ),
        "A colour nobody owns": ("Eine Farbe, die niemand hat", "誰も持っていない色"),
        "A single gem": ("Ein einzelner Edelstein", "宝石が 1 個だけのとき"),
        "What is left over when points are shared": ("Reste beim Teilen der Punkte", "分けた勝利点の端数"),
        "Nobody has 15 workers": ("Niemand hat 15 Arbeiter", "15 人に達した人がいないとき"),
        "A full tie in the order of bidding": (
            "Völliger Gleichstand in der Bietreihenfolge",
            "提案順が完全に同じとき",
        ),
    },
    "targi": {
        "The card in hand": ("Die Handkarte", "手札の部族カード"),
        "Columns": ("Spalten", "縦の列"),
        "Who cannot pay a raid": ("Wer einen Überfall nicht bezahlen kann", "略奪を支払えないとき"),
        "Which gold breaks the tie": ("Welches Gold bei Gleichstand zählt", "同点時に数える金貨"),
    },
    "five-tribes": {
        "A tie for the win": ("Gleichstand um den Sieg", "同点の場合"),
    },
    "five-tribes-solo": {
        "The ten points for viziers": ("Die zehn Punkte für Wesire", "宰相の 10 点"),
        "Paid down to nothing": ("Bis auf null bezahlt", "金貨がちょうど 0 になったとき"),
        "Djinn income before payment": ("Dschinn-Einnahmen vor der Zahlung", "支払いより先に魔神の収入"),
    },
}
# How a game for one ends.
SOLO_VERDICTS = {
    "not more viziers than the council": ("nicht mehr Wesire als der Rat", "宰相が評議会より多くない"),
    "7 or more assassins": ("7 oder mehr Meuchelmörder", "暗殺者 7 個以上"),
    "6 djinns at Yazid's": ("6 Dschinn bei Yazid", "魔神 6 枚以上"),
    "could not pay Yazid": ("Yazid nicht bezahlt", "金貨が尽きた"),
    "not yet even a vizier": ("noch nicht einmal ein Wesir", "宰相としてもまだまだ"),
    "a fledgling fighter": ("ein Kämpfer-Grünschnabel", "ヒヨッコの闘士"),
    "an ambitious king": ("ein ehrgeiziger König", "野心的な王"),
    "a great Saladin": ("ein großer Saladin", "偉大なサラディン"),
}
COMMON = {
    "Players": ("Spieler", "プレイヤー"),
    "Plays": ("Partien", "プレイ"),
    "Groups": ("Gruppen", "グループ"),
    "points": ("Siegpunkte", "点"),
    "winner": ("Gewinner", "勝者"),
    "not entered yet": ("noch nicht eingetragen", "未入力"),
}
# What is the same word in English.
SAME_WORDS = {
    "de": {
        "Tuareg",
        "Targi",
        "Targia",
        "Five Tribes",
        "Rest",
        "Yazid",
        "Sultan Yazid",
        "Name",
        "Passkeys",
        "Timer",
        *DJINNS,
    },
    "ja": set(),
}


def in_each(language):
    return pytest.mark.parametrize("language", language)


def catalogue(language, root=ROOT):
    """The catalogue of a language with its texts; the header is no text."""
    with (root / "companion/locale" / language / "LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(of):
    return [message for message in of if message.id]


def keys(of):
    """What tells the texts of a catalogue from each other: context and text."""
    return {(message.context, message.id) for message in messages(of)}


def forms(text):
    """A text or translation as the tuple of its plural forms."""
    return text if isinstance(text, tuple) else (text,)


def spoken(text):
    """What a text of the rules is in German and Japanese."""
    found = []
    for language in LANGUAGES:
        with translation.override(language):
            found.append(say(text))
    return tuple(found)


def labels(game):
    """The words that a game prints: its title, stages, fields and what they hold, scoring rows, options and choices."""
    yield game.title
    for stage in game.stages:
        yield stage.label
        yield from (each.label for each in (*stage.fields, *stage.items, *stage.parts))
        for field in stage.fields:
            held = [getattr(field, name, ()) for name in ("things", "symbols", "choices")]
            yield from (each.label for each in itertools.chain(*held))
            if one := getattr(field, "one", None):
                yield one
    for option in game.options:
        yield option.label
        yield option.short_label
        yield from (choice.label for choice in option.choices)


def sentences(game):
    """What a game's page says of its rules."""
    yield from game.how_it_scores
    yield from (text for text in (game.first_player, game.last_round) if text)
    yield from (stage.reminder for stage in game.stages if stage.reminder)
    yield from itertools.chain(*map(game.setup, game.seats))
    yield from (item.worth_with(game.options_with({})) for stage in game.stages for item in stage.items)
    yield from game.verdicts
    for ruling in game.rulings:
        yield from (ruling.title, ruling.text)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """What `make messages` makes of the catalogues, in a copy."""
    copy = tmp_path_factory.mktemp("caravan")
    for folder in ("companion", "templates", "scripts"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
    shutil.copy(ROOT / "manage.py", copy)
    environment = {**os.environ, "PYTHON": sys.executable}
    subprocess.run([copy / "scripts" / "messages"], env=environment, check=True, capture_output=True)
    return {language: catalogue(language, copy) for language in LANGUAGES}


@pytest.mark.needs("gettext")
@in_each(LANGUAGES)
class TestCataloguesAreUpToDate:
    def test_no_text_is_missing(self, fresh, language):
        assert keys(fresh[language]) - keys(catalogue(language)) == set()

    def test_no_text_is_left_that_nobody_says_any_more(self, fresh, language):
        assert keys(catalogue(language)) - keys(fresh[language]) == set()


@in_each(LANGUAGES)
class TestTranslations:
    def test_every_text_is_translated_in_each_of_its_forms(self, language):
        its_catalogue = catalogue(language)
        for message in messages(its_catalogue):
            wanted = its_catalogue.num_plurals if isinstance(message.id, tuple) else 1
            assert len([form for form in forms(message.string) if form]) == wanted, message.id

    def test_no_translation_is_only_a_guess(self, language):
        assert [message.id for message in messages(catalogue(language)) if message.fuzzy] == []

    def test_no_translation_is_kept_for_a_text_that_is_gone(self, language):
        assert list(catalogue(language).obsolete) == []

    def test_each_form_names_what_its_text_names(self, language):
        assert [(message.id, errors) for message, errors in catalogue(language).check()] == []
        for message in messages(catalogue(language)):
            named = set(PLACEHOLDER.findall(forms(message.id)[-1]))
            assert all(set(PLACEHOLDER.findall(form)) == named for form in forms(message.string)), message.id

    def test_nothing_is_left_in_english(self, language):
        for message in messages(catalogue(language)):
            if LETTER.search(PLACEHOLDER.sub("", forms(message.id)[0])):
                same = set(forms(message.id)) & set(forms(message.string))
                assert same <= SAME_WORDS[language], message.id

    def test_quotation_marks_are_those_of_the_language(self, language):
        opening, closing = {"de": "„“", "ja": "「」"}[language]
        for message in messages(catalogue(language)):
            for text, form in zip(forms(message.id), forms(message.string), strict=False):
                assert form.count(opening) == form.count(closing) == text.count("“"), message.id
                assert not re.search("[\"”]|''", form), message.id

    def test_a_translation_ends_as_its_text_does(self, language):
        stop = {"de": ".", "ja": "。"}[language]
        for message in messages(catalogue(language)):
            if forms(message.id)[0].endswith("."):
                assert all(form.endswith((stop, "？")) for form in forms(message.string)), message.id


class TestPrintedWords:
    @pytest.mark.parametrize("slug", GAMES)
    def test_a_game_speaks_as_its_cards_and_rules_do(self, slug):
        assert {str(label): spoken(label) for label in labels(GAMES[slug])} == GLOSSARY[slug]

    @pytest.mark.parametrize("slug", GAMES)
    def test_the_rulings_of_a_game_are_called_as_in_the_glossary(self, slug):
        titles = {str(ruling.title): spoken(ruling.title) for ruling in GAMES[slug].rulings}
        assert titles.items() >= RULINGS[slug].items()

    def test_a_game_for_one_ends_in_the_words_of_its_sheet(self):
        ends = [*five_tribes_solo.WHYS.values(), *(tier.rating for tier in five_tribes_solo.TIERS)]
        assert {str(text): spoken(text) for text in ends} == SOLO_VERDICTS

    @pytest.mark.parametrize("word", COMMON)
    def test_words_of_all_games_are_those_of_the_glossary(self, word):
        for language, wanted in zip(LANGUAGES, COMMON[word], strict=True):
            with translation.override(language):
                assert translation.gettext(word) == wanted

    @in_each(LANGUAGES)
    @pytest.mark.parametrize("slug", GAMES)
    def test_every_text_of_a_game_is_in_the_catalogue(self, slug, language):
        known = {(message.context or "", forms(message.id)[0]) for message in messages(catalogue(language))}
        texts = [*labels(GAMES[slug]), *sentences(GAMES[slug])]
        assert [text.message for text in texts if (text.context, text.message) not in known] == []


class TestEnglish:
    def test_no_text_is_german_or_japanese(self):
        for message in messages(catalogue("de")):
            assert not re.search("[ぁ-ヿ一-鿿ÄÖÜäöüß„「]", "".join(forms(message.id))), message.id

    @pytest.mark.parametrize(
        "template",
        # The page for a broken server cannot ask which language is wanted: it says all three.
        [path for path in sorted((ROOT / "templates").rglob("*.html")) if path.name != "500.html"],
        ids=lambda path: str(path.relative_to(ROOT / "templates")),
    )
    def test_every_word_of_a_template_is_marked_for_translation(self, template):
        text = template.read_text()
        text = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}", "", text, flags=re.DOTALL)
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text, flags=re.DOTALL)
        heard = re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', text)
        seen = re.sub(r"<[^>]*>", " ", text)
        assert re.findall(r"[^\W\d_]{2,}", " ".join([seen, *heard]).replace("Caravan", "")) == []
