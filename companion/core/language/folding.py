"""Folds texts for searching: without case, accents, and the widths of East Asian characters."""

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate

# The accents of European scripts. In other scripts a mark makes another letter: か and が.
ACCENTS = re.compile("[\u0300-\u036f]+")
# Letters that people type in another way, and that Unicode doesn't decompose.
OTHERWISE = str.maketrans(
    {"ı": "i", "’": "'", "‘": "'", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"}
)


def fold(text: str) -> str:
    """Return a text folded for comparison: equal for Café, cafe and ＣＡＦＥ; Straße and STRASSE; İzmir and izmir."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", ACCENTS.sub("", apart)).translate(OTHERWISE)


def find_word(text, word) -> int:
    """Return the index of a word in a text, compared as a search does; -1 if it isn't in it."""
    parts = [_folded_sign(sign) for sign in text]
    found = "".join(parts).find(fold(word))
    return sum(end <= found for end in accumulate(map(len, parts))) if found >= 0 else -1


_folded_sign = lru_cache(maxsize=10_000)(fold)
