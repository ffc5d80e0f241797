"""Write and read the QR code of a sheet: its address and its layout, so that a photo of it can be read.

`/games/example?seats=4&layout=1f3a9c.en.a4.1.~5~~~once~hand-sum` is the first page of a blank sheet for four players,
in English on A4, with these options. Opening it starts a new play for four. A filled sheet has the address of its play.
"""

from hashlib import sha256
from typing import NamedTuple

from companion.rules.kit import Game
from companion.rules.kit.tables import Options


class Printed(NamedTuple):
    """The layout of a printed sheet: rules version, language, paper, page and options."""

    version: str
    language: str
    paper: str
    page: int
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ".".join([self.version, self.language, self.paper, str(self.page), "~".join(self.options)]).rstrip(".")


def read_layout(text: str) -> Printed:
    """Return the layout that a code describes. Raise ValueError if it describes something else."""
    version, language, paper, page, *options = text.split(".", 4)
    return Printed(version, language, paper, int(page), tuple(options[0].split("~")) if options else ())


def version_of(game: Game) -> str:
    """Return six characters that change with the stages of a game, their rows or their scoring."""
    rows = [
        (stage.key, [field.key for field in stage.fields], [(item.key, item.as_counted) for item in stage.items])
        for stage in game.stages
    ]
    return sha256(repr((game.slug, rows, game.tie_breaks)).encode()).hexdigest()[:6]


def options_as_text(game: Game, options: Options) -> tuple[str, ...]:
    """Return the value of each option in the game's order; "" for an open one."""
    values = [options.get(option.key) for option in game.options]
    return tuple("" if each is None else str(int(each)) if isinstance(each, bool) else str(each) for each in values)
