"""What is reckoned in a sentence, such as 3 − 1, does not break across two lines."""

import re

# A sum of two or three figures; a longer one has to break somewhere.
SHORT_SUM = re.compile(r"(?<![\d+−×=] )\b\d+(?: [+−×=] \d+){1,2}\b(?! [+−×=])")
NO_BREAK_SPACE = "\u00a0"


def in_one_line(text) -> str:
    """A sentence whose short sums break nowhere."""
    return SHORT_SUM.sub(lambda its: its[0].replace(" ", NO_BREAK_SPACE), str(text))
