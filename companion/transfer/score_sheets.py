"""Match the rows of other programs' score sheets with those of a game here, and convert their points to amounts.

Other programs name rows differently and store a row's points, while a sheet here has the number of things: 2 points for
complete lines are 1 line.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from companion.rules.kit import Field, Game, Item, Number, Stage, Table
from companion.rules.kit.tables import seats_in

from .former_labels import FORMER_LABELS
from .readers.records import PlayRecord
from .readers.values import parse_points
from .similar_names import simplify, translate_all

# Words that don't help to find the row.
FILLER = re.compile(
    "a|all|an|and|at|by|complete|completed|each|end|every|final|for|from|full|in|my|of|off|on|per|point|pt|score|scored|"
    "scoring|the|their|to|total|victory|vp|with|your|"
    "am|auf|aus|das|dem|den|der|des|die|fur|im|je|mit|punkt|punkte|siegpunkte|und|voll|volle|vom|von|zum"
)
# Words that score sheets use for the same thing.
SAME_WORDS: Mapping[str, str] = {
    "color": "colour",
    "commerce": "commercial",
    "treasury": "coin",
    "money": "coin",
    "gold": "coin",
    "row": "line",
    "tr": "terraform",
    "munze": "coin",
    "munzen": "coin",
    "geld": "coin",
}
# The most values of a field that are tried to find the one that scores some points.
MOST_TRIED = 200


@dataclass(frozen=True)
class SheetRow:
    """A scoring row of a game that follows from one field, with its possible names, plain and as sets of words."""

    stage: Stage
    item: Item
    field: Field
    names: frozenset[str]
    words: tuple[frozenset[str], ...]

    def likeness(self, name: str) -> float:
        """Return the share of words that a plain name has in common with this row's: 0 to 1, or 2 for the same name."""
        if name in self.names:
            return 2
        own = split_words(name)
        return max((len(own & each) / len(own | each) for each in self.words if own & each), default=0)


class ScoreSheet:
    """The rows of a game, to be matched with other programs' score sheets. Results are cached."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.former = {row: labels for (slug, row), labels in FORMER_LABELS.items() if slug == game.slug}
        self.found: dict[tuple[int, str], SheetRow | None] = {}
        self.values_by_points: dict[tuple[str, str], dict[Number, Any]] = {}

    @cached_property
    def rows(self) -> list[list[SheetRow]]:
        """The rows of each stage that follow from one field."""
        return [list(find_rows(stage, self.former)) for stage in self.game.stages]

    @cached_property
    def fields(self) -> Mapping[tuple[int, str], tuple[str, str]]:
        """The keys of stage and field by the number of the stage and the field's plain name, former ones too."""
        return {
            (number, simplify(label)): (stage.key, field.key)
            for number, stage in enumerate(self.game.stages, 1)
            for field in stage.fields
            for label in (*self.former.get(field.key, ()), *translate_all(field.label))
        }

    def find(self, number: int, label: str) -> SheetRow | None:
        """Return the row that a label means in the stage of this number, or None if no single row is most similar."""
        name = simplify(label)
        if (number, name) not in self.found:
            rows = self.rows[number - 1] if number <= len(self.rows) else []
            rated = sorted(((row.likeness(name), place) for place, row in enumerate(rows)), reverse=True)
            is_clear = rated and rated[0][0] and (len(rated) == 1 or rated[0][0] != rated[1][0])
            self.found[number, name] = rows[rated[0][1]] if is_clear else None
        return self.found[number, name]

    def convert_rows(
        self, rows: Iterable[Any], stages: Sequence[Stage], seats: int, options: Mapping[str, Any]
    ) -> tuple[list[dict[str, dict[str, Any]]], dict[tuple[str, str], list[Any]]] | None:
        """Return each seat's amounts by stage, and the points of each seat by stage and row.

        Return None if a row can't score its points here. Each row is `[number of its stage, label, a text for each
        seat]`; `stages` are those that were played.
        """
        held: list[dict[str, dict[str, Any]]] = [{stage.key: {} for stage in stages} for _seat in range(seats)]
        all_points: dict[tuple[str, str], list[Any]] = {}
        for number, label, texts in rows:
            points = [parse_points(text) if text else 0 for text in texts]
            row = self.find(number, label)
            if row is None or (row.stage.key, row.item.key) in all_points:
                if any(points):
                    return None
                # The row is for an expansion, or for another number of players.
                continue
            for amounts, number_of_points in zip(held, points, strict=True):
                value = self.value(row, number_of_points, options)
                if value is None:
                    return None
                amounts[row.stage.key][row.field.key] = value
            all_points[row.stage.key, row.item.key] = points
        return held, all_points

    def value(self, row: SheetRow, points: Any, options: Mapping[str, Any]) -> Any:
        """Return the value of a row's field that scores these points, or None."""
        if points is None:
            return None
        key = row.stage.key, row.item.key
        if key not in self.values_by_points:
            self.values_by_points[key] = try_values(row, list_values(row.field), options)
        if points not in self.values_by_points[key]:
            # The field may be the points themselves, with far more values than are tried.
            self.values_by_points[key] |= try_values(row, [abs(points), points], options)
        return self.values_by_points[key].get(points)


def find_rows(stage: Stage, former: Mapping[str, Sequence[str]]) -> Iterable[SheetRow]:
    """Yield the rows of a stage that follow from one field and don't compare players."""
    fields = {field.key: field for field in stage.fields}
    for item in stage.items:
        if len(item.counted_from) != 1 or item.compared or item.noted or item.counted_from[0] not in fields:
            continue
        field = fields[item.counted_from[0]]
        labels = [label for text in (item.label, field.label) for label in translate_all(text)]
        names = frozenset(map(simplify, (*labels, *former.get(field.key, ()))))
        yield SheetRow(stage, item, field, names, tuple(filter(None, map(split_words, names))))


def split_words(name: str) -> frozenset[str]:
    """Return the words of a plain name that say which row it is, each in its simplest form."""
    words = (word[:-1] if len(word) > 3 and word.endswith("s") else word for word in name.split())
    return frozenset(SAME_WORDS.get(word, word) for word in words if not FILLER.fullmatch(word))


def list_values(field: Field) -> list[Any]:
    """Return the values of a field that are tried: the choices, or numbers from 0 up and down."""
    if field.answers:
        return [choice.value for choice in field.answers]
    most = field.max_per_seat(2)
    if most is None:
        return []
    return [*range(min(int(most), MOST_TRIED) + 1), *range(-1, max(int(field.least), -MOST_TRIED) - 1, -1)]


def try_values(row: SheetRow, values: Sequence[Any], options: Mapping[str, Any]) -> dict[Number, Any]:
    """Return the values of a row's field by the points they score for a player who has nothing else."""
    found: dict[Number, Any] = {}
    for value in values:
        if row.field.clean(value, seats=2)[1] is None:
            stages = {row.stage.key: {row.field.key: value}}
            table: Table = {"options": options, "seats": [{"player": "", "stages": stages}]}
            [(points, *_reason)] = row.item.score(seats_in(table, row.stage.key), table)
            found.setdefault(points, value)
    return found


def format_rows(record: PlayRecord) -> str:
    """Return the rows of a score sheet as one line for the notes, in the order of the seats.

    Rows that score nothing for anyone, and the total itself, are left out.
    """
    scores = [seat.score for seat in record.seats]
    rows = [row for row in record.rows if set(row[2]) - {"", "0"} and row[2] != scores]
    labelled = [f"{label or '–'} {' · '.join(text or '–' for text in texts)}" for _number, label, texts in rows]
    return _("Score sheet: %(rows)s") % {"rows": "; ".join(labelled)} if labelled else ""
