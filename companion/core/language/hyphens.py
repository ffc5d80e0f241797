"""Where a long word may break, since not every browser knows where a language divides its words.

In German and English that is a soft hyphen within a word, in Japanese a space without width between two.
"""

import re
from functools import lru_cache

import budoux
import pyphen  # type: ignore[import-untyped]  # it says nothing of its types
from django.utils import translation

SOFT_HYPHEN = "\u00ad"
NO_WIDTH_SPACE = "\u200b"
# Shorter words fit beside a picture on the narrowest phone.
LONG_WORD = re.compile(r"[^\W\d_]{9,}")
# Nor in a box of a printed sheet.
SHORT_WORD = re.compile(r"[^\W\d_]{5,}")
# In Japanese a word of another language has no place where it may break. Most that are long are German.
LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{9,}")
PATTERNS = {"en": "en_GB", "de": "de_DE"}
# In a longer phrase of Japanese a word of one script ends where one of the other begins: 勝利点 and トークン; and where
# names of games join two words of one script; and before the verb that a noun is made one with: 得点化 and する.
LONG_PHRASE = 6
BETWEEN_WORDS = re.compile(
    r"(?<=[\u4e00-\u9fff])(?=[\u30a1-\u30fa])|(?<=[\u30a1-\u30fc])(?=[\u4e00-\u9fff])"
    r"|(?<=[\u30a1-\u30fc]{3})(?=カード|ゲーム|ティチュー|フィニッシュ|カナスタ|チップ|キューブ)|(?<=[\u4e00-\u9fff])(?=する)"
)


def divided(text) -> str:
    """A text in the active language with the places where it may break, of shorter words too."""
    language = translation.get_language() or ""
    if language == "ja":
        return japanese_divided(str(text), longest=0)
    if language not in PATTERNS:
        return str(text)
    known = patterns(language, shortest=2)
    return SHORT_WORD.sub(lambda word: known.inserted(word[0], SOFT_HYPHEN), str(text))


def hyphenated(text, whole=0) -> str:
    """Return a text in the active language with the places where it may break; words of up to `whole` letters don't."""
    return in_language(str(text), translation.get_language(), whole)


@lru_cache(maxsize=5_000)
def in_language(text, language, whole=0) -> str:
    if language == "ja":
        return japanese_divided(text)
    if language not in PATTERNS:
        return text
    known = patterns(language)
    return LONG_WORD.sub(lambda word: known.inserted(word[0], SOFT_HYPHEN) if len(word[0]) > whole else word[0], text)


def japanese_divided(text, *, longest=LONG_PHRASE) -> str:
    """Return a Japanese text with the places where it may break; phrases that are no longer stay whole."""
    parted = NO_WIDTH_SPACE.join(part for phrase in phrases(text) for part in parts_of(phrase, longest))
    return LATIN_WORD.sub(lambda word: patterns("de").inserted(word[0], SOFT_HYPHEN), parted)


@lru_cache
def patterns(language, shortest=3):
    return pyphen.Pyphen(lang=PATTERNS[language], left=shortest, right=shortest)


def phrases(text) -> list[str]:
    """The phrases of a Japanese text: what a particle follows stands with it, and no single sign alone."""
    found: list[str] = []
    for phrase in japanese().parse(text):
        if found and (len(found[-1].strip(" (")) == 1 or len(phrase.strip(" )")) <= 1):
            found[-1] += phrase
        else:
            found.append(phrase)
    return found


def parts_of(phrase, longest) -> list[str]:
    """A long phrase, divided where one of its words ends; a short one whole."""
    return BETWEEN_WORDS.split(phrase) if len(phrase) > longest else [phrase]


@lru_cache
def japanese():
    return budoux.load_default_japanese_parser()
