"""Every text in German and Japanese, and the games' own words as they are printed.

`make messages` brings the catalogues up to date; what it adds waits there for its translation.
"""

import ast
import importlib
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

from companion.core.language.texts import say
from companion.rules import GAMES
from companion.rules.games import five_tribes_solo

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("de", "ja")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
LETTER = re.compile(r"[^\W\d_]")

# How a game for one ends.
SOLO_VERDICTS = {
    "not more viziers than the council": ("nicht mehr Wesire als der Rat", "宰相が評議会より多くない"),
    "7 or more assassins": ("7 oder mehr Meuchelmörder", "暗殺者 7 個以上"),
    "6 djinns at Yazid’s": ("6 Dschinn bei Yazid", "魔神 6 枚以上"),
    "could not pay Yazid": ("Yazid nicht bezahlt", "金貨が尽きた"),
    "not yet even a vizier": ("noch nicht einmal ein Wesir", "宰相としてもまだまだ"),
    "a fledgling fighter": ("ein Kämpfer-Grünschnabel", "ヒヨッコの闘士"),
    "an ambitious king": ("ein ehrgeiziger König", "野心的な王"),
    "a great Saladin": ("ein großer Saladin", "偉大なサラディン"),
}
COMMON = {
    "Players": ("Spieler", "プレイヤー"),
    "Plays": ("Partien", "プレイ"),
    "Other groups": ("Andere Gruppen", "ほかのグループ"),
    "points": ("Punkte", "点"),
    "winner": ("hat gewonnen", "勝者"),
    "not entered yet": ("noch nicht eingetragen", "未入力"),
}
# What is the same word in English, beside what games print alike.
SAME_WORDS = {
    "de": {"Sultan Yazid", "Name", "Passkeys", "Timer", "Form", "Solo", "solo", "Export", "Rest 0"},
    "ja": set(),
}


# How a text is written in Japanese, and how it is not: one way for what a reader sees on every page.
ONE_WAY = {
    "a full question mark and a short colon and brackets": re.compile(r"[ぁ-んァ-ヶ一-龠]\?|[：（）～]"),
    "a title only behind the name of one person": re.compile(
        r"%\((?!(name|player|one|two|other|riser|rival|owner)\))\w+\)s(</b>)?さん"
    ),
    "a blank between a number and what it counts": re.compile(
        r"(?<![\d.])\d+(?=[個回件点位日分行年つ人枚種文台戦勝敗列組倍])(?!人用ゲーム)|(\)s|\})(?=[個枚回件点位分行種台戦敗倍])"
    ),
    "a number on one line with its days, minutes and years": re.compile(r"\d [日分年]"),
    "no blank between a name and what follows": re.compile(r"%\((name|player|one|two|other|others)\)s [はがをにの]"),
    "no blank between a stage or field and the words around it": re.compile(
        r"%\((stage|stages|open|field)\)s [ぁ-んァ-ヶ一-龠]|[ぁ-んァ-ヶ一-龠] %\((stage|stages|open|field)\)s"
    ),
    "one word for a thing": re.compile(
        r"スマートフォン|ブラウザ(?!ー)|書庫|段階|だれ|得点シート|集まり|取り込|書き出|たずね|いま[のはをで]|[一二][つ位]"
    ),
}


def its_tests(slug):
    """The module of a game's own tests, which also holds the words it prints."""
    return importlib.import_module(f"tests.rules.test_{slug.replace('-', '_')}")


def printed_alike(language):
    """What some game prints in this language as in English."""
    place = LANGUAGES.index(language)
    words = [each for slug in GAMES for each in its_tests(slug).PRINTED.items()]
    return {word for word, spoken in words if spoken[place] == word and LETTER.search(word)}


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


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.setup], ids=lambda game: game.slug)
def test_in_japanese_a_number_in_the_help_of_a_game_stays_on_a_line_with_what_it_counts(game):
    told = [*game.setup(game.seats[0]), game.first_player, game.last_round]
    with translation.override("ja"):
        texts = [str(say(each)) for each in told if each]
    parted = re.compile(r"\d [枚個匹頭番組段回人ゴ]|(?:ロバ|洞窟|盗賊|地図|塩|胡椒|金貨|ステージ) \d")
    assert [text for text in texts if parted.search(text)] == []


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
        known = SAME_WORDS[language] | printed_alike(language)
        for message in messages(catalogue(language)):
            if LETTER.search(PLACEHOLDER.sub("", forms(message.id)[0])):
                same = set(forms(message.id)) & set(forms(message.string))
                assert same <= known, message.id

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
        assert {str(label): spoken(label) for label in labels(GAMES[slug])} == its_tests(slug).PRINTED

    @pytest.mark.parametrize("slug", GAMES)
    def test_the_rulings_of_a_game_are_called_as_in_the_glossary(self, slug):
        titles = {str(ruling.title): spoken(ruling.title) for ruling in GAMES[slug].rulings}
        assert titles.items() >= getattr(its_tests(slug), "RULINGS", {}).items()

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

    def test_apostrophes_are_typographic(self):
        texts = [form for message in messages(catalogue("de")) for form in forms(message.id)]
        texts += [path.read_text() for path in sorted((ROOT / "companion/rules/library").glob("*.json"))]
        # A djinn is called as on its card.
        assert [text for text in texts if re.search(r"\w'\w", text) and text != "Ba'al"] == []

    def test_every_word_of_a_template_is_marked_for_translation(self):
        # The page for a broken server cannot ask which language is wanted: it says all three.
        templates = [path for path in sorted((ROOT / "templates").rglob("*.html")) if path.name != "failed.html"]
        assert templates
        found = {str(path.relative_to(ROOT / "templates")): unmarked_words(path.read_text()) for path in templates}
        assert {template: words for template, words in found.items() if words} == {}


def unmarked_words(text):
    """The words of a template that are seen or heard and not marked for translation."""
    text = re.sub(r"\{% blocktranslate.*?endblocktranslate %\}", "", text, flags=re.DOTALL)
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text, flags=re.DOTALL)
    heard = re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', text)
    # A part of a page may be attributes alone.
    seen = re.sub(r'<[^>]*>|[\w-]+="[^"]*"', " ", text)
    return re.findall(r"[^\W\d_]{2,}", " ".join([seen, *heard]).replace("Caravan", ""))


@pytest.mark.parametrize("way", ONE_WAY)
def test_japanese_is_written_in_one_way(way):
    texts = [form for message in messages(catalogue("ja")) for form in forms(message.string)]
    assert texts
    assert [text for text in texts if ONE_WAY[way].search(text)] == []


MARKS = ("_", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy", "npgettext")


def marked_texts():
    """Yield (place, context, text) of each text that the code marks for translation."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            name = isinstance(node, ast.Call) and (getattr(node.func, "attr", "") or getattr(node.func, "id", ""))
            if name in MARKS:
                texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
                texts = [each for each in texts if isinstance(each, str)]
                context = texts.pop(0) if "pgettext" in name and texts else None
                yield from ((f"{path.name}:{node.lineno}", context, text) for text in texts)


def test_every_marked_text_is_in_the_catalogues():
    with (ROOT / "companion/locale/de/LC_MESSAGES/django.po").open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    known = {
        (message.context, text)
        for message in messages
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    }
    assert [place for place, context, text in marked_texts() if (context, text) not in known] == []
