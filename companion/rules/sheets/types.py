"""Types of a sheet and its parts.

A sheet is a JSON object in the format `caravan.sheet/1`, with the schema in `schema.py`. It always has `format`,
`title`, `players` (from and to) and `rows`. Optional keys define the course of the game (`stages` or `rounds`, `wins`,
`ahead`, `ties`), its options (`options`, `expansions`) and its texts:

    {"format": "caravan.sheet/1", "title": "Bean field", "players": [2, 5], "rows": [ROW, …],
     "stages": [{"key": "spring", "label": "Spring"}, …], "ties": [{"row": "corn", "fewest": true}]}

A row always has `key`, by which rows, ties and entries refer to it, `label` and `kind`. `stages` has the keys of the
stages in which it is counted (without it, all), and `with` the expansion that it needs. Its other keys depend on its
kind, see `KINDS` in `schema.py`:

    {"key": "corn", "label": {"en": "corn", "de": "Mais", "ja": "とうもろこし"}, "kind": "per", "size": 3, "worth": 2}

A title or label is one text for all languages, or one for each of some; `in_words` of the kit takes both. A place is
the path to a value, of keys and list positions from 1: `("rows", 3, "worth")`.

The types say nothing about the values inside: an unchecked sheet can contain anything until `sheet_faults` returns no
faults. Functions must not change the sheets they get.
"""

from collections.abc import Mapping
from typing import Any

type Sheet = Mapping[str, Any]
type Row = Mapping[str, Any]
# By their keys.
type Rows = Mapping[str, Row]
type Place = tuple[str | int, ...]
