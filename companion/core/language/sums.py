"""What is reckoned in a sentence, such as 3 − 1, does not break across two lines, nor 3 点 within."""

import re

# A sum, or a ratio, of two or three figures; a longer one has to break somewhere.
SHORT_SUM = re.compile(r"(?<![\d+−×=] )\b\d+(?: [+−×=:] \d+){1,2}\b(?! [+−×=:])")
# What is counted stands behind its number in Japanese: to a browser that space is a place to break like any other.
BEFORE_COUNTER = re.compile(r"(?<=\d) (?=[\u3041-\u30fa\u4e00-\u9fff])")
NO_BREAK_SPACE = "\u00a0"


def in_one_line(text) -> str:
    """A sentence whose short sums, and numbers with their counters, break nowhere."""
    summed = SHORT_SUM.sub(lambda its: its[0].replace(" ", NO_BREAK_SPACE), str(text))
    return BEFORE_COUNTER.sub(NO_BREAK_SPACE, summed)
