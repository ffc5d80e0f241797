"""What can be entered in each row of a game, and what an entry is called on a screen."""

import re
from dataclasses import dataclass

from django.utils.text import capfirst

from companion.core.language.texts import say
from companion.rules import GAMES
from companion.rules.library import LIBRARY
from companion.rules.sheets import FORMAT
from companion.rules.sheets import game_of as game_of_sheet

SHEETS = ("7-wonders", "catan", "tichu", "wizard", "skull-king", "everdell", "splendor", "hearts")
# The name of a game of which people make the sheet themselves, before they play it round by round.
CUSTOM = "custom"
PLAYED = (*GAMES, *SHEETS, CUSTOM)
NAMES = ("Anna", "Ben", "Clara", "Dirk")

CUSTOM_SHEET = {
    "format": FORMAT,
    "title": "Forest game night",
    "players": [2, 8],
    "rounds": {},
    "rows": [
        {"key": "r1", "label": "Points", "kind": "points"},
        {"key": "r2", "label": "Debts", "kind": "points", "least": -20},
        {"key": "r3", "label": "Tricks", "kind": "bid", "hit": {"points": 20, "each": 10}, "miss": {"off": -10}},
        {"key": "r4", "label": "Crown", "kind": "yes", "worth": 5},
        {
            "key": "r5",
            "label": "Medal",
            "kind": "choice",
            # The two choices of a new row had the first keys.
            "choices": [
                {"key": "c3", "label": "none", "worth": 0},
                {"key": "c4", "label": "silver", "worth": 3},
                {"key": "c5", "label": "gold", "worth": 7},
            ],
        },
    ],
}


@dataclass(frozen=True)
class Row:
    """A row of a stage: its label as on the sheet, and its fields; several if their counts are laid down together."""

    label: str
    fields: tuple

    @property
    def is_figure(self) -> bool:
        return len(self.fields) == 1 and self.fields[0].is_number

    @property
    def is_question(self) -> bool:
        return len(self.fields) == 1 and self.fields[0].kind == "one_of"

    @property
    def nothing(self) -> str:
        """What who has nothing more answers to a question; empty where everyone has to say something."""
        [field, *_others] = self.fields
        return canonical(words_of(field, field.nothing or None, 1)) if self.is_question else ""


def game_of(slug):
    if slug == CUSTOM:
        return game_of_sheet(CUSTOM_SHEET, CUSTOM)
    return GAMES[slug] if slug in GAMES else LIBRARY[slug]


def names_for(slug) -> tuple:
    """Who plays: three, or as many as the game allows; four in teams."""
    game = game_of(slug)
    number = 4 if game.teams else min(max(2 if slug == "tuareg" else 3, game.seats[0]), game.seats[-1])
    return NAMES[:number]


def label(thing) -> str:
    return capfirst(say(thing.label)).replace("\u00ad", "")


def rows_of(game, stage) -> dict[str, Row]:
    """The rows of a stage by their labels."""
    asked = stage.fields_with(game.options_with({}))
    rows = [Row(label(field), (field,)) for field in asked]
    rows += [Row(label(part), tuple(part.fields)) for part in stage.parts or () if part.pad]
    return {row.label: row for row in rows}


def most_of(field, seats) -> int:
    """The highest figure that each of so many seats could have at once, or what is plenty."""
    supply = field.supply_for(seats)
    return min(field.most, 60) if supply is None else supply // seats


def figure_for(field, seats, chance) -> int:
    """A figure for one of so many seats that everyone could have at once, sometimes the least or the most."""
    most = most_of(field, seats)
    figure = chance.choice([field.least, most, 0, *(chance.randint(max(field.least, -9), most) for _ in range(9))])
    return int(figure / field.step) * field.step


def scarce(row, seats) -> list:
    """The things on the keys of a row of which not everyone can have one."""
    return [label(field) for field in row.fields if field.is_number and (field.supply_for(seats) or seats) < seats]


def words(row, entries) -> str:
    """What a cell shows of the entries of an export: the same words as on the screen, in a fixed order."""
    return canonical(
        ", ".join(filter(None, (words_of(field, entries.get(field.key), len(row.fields)) for field in row.fields)))
    )


def words_of(field, value, fields) -> str:
    if value in (None, []):
        return ""
    if fields > 1:
        return f"{label(field)}: {value}"
    if field.kind == "picks":
        return ", ".join(say(thing.label) for thing in field.things if thing.key in value)
    if field.kind == "rows":
        symbols = {symbol.key: say(symbol.label) for symbol in field.symbols}
        return ", ".join(f"{symbols[card['symbol']]} {card['points']}" for line in value for card in line)
    if field.kind == "one_of":
        return say(field.format_value(value))
    return field.text(value)


def canonical(shown) -> str:
    """Words of a cell in a form that can be compared: no soft hyphens, sums added up, no zeros of several counts."""
    text = shown.replace("\u00ad", "").replace("−", "-").strip().lower()
    if re.fullmatch(r"\d+(\s*\+\s*\d+)+", text):
        return str(sum(int(part) for part in text.split("+")))
    if counts := re.findall(r"(.+?): (\d+)(?:, |$)", text):
        return ", ".join(sorted(f"{name}: {number}" for name, number in counts if number != "0"))
    return ", ".join(sorted(part.strip() for part in text.split(",") if part.strip()))
