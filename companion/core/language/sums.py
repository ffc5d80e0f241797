"""Prevents line breaks within short sums, such as 3 − 1, and between numbers and Japanese counters."""

import re

# A sum or ratio of two or three figures; longer ones may break.
SHORT_SUM = re.compile(r"(?<![\d+−×=] )\b\d+(?: [+−×=:] \d+){1,2}\b(?! [+−×=:])")
# A number and its Japanese counter, with a space between them.
BEFORE_COUNTER = re.compile(r"(?<=\d) (?=[\u3041-\u30fa\u4e00-\u9fff])")
NO_BREAK_SPACE = "\u00a0"


def prevent_breaks(text) -> str:
    """Return a sentence with no-break spaces in short sums, and between numbers and Japanese counters."""
    summed = SHORT_SUM.sub(lambda match: match[0].replace(" ", NO_BREAK_SPACE), str(text))
    return BEFORE_COUNTER.sub(NO_BREAK_SPACE, summed)
