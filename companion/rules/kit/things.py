"""Fields that hold things and cards: Picks and Rows."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypedDict

from .fields import Cleaned, Field, Held
from .lots import Lot
from .texts import Text, gettext, ngettext
from .typed import NOT_A_LIST, Fault, half_width, read_number, shortened


@dataclass(frozen=True)
class Thing:
    """A thing of a `Picks` field: its key, its name, and its value in points."""

    key: str
    label: Text
    value: int

    @property
    def print_note(self) -> str:
        """The text beside its name on a printed score sheet."""
        return str(self.value)


@dataclass(frozen=True, kw_only=True, eq=False)
class Picks(Field):
    """A selection of things with a value, each of which belongs to at most one seat."""

    things: tuple[Thing, ...]
    kind: ClassVar[str] = "picks"
    one_owner_each: ClassVar[bool] = True

    def read(self, typed: str) -> Any:
        """Return keys separated by spaces or commas; None if the text is empty."""
        return [part for part in re.split(r"[\s,、]+", half_width(typed)) if part] or None

    def join_inputs(self, parts: list[str]) -> str:
        return " ".join(parts)

    def split_inputs(self, typed: str) -> list[str]:
        return typed.split()

    def text(self, value: Any) -> str:
        return " ".join(value)

    def format_value(self, value: Any) -> Text | str:
        labels = tuple(thing.label for thing in self.things if thing.key in value)
        return gettext("%(things)s", things=labels) if labels else "–"

    def clean(self, value: Any, *, seats: int) -> Cleaned:
        if not isinstance(value, list):
            return None, NOT_A_LIST
        for key in value:
            if not isinstance(key, str) or key not in self._by_key:
                return None, Fault("unknown_entry", gettext("“%(typed)s” is unknown.", typed=shortened(key)))
        if len(set(value)) < len(value):
            key = next(key for key, times in Counter(value).items() if times > 1)
            return None, Fault("twice", gettext("%(thing)s is entered twice.", thing=self._by_key[key].label))
        return list(value), None

    @cached_property
    def _by_key(self) -> Mapping[str, Thing]:
        return {thing.key: thing for thing in self.things}

    def is_shared(self, seats: int) -> bool:
        return True

    def check_supply(self, held: Held, *, seats: int) -> list[Fault]:
        """Return a fault for each thing with more than one owner."""
        taken = [key for _, keys in held for key in keys]
        faults = []
        for thing in self.things if len(set(taken)) < len(taken) else ():
            owners = tuple(player for player, keys in held if thing.key in keys)
            if len(owners) > 1:
                text = gettext(
                    "%(thing)s is entered for more than one player: %(owners)s.", thing=thing.label, owners=owners
                )
                faults.append(Fault("two_owners", text))
        return faults

    def diff(self, was: Any, now: Any) -> tuple[Any, Any]:
        """Return the things that were removed and those that were added."""
        if not isinstance(was, list | None) or not isinstance(now, list | None):
            return was, now
        return [key for key in was or [] if key not in (now or [])], [
            key for key in now or [] if key not in (was or [])
        ]

    def draw(self, lot: Lot, starting: Sequence[int]) -> list[list[str]]:
        held: list[list[str]] = [[] for _ in starting]
        for thing in self.things:
            if lot.chance.random() < lot.part / 2:
                [owner] = lot.chance.choices(held, lot.skill)
                owner.append(thing.key)
        return held

    @property
    def rows_on_paper(self) -> int:
        return 2

    @property
    def legend(self) -> tuple[Thing, ...]:
        return self.things

    def schema(self) -> dict[str, Any]:
        keys = [thing.key for thing in self.things]
        return {"type": "array", "uniqueItems": True, "items": {"enum": keys}}


@dataclass(frozen=True)
class Symbol:
    """A symbol of a `Rows` field, and the number of cards with it in the box."""

    key: str
    label: Text
    supply: int
    icon: str = ""

    @property
    def print_note(self) -> str:
        """The text beside its name on a printed score sheet."""
        return f"×{self.supply}"


class Card(TypedDict):
    """A card of a display: the key of its symbol, and its printed points."""

    symbol: str
    points: int


@dataclass(frozen=True, kw_only=True, eq=False)
class Rows(Field):
    """A display of cards in rows; `bonuses`: the bonus of a full row by its number of different symbols."""

    symbols: tuple[Symbol, ...]
    points: tuple[int, ...]
    most_rows: int
    row_length: int
    bonuses: Mapping[int, int] = field(default_factory=dict)
    kind: ClassVar[str] = "rows"
    needs_script: ClassVar[bool] = True
    has_points_beside: ClassVar[bool] = False

    def read(self, typed: str) -> Any:
        """Return rows separated by lines or slashes, with cards such as `well 1` separated by commas; None if empty."""
        rows = [row for row in re.split(r"[\n/]+", half_width(typed)) if row.strip()]
        return [[self._read_card(card) for card in row.split(",") if card.strip()] for row in rows] or None

    def _read_card(self, typed: str) -> dict[str, Any]:
        symbol, _, points = typed.strip().partition(" ")
        return {"symbol": symbol, "points": read_number(points)}

    def join_inputs(self, parts: list[str]) -> str:
        """Return the values of the inputs, one for each place in row order, as one text; a single input is the text
        itself.
        """
        if len(parts) < 2:
            return super().join_inputs(parts)
        rows = [parts[start : start + self.row_length] for start in range(0, len(parts), self.row_length)]
        return " / ".join(", ".join(card for card in row if card) for row in rows)

    def split_inputs(self, typed: str) -> list[str]:
        """Return the card of each place, row by row; an empty text for an empty place."""
        rows = [[card.strip() for card in row.split(",")] for row in typed.split("/")]
        whole = [[*row, *[""] * self.row_length][: self.row_length] for row in [*rows, *[[]] * self.most_rows]]
        return [card for row in whole[: self.most_rows] for card in row]

    def text(self, value: Any) -> str:
        return " / ".join(", ".join(f"{card['symbol']} {card['points']}" for card in row) for row in value)

    def format_value(self, value: Any) -> Text | str:
        return ngettext("%(number)s card", "%(number)s cards", sum(map(len, value)))

    def clean(self, value: Any, *, seats: int) -> Cleaned:
        if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
            return None, Fault("wrong_type", gettext("this is a list of rows, each a list of cards."))
        if len(value) > self.most_rows:
            return None, Fault("too_many", gettext("at most %(most)s rows.", most=self.most_rows))
        for row in value:
            if len(row) > self.row_length:
                return None, Fault("too_many", gettext("at most %(most)s cards in a row.", most=self.row_length))
            for card in row:
                fault = self._card_fault(card)
                if fault is not None:
                    return None, fault
        return [[card.copy() for card in row] for row in value], None

    @cached_property
    def _keys(self) -> Sequence[str]:
        return [symbol.key for symbol in self.symbols]

    def _card_fault(self, card: Any) -> Fault | None:
        if not isinstance(card, dict) or len(card) != 2 or "symbol" not in card or "points" not in card:
            return Fault("wrong_type", gettext("a card has a symbol and points."))
        if card["symbol"] not in self._keys:
            typed = shortened(card["symbol"])
            return Fault("unknown_entry", gettext("“%(typed)s” is unknown.", typed=typed))
        if type(card["points"]) is not int or card["points"] not in self.points:
            text = gettext(
                "a card shows from %(low)s to %(high)s points, not “%(typed)s”.",
                low=min(self.points),
                high=max(self.points),
                typed=shortened(card["points"]),
            )
            return Fault("bad_entry", text)
        return None

    def bonus(self, row: Sequence[Card]) -> int:
        """Return the bonus of a row beyond its printed points."""
        return self.bonuses.get(len({card["symbol"] for card in row}), 0) if len(row) == self.row_length else 0

    def is_shared(self, seats: int) -> bool:
        return True

    def check_supply(self, held: Held, *, seats: int) -> list[Fault]:
        """Return a fault for each symbol that appears more often than in the box."""
        shown = [card["symbol"] for _, rows in held for row in rows for card in row]
        return [
            Fault(
                "too_many",
                gettext(
                    "%(symbol)s is entered %(total)s times, but the game has only %(supply)s.",
                    symbol=symbol.label,
                    total=shown.count(symbol.key),
                    supply=symbol.supply,
                ),
            )
            for symbol in self.symbols
            if shown.count(symbol.key) > symbol.supply
        ]

    def display(self, value: Any) -> list[list[dict[str, Any]]]:
        """Return the rows that have cards, each card as `{"symbol": its Symbol, "points": …}`."""
        symbols = {symbol.key: symbol for symbol in self.symbols}
        return [[{"symbol": symbols[card["symbol"]], "points": card["points"]} for card in row] for row in value if row]

    def draw(self, lot: Lot, starting: Sequence[int]) -> list[list[list[Card]]]:
        box = Counter({symbol.key: symbol.supply for symbol in self.symbols})
        return [[self._draw_row(lot, box) for _ in range(self.most_rows)] for _ in starting]

    def _draw_row(self, lot: Lot, box: Counter[str]) -> list[Card]:
        """Return a random row as players like them: mostly one symbol or all different, not always full."""
        wanted = lot.chance.choice(self.symbols).key if lot.chance.random() < 0.4 else None
        row: list[Card] = []
        for _ in range(self.row_length - (lot.chance.random() > lot.fill)):
            left = [key for key in box if box[key]]
            others = [key for key in left if all(key != card["symbol"] for card in row)]
            if left:
                symbol = wanted if wanted in left else lot.chance.choice(others or left)
                box[symbol] -= 1
                row.append({"symbol": symbol, "points": lot.chance.choice(self.points)})
        return row

    @property
    def rows_on_paper(self) -> int:
        return self.most_rows

    @property
    def boxes_across(self) -> int:
        return self.row_length

    @property
    def places(self) -> list[range]:
        return [range(self.row_length)] * self.most_rows

    @property
    def legend(self) -> tuple[Symbol, ...]:
        return self.symbols

    def schema(self) -> dict[str, Any]:
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
