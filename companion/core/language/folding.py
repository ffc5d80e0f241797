"""What is written, as a search compares it: without case, accents, and the widths of East Asian signs."""

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate

# The accents of European scripts. Other scripts have marks that make another letter, as か and が are two.
ACCENTS = re.compile("[\u0300-\u036f]+")
# Letters that people type another way, and that Unicode does not take apart.
OTHERWISE = str.maketrans(
    {"ı": "i", "’": "'", "‘": "'", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"}
)


def folded(text: str) -> str:
    """What two ways to write a text have in common: Café, cafe and ＣＡＦＥ; Straße and STRASSE; İzmir and izmir."""
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFC", ACCENTS.sub("", apart)).translate(OTHERWISE)


def place_in(text, word) -> int:
    """Where a word begins in a text, as a search finds it; -1 where it is not."""
    parts = [_folded_sign(sign) for sign in text]
    found = "".join(parts).find(folded(word))
    return sum(end <= found for end in accumulate(map(len, parts))) if found >= 0 else -1


_folded_sign = lru_cache(maxsize=10_000)(folded)
