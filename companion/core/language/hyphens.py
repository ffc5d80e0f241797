"""Marks where long words may break, since not every browser hyphenates each language.

German and English get soft hyphens within words, Japanese zero-width spaces between words.
"""

import re
from functools import lru_cache

import budoux
import pyphen  # type: ignore[import-untyped]
from django.utils import translation

SOFT_HYPHEN = "\u00ad"
NO_WIDTH_SPACE = "\u200b"
# Shorter words fit beside a picture on the narrowest phone.
LONG_WORD = re.compile(r"[^\W\d_]{9,}")
# Shorter words fit in a box of a printed sheet.
SHORT_WORD = re.compile(r"[^\W\d_]{5,}")
# A Latin word in Japanese is hyphenated as German, because most long ones are.
LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{9,}")
PATTERNS = {"en": "en_GB", "de": "de_DE"}
# Breaks in longer Japanese phrases: between scripts (勝利点, トークン), between joined words of games' names,
# and before the verb する (得点化, する).
LONG_PHRASE = 6
BETWEEN_WORDS = re.compile(
    r"(?<=[\u4e00-\u9fff])(?=[\u30a1-\u30fa])|(?<=[\u30a1-\u30fc])(?=[\u4e00-\u9fff])"
    r"|(?<=[\u30a1-\u30fc]{3})(?=カード|ゲーム|ティチュー|フィニッシュ|カナスタ|チップ|キューブ)|(?<=[\u4e00-\u9fff])(?=する)"
)


def divide(text) -> str:
    """Return a text in the active language with break opportunities, also in words of only five letters."""
    language = translation.get_language() or ""
    if language == "ja":
        return divide_japanese(str(text), longest=0)
    if language not in PATTERNS:
        return str(text)
    known = patterns(language, shortest=2)
    return SHORT_WORD.sub(lambda word: known.inserted(word[0], SOFT_HYPHEN), str(text))


def hyphenate(text, whole=0) -> str:
    """Return a text in the active language with break opportunities in words of more than `whole` letters."""
    return hyphenate_in(str(text), translation.get_language(), whole)


@lru_cache(maxsize=5_000)
def hyphenate_in(text, language, whole=0) -> str:
    if language == "ja":
        return divide_japanese(text)
    if language not in PATTERNS:
        return text
    known = patterns(language)
    return LONG_WORD.sub(lambda word: known.inserted(word[0], SOFT_HYPHEN) if len(word[0]) > whole else word[0], text)


def divide_japanese(text, *, longest=LONG_PHRASE) -> str:
    """Return a Japanese text with break opportunities; phrases up to `longest` stay whole."""
    parted = NO_WIDTH_SPACE.join(part for phrase in split_phrases(text) for part in split_phrase(phrase, longest))
    return LATIN_WORD.sub(lambda word: patterns("de").inserted(word[0], SOFT_HYPHEN), parted)


@lru_cache
def patterns(language, shortest=3):
    return pyphen.Pyphen(lang=PATTERNS[language], left=shortest, right=shortest)


def split_phrases(text) -> list[str]:
    """Return the phrases of a Japanese text, each with its particles, and none of a single character."""
    found: list[str] = []
    for phrase in japanese_parser().parse(text):
        if found and (len(found[-1].strip(" (")) == 1 or len(phrase.strip(" )")) <= 1):
            found[-1] += phrase
        else:
            found.append(phrase)
    return found


def split_phrase(phrase, longest) -> list[str]:
    """Return the words of a phrase longer than `longest`; a shorter one whole."""
    return BETWEEN_WORDS.split(phrase) if len(phrase) > longest else [phrase]


@lru_cache
def japanese_parser():
    return budoux.load_default_japanese_parser()
