"""Every text in German and Japanese, and the games' own words as they are printed.

`make messages` brings the catalogues up to date; what it adds waits there for its translation.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.utils import translation

from companion.rules import GAMES
from companion.texts import say

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
TUAREG_RULINGS = {
    "A good nobody holds": ("Eine Ware, die niemand hat", "誰も持っていない資源"),
    "What a map is worth, and how often": ("Wie oft eine Landkarte zählt", "地図の得点は何回か"),
    "What counts as unused": ("Was als nicht verwendet gilt", "未使用の扱い"),
    "A tie for the win": ("Gleichstand um den Sieg", "同点の場合"),
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
SAME_WORDS = {"de": {"Tuareg"}, "ja": set()}


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
    """The words that a game prints: its title, stages, fields, scoring rows, options and their choices."""
    yield game.title
    for stage in game.stages:
        yield stage.label
        yield from (each.label for each in (*stage.fields, *stage.items))
    for option in game.options:
        yield option.label
        yield from (choice.label for choice in option.choices)


def sentences(game):
    """What a game's page says of its rules."""
    yield from game.how_it_scores
    yield from [game.first_player] if game.first_player else []
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
    def test_tuareg_speaks_as_its_cards_and_rules_do(self):
        assert {str(label): spoken(label) for label in labels(GAMES["tuareg"])} == TUAREG

    def test_the_rulings_of_tuareg_are_called_as_in_the_glossary(self):
        titles = {str(ruling.title): spoken(ruling.title) for ruling in GAMES["tuareg"].rulings}
        assert titles.items() >= TUAREG_RULINGS.items()

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
