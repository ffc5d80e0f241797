"""Where a long word may break: soft hyphens, since not every browser knows where a language divides its words."""

import re
from functools import lru_cache

import pyphen  # type: ignore[import-untyped]  # it says nothing of its types
from django.utils import translation

SOFT_HYPHEN = "\u00ad"
# Shorter words fit beside a picture on the narrowest phone.
LONG_WORD = re.compile(r"[^\W\d_]{10,}")
PATTERNS = {"en": "en_GB", "de": "de_DE"}


def hyphenated(text) -> str:
    """A text in the active language with soft hyphens in its long words; as it is where words are not divided."""
    return in_language(str(text), translation.get_language())


@lru_cache(maxsize=5_000)
def in_language(text, language) -> str:
    if language not in PATTERNS:
        return text
    known = patterns(language)
    return LONG_WORD.sub(lambda word: known.inserted(word[0], SOFT_HYPHEN), text)


@lru_cache
def patterns(language):
    return pyphen.Pyphen(lang=PATTERNS[language], left=3, right=3)
