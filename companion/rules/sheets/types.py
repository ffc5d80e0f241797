"""What a sheet, a row of it and a place in it look like, for whoever reads the types of this folder and of the shelf.

A sheet is an object of JSON, `caravan.sheet/1`, as `schema.py` asks for it. It always has `format`, `title`, `players`
(from and to) and `rows`. How the game goes (`stages` or `rounds`, `wins`, `ahead`, `ties`), what is agreed on
(`options`, `expansions`) and what is told of the game stand beside them, where there is something to say:

    {"format": "caravan.sheet/1", "title": "Bean field", "players": [2, 5], "rows": [ROW, …],
     "stages": [{"key": "spring", "label": "Spring"}, …], "ties": [{"row": "corn", "fewest": true}]}

A row always has `key`, by which other rows, ties and what is entered name it, `label` and `kind`. It may say in which
`stages` it is counted, by their keys (in all, where it does not), and `with` which expansion alone it is there. What
else it says depends on its kind, as `KINDS` of `schema.py` has it:

    {"key": "corn", "label": {"en": "corn", "de": "Mais", "ja": "とうもろこし"}, "kind": "per", "size": 3, "worth": 2}

A title or a label is one text for all languages, or one for each of some; `in_words` of the kit takes both. A place is
the way to a value, by keys of objects and numbers of lists from 1: `("rows", 3, "worth")`.

Of what stands in a sheet or a row types tell nothing: its parts are read by keys that other parts name, and what comes
in may be anything until `sheet_faults` has found nothing wrong with it. Whoever is given one changes nothing in it.
"""

from collections.abc import Mapping
from typing import Any

type Sheet = Mapping[str, Any]
type Row = Mapping[str, Any]
# By their keys.
type Rows = Mapping[str, Row]
type Place = tuple[str | int, ...]
