"""Draw a result's picture as an SVG, and convert it to a PNG."""

import hashlib
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

import resvg_py
from django.template.loader import render_to_string

from companion.core.memory_cache import Cache

from .contents import Summary
from .fonts import FILES
from .layout import SHAPES

# Recent pictures of about 100 kB each: a page shows one, and then someone saves or sends it.
DRAWN = Cache(24)
# No other thread runs while one draws. Of a process's four threads, at most two are for pictures: one draws, one waits.
PLACES, ONE_AT_A_TIME = BoundedSemaphore(2), Lock()


@contextmanager
def take_turn():
    """Yield True once no other thread of this process draws, or False at once if one is already waiting."""
    if not PLACES.acquire(blocking=False):
        yield False
        return
    try:
        with ONE_AT_A_TIME:
            yield True
    finally:
        PLACES.release()


def draw_svg(summary: Summary, shape: str) -> str:
    """Return the picture of this shape ("tall" or "wide") as an SVG, in the active language."""
    picture = SHAPES[shape](summary)
    return render_to_string("results/sharing/picture.svg", vars(picture))


def draw_png(summary: Summary, shape: str) -> bytes:
    """Return the picture of this shape as a PNG; it has at most eight rows and eight columns."""
    drawing = draw_svg(summary, shape)
    cached = DRAWN.of(hashlib.sha256(drawing.encode()).digest())
    if "png" not in cached:
        # With our own fonts only, so that every machine draws the same.
        cached["png"] = bytes(resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True, font_files=FILES))
    return cached["png"]
