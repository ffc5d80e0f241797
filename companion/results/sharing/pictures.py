"""A result as a picture: an SVG, and that as a PNG."""

import hashlib
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

import resvg_py
from django.template.loader import render_to_string

from companion.core.memory_cache import Kept

from .contents import Told
from .fonts import FILES
from .layout import SHAPES

# Pictures that were drawn lately, some 100 kB each: a page shows one, and then somebody saves or sends it.
DRAWN = Kept(24)
# No other thread of a process does anything while one draws: of the four that answer this many are there for pictures,
# one that draws and those that wait for it.
PLACES, ONE_AT_A_TIME = BoundedSemaphore(2), Lock()


@contextmanager
def turn():
    """True once nobody else in this process is at a picture; False at once where somebody waits for that already."""
    if not PLACES.acquire(blocking=False):
        yield False
        return
    try:
        with ONE_AT_A_TIME:
            yield True
    finally:
        PLACES.release()


def svg(told: Told, shape: str) -> str:
    """The picture of this shape ("tall", "wide") as an SVG, in the language of the moment."""
    picture = SHAPES[shape](told)
    return render_to_string("results/sharing/picture.svg", vars(picture))


def png(told: Told, shape: str) -> bytes:
    """The same as a PNG. What it is drawn of is bounded: at most eight rows of eight columns."""
    drawing = svg(told, shape)
    kept = DRAWN.of(hashlib.sha256(drawing.encode()).digest())
    if "png" not in kept:
        kept["png"] = drawn(drawing)
    return kept["png"]


def drawn(drawing: str) -> bytes:
    """An SVG as a PNG, in our own fonts alone, so that every machine draws the same."""
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True, font_files=FILES))
