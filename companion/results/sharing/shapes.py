"""The shapes of a picture, as its template draws them: boxes, text and small drawings."""

import re
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from companion.core.icons import icon

from .fonts import Run, split_runs, text_width

# Each game's colour with its wash and rule, as in the stylesheet's light scheme.
ACCENTS = {
    "indigo": ("#26418f", "#e9ecf7", "#bfc8e2"),
    "plum": ("#86195f", "#f8e8f1", "#e0bcd2"),
    "terracotta": ("#8c4110", "#f8eadd", "#e3c6ad"),
    "oasis": ("#0b5f57", "#e2f0ec", "#b3d3cb"),
    "night": ("#4f3a86", "#eeeaf7", "#cdc3e2"),
    "slate": ("#44525f", "#ebeff2", "#c6cfd7"),
    "moss": ("#4d5c17", "#eef2dd", "#cbd5a4"),
    "ochre": ("#755300", "#f7eed8", "#ddcb9c"),
}
PAPER, INK, MUTED, ON = "#fcfaf5", "#1e1a15", "#645b4f", "#ffffff"
DAY = {
    "paper": PAPER,
    "ink": INK,
    "on": ON,
    "key": "#fffefb",
    "edge": INK,
    "stem": INK,
    "leaf": INK,
    "facet": INK,
    "peg-1": "#f2c230",
    "peg-2": "#ffffff",
    "peg-3": "#4fc487",
    "peg-4": "#6fa5f5",
    "peg-5": "#f06a72",
}
VARIABLE = re.compile(r"var\(--([a-z0-9-]+)(?:,[^)]*)?\)")
FAMILIES = {"sans": ("Noto Sans", 400), "bold": ("Noto Sans", 700), "serif": ("Noto Serif", 700)}


@dataclass(frozen=True)
class Box:
    """A filled rectangle with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    round: float = 0

    kind = "box"


@dataclass(frozen=True)
class Writing:
    """A text on one line: `y` is its baseline, `anchor` whether it starts, ends or is centred at `x`."""

    text: str
    x: float
    y: float
    size: float
    face: str = "sans"
    fill: str = INK
    anchor: str = "start"

    kind = "writing"

    @property
    def runs(self) -> list[Run]:
        return split_runs(self.text)

    @property
    def family(self) -> str:
        return FAMILIES[self.face][0]

    @property
    def weight(self) -> int:
        return FAMILIES[self.face][1]

    @property
    def stroke(self) -> float:
        """The width of a stroke that makes the Japanese font, which has one weight, bolder."""
        return 0 if self.face == "sans" else round(self.size * 0.03, 2)

    @property
    def width(self) -> float:
        return text_width(self.text, self.face, self.size)


@dataclass(frozen=True)
class Drawing:
    """An icon of this size, with its top left corner at `x` and `y`."""

    name: str
    x: float
    y: float
    size: float
    accent: str
    view: str = ""

    kind = "drawing"

    @property
    def svg(self) -> SafeString:
        """The icon in the colours of the light scheme; "" if there is no such icon."""
        colours = {**DAY, "accent": self.accent, "plate": self.accent}
        markup = VARIABLE.sub(lambda found: colours[found[1]], icon(self.name))
        if self.view:
            markup = re.sub(r'viewBox="[^"]*"', f'viewBox="{self.view}"', markup, count=1)
        place = f'<svg x="{self.x:g}" y="{self.y:g}" width="{self.size:g}" height="{self.size:g}" color="{ON}" '
        return mark_safe(markup.replace("<svg ", place, 1))  # noqa: S308  (drawings of ours and numbers only)


@dataclass(frozen=True)
class Outline:
    """A filled path in a square of 24, scaled."""

    path: str
    x: float
    y: float
    scale: float
    fill: str = ON

    kind = "outline"
