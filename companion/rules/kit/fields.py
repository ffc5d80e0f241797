"""The kinds of field that carry every game: Count, Tally, Picks and Rows, and OneOf for a plain question.

Each knows its JSON shape (`schema`), reads what a person typed (`read`), cleans a value whether it was
typed, imported or piped in (`clean`), and checks all seats together against the box (`overdrawn`).
Nothing is raised for what a player typed: a fault is a value, a pair of code and sentence.
"""

import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from .facts import Choice, is_among
from .texts import Text, gettext, ngettext, pgettext

MOST = 999


class Fault(NamedTuple):
    """Why a value cannot be right: a code for machines, a sentence for people."""

    code: str
    text: Text


NOT_A_LIST = Fault("wrong_type", gettext("this is a list, one entry for each."))


def whole_number(value, *, most, too_many) -> tuple[int | None, Fault | None]:
    """A number from 0 to `most`, or the fault; `too_many` is the fault of one above."""
    not_whole = gettext("“%(typed)s” is not a whole number.", typed=shortened(value))
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None, Fault("wrong_type", not_whole)
    if value < 0:
        return None, Fault("negative", gettext("%(typed)s is less than 0.", typed=shortened(value)))
    if value > most:
        return None, too_many
    if value != int(value):
        return None, Fault("fraction", not_whole)
    return int(value), None


def shortened(value) -> str:
    """What was typed or sent, as it can stand in a sentence: one line of at most 20 characters."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    if isinstance(value, int | float) and abs(value) > 1e300:
        return "∞" if value > 0 else "−∞"
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    line = "".join(sign if sign.isprintable() else " " for sign in text[:21])
    return line if len(line) <= 20 else line[:19] + "…"


def read_number(text):
    """The whole number somebody typed (`3+2+4` is 9), None for nothing, else the text itself."""
    typed = half_width(text).replace("−", "-")
    if not typed:
        return None
    if re.fullmatch(r"[0-9]{1,30}(\s*\+\s*[0-9]{1,30})*\s*\+?", typed):
        return sum(map(int, re.findall(r"[0-9]+", typed)))
    if re.fullmatch(r"-[0-9]{1,30}", typed):
        return int(typed)
    return text.strip()


def half_width(text):
    """What was typed on a Japanese keyboard in signs as wide as kanji (`３＋２`, `，`), in the usual ones."""
    return unicodedata.normalize("NFKC", text).strip()


@dataclass(frozen=True, kw_only=True)
class Field:
    """What all kinds share. `only_with`: asked only under this option and value. `icon`: a picture's name.

    `face`: what its key on a pad shows instead of a picture. `during`: noted while the stage is played, before the
    rest is counted.
    """

    key: str
    label: Text
    icon: str = ""
    face: str = ""
    during: bool = False
    only_with: tuple[str, object] | None = None
    breaks_ties: bool = False

    def is_asked(self, options) -> bool:
        return self.only_with is None or options.get(self.only_with[0]) == self.only_with[1]

    def joined(self, parts: list[str]) -> str:
        """What was typed into the inputs of the field as one text, for `read`."""
        return parts[-1] if parts else ""

    def text(self, value) -> str:
        """The value as `read` would understand it."""
        return str(value)

    def shown(self, value) -> Text | str:
        """The value as people read it on a folded card."""
        return self.text(value)


@dataclass(frozen=True, kw_only=True)
class Count(Field):
    """A whole number from 0 up.

    `supply` is what the box holds for all seats together, one number or one by number of seats; without it
    at most 999. `whole_supply`: all of it is usually held by somebody, so what nobody holds is worth asking.
    `one`: what exactly one is called, where the label is a plural.
    """

    one: Text | None = None
    supply: int | dict[int, int] | None = None
    whole_supply: bool = False
    kind: ClassVar[str] = "count"

    def named(self, number: int) -> Text:
        """What so many are called, after their number."""
        return self.one if self.one and number == 1 else self.label

    def supply_for(self, seats: int) -> int | None:
        """What the box holds with so many seats; None where nothing limits it."""
        return self.supply.get(seats) if isinstance(self.supply, dict) else self.supply

    def read(self, typed: str):
        return read_number(typed)

    def clean(self, value, *, seats: int):
        supply = self.supply_for(seats)
        # Nearly every count is right: what would be wrong with it is put into words only where one is not.
        if type(value) is int and 0 <= value <= (MOST if supply is None else supply):
            return value, None
        if supply is None:
            too_many = Fault("too_large", gettext("more than %(most)s cannot be entered.", most=MOST))
        else:
            too_many = Fault(
                "too_many",
                gettext("%(typed)s, but there are only %(supply)s.", typed=shortened(value), supply=supply),
            )
        return whole_number(value, most=MOST if supply is None else supply, too_many=too_many)

    def overdrawn(self, held, *, seats: int):
        """The faults of all seats together; `held` is a list of (player, value)."""
        supply = self.supply_for(seats)
        if supply is None:
            return []
        total = sum([value for _, value in held])
        if total <= supply:
            return []
        shares = tuple(
            pgettext("a player's number of something", "%(player)s %(count)s", player=player, count=value)
            for player, value in held
            if value
        )
        text = gettext(
            "%(shares)s make %(total)s, but there are only %(supply)s.",
            shares=shares,
            total=total,
            supply=supply,
        )
        return [Fault("too_many", text)]

    def schema(self):
        most = max(self.supply.values()) if isinstance(self.supply, dict) else self.supply
        return {"type": "integer", "minimum": 0, "maximum": MOST if most is None else most}


@dataclass(frozen=True, kw_only=True)
class Tally(Field):
    """A list of small numbers, one tap each, every one among `values`."""

    values: tuple[int, ...]
    most: int
    kind: ClassVar[str] = "tally"

    def read(self, typed: str):
        """Numbers separated by spaces, commas or +, as `4 7 5`; None for nothing."""
        return [read_number(part) for part in re.split(r"[\s,;、+]+", half_width(typed)) if part] or None

    def text(self, value):
        return " ".join(map(str, value))

    def clean(self, value, *, seats: int):
        if not isinstance(value, list):
            return None, NOT_A_LIST
        if len(value) > self.most:
            return None, Fault("too_many", gettext("at most %(most)s entries.", most=self.most))
        for entry in value:
            if type(entry) is not int or entry not in self.values:
                text = gettext(
                    "each entry is from %(low)s to %(high)s, not “%(typed)s”.",
                    low=min(self.values),
                    high=max(self.values),
                    typed=shortened(entry),
                )
                return None, Fault("bad_entry", text)
        return list(value), None

    def overdrawn(self, held, *, seats: int):
        """Nothing: each seat's list stands for itself."""
        return []

    def schema(self):
        return {"type": "array", "maxItems": self.most, "items": {"enum": list(self.values)}}


@dataclass(frozen=True)
class Thing:
    """One of the things of a `Picks` field: its key, its name, and its value in points."""

    key: str
    label: Text
    value: int


@dataclass(frozen=True, kw_only=True)
class Picks(Field):
    """Things with a value, each of which only one seat can own."""

    things: tuple[Thing, ...]
    kind: ClassVar[str] = "picks"

    def read(self, typed: str):
        """Keys separated by spaces or commas; None for nothing."""
        return [part for part in re.split(r"[\s,、]+", half_width(typed)) if part] or None

    def joined(self, parts):
        return " ".join(parts)

    def text(self, value):
        return " ".join(value)

    def shown(self, value):
        labels = tuple(thing.label for thing in self.things if thing.key in value)
        return gettext("%(things)s", things=labels) if labels else "–"

    def clean(self, value, *, seats: int):
        if not isinstance(value, list):
            return None, NOT_A_LIST
        known = {thing.key: thing for thing in self.things}
        for key in value:
            if not isinstance(key, str) or key not in known:
                return None, Fault("unknown_entry", gettext("“%(typed)s” is not known.", typed=shortened(key)))
        for key, times in Counter(value).items():
            if times > 1:
                return None, Fault("twice", gettext("%(thing)s is there twice.", thing=known[key].label))
        return list(value), None

    def overdrawn(self, held, *, seats: int):
        """A fault for each thing with more than one owner."""
        faults = []
        for thing in self.things:
            owners = tuple(player for player, keys in held if thing.key in keys)
            if len(owners) > 1:
                text = gettext("%(thing)s has two owners: %(owners)s.", thing=thing.label, owners=owners)
                faults.append(Fault("two_owners", text))
        return faults

    def schema(self):
        keys = [thing.key for thing in self.things]
        return {"type": "array", "uniqueItems": True, "items": {"enum": keys}}


@dataclass(frozen=True)
class Symbol:
    """One of the symbols of a `Rows` field, and how many cards of the box show it."""

    key: str
    label: Text
    supply: int
    icon: str = ""


@dataclass(frozen=True, kw_only=True)
class Rows(Field):
    """A display of cards in rows, each card a symbol and its printed points: `{"symbol": …, "points": …}`."""

    symbols: tuple[Symbol, ...]
    points: tuple[int, ...]
    most_rows: int
    row_length: int
    kind: ClassVar[str] = "rows"

    def read(self, typed: str):
        """Rows separated by lines or slashes, cards as `well 1`, separated by commas; None for nothing."""
        rows = [row for row in re.split(r"[\n/]+", half_width(typed)) if row.strip()]
        return [[self._read_card(card) for card in row.split(",") if card.strip()] for row in rows] or None

    def _read_card(self, typed):
        symbol, _, points = typed.strip().partition(" ")
        return {"symbol": symbol, "points": read_number(points)}

    def joined(self, parts):
        """The text of as many inputs as the display has places, row by row; one input is the text itself."""
        if len(parts) < 2:
            return super().joined(parts)
        rows = [parts[start : start + self.row_length] for start in range(0, len(parts), self.row_length)]
        return " / ".join(", ".join(card for card in row if card) for row in rows)

    def text(self, value):
        return " / ".join(", ".join(f"{card['symbol']} {card['points']}" for card in row) for row in value)

    def shown(self, value):
        return ngettext("%(number)s card", "%(number)s cards", sum(map(len, value)))

    def clean(self, value, *, seats: int):
        if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
            return None, Fault("wrong_type", gettext("this is a list of rows, each a list of cards."))
        if len(value) > self.most_rows:
            return None, Fault("too_many", gettext("at most %(most)s rows.", most=self.most_rows))
        known = [symbol.key for symbol in self.symbols]
        for row in value:
            if len(row) > self.row_length:
                return None, Fault("too_many", gettext("at most %(most)s cards in a row.", most=self.row_length))
            for card in row:
                if fault := self._card_fault(card, known):
                    return None, fault
        return [[dict(card) for card in row] for row in value], None

    def _card_fault(self, card, known):
        if not isinstance(card, dict) or card.keys() != {"symbol", "points"}:
            return Fault("wrong_type", gettext("a card has a symbol and points."))
        if card["symbol"] not in known:
            typed = shortened(card["symbol"])
            return Fault("unknown_entry", gettext("“%(typed)s” is not known.", typed=typed))
        if type(card["points"]) is not int or card["points"] not in self.points:
            text = gettext(
                "a card shows from %(low)s to %(high)s points, not “%(typed)s”.",
                low=min(self.points),
                high=max(self.points),
                typed=shortened(card["points"]),
            )
            return Fault("bad_entry", text)
        return None

    def overdrawn(self, held, *, seats: int):
        """A fault for each symbol that is there more often than in the box."""
        shown = Counter(card["symbol"] for _, rows in held for row in rows for card in row)
        return [
            Fault(
                "too_many",
                gettext(
                    "%(symbol)s is there %(total)s times, but the box has %(supply)s.",
                    symbol=symbol.label,
                    total=shown[symbol.key],
                    supply=symbol.supply,
                ),
            )
            for symbol in self.symbols
            if shown[symbol.key] > symbol.supply
        ]

    def schema(self):
        card = {
            "type": "object",
            "required": ["symbol", "points"],
            "additionalProperties": False,
            "properties": {
                "symbol": {"enum": [symbol.key for symbol in self.symbols]},
                "points": {"enum": list(self.points)},
            },
        }
        row = {"type": "array", "maxItems": self.row_length, "items": card}
        return {"type": "array", "maxItems": self.most_rows, "items": row}


@dataclass(frozen=True, kw_only=True)
class OneOf(Field):
    """A question with a few answers, of which a seat gives one; the first is meant where none is given."""

    choices: tuple[Choice, ...]
    kind: ClassVar[str] = "one_of"

    def shown(self, value):
        return next((choice.label for choice in self.choices if choice.value == value), value)

    def read(self, typed: str):
        """The value of a choice; None for nothing."""
        return half_width(typed) or None

    def clean(self, value, *, seats: int):
        if is_among(value, self.choices):
            return value, None
        text = gettext(
            "“%(typed)s” is none of %(choices)s.",
            typed=shortened(value),
            choices=tuple(choice.value for choice in self.choices),
        )
        return None, Fault("unknown_entry", text)

    def overdrawn(self, held, *, seats: int):
        """Nothing: each seat's answer stands for itself."""
        return []

    def schema(self):
        return {"enum": [choice.value for choice in self.choices]}


@dataclass(frozen=True)
class Refused:
    """What was typed and cannot be right, kept as it was typed."""

    typed: str
