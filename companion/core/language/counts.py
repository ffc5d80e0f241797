"""Numbers with the things they count, in the English of commands and logs; pages use the catalogues."""


def count_of(number: int, one: str, many: str = "") -> str:
    """Return a number and what it counts: "1 play", "1,250 plays". `many` is the plural, by default `one` with an s."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
