"""Static files as they go over the wire."""

import functools
from typing import override

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile
from django.urls import get_script_prefix
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage
from zopfli import gzip

from .environment import ROOT

# What a page needs at once comes at once: together they weigh a fifth less than one by one. The keys of all kinds of
# cells are among the sheet's: a page that takes the place of another without a network brings no script along.
KEYS = ("counts", "one_of", "picks", "rows", "tally")
SHEET = (
    *("cards/sums", "cards/cells", "cards/order", "cards/steps", "cards/pads/figure", "cards/counting"),
    *(f"cards/pads/{kind}" for kind in KEYS),
    *("cards/live", "cards/card", "cards/ahead"),
)
# What is named within a group of them is the group's own.
JOINED = {
    "js/every_page.js": ("page", "outbox"),
    "js/entry.js": ("cards/as_it_came", "page", "outbox", SHEET),
    "js/cards/alone.js": ("cards/sums", "cards/figures"),
}
LIGHTER = {"css": "text/css", "js": "application/javascript"}


class StaticFiles(StaticFilesConfig):
    """Without the other releases of htmx and the extensions that its package brings: no page loads them."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "htmx-4*", "htmax*", "htmx-2.js"]


class SmallestGzip(Compressor):
    """What browsers take on plain http, a twentieth smaller than gzip usually makes it."""

    @staticmethod
    def compress_gzip(data):
        return gzip.compress(data)


class LightStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed and kept for good; ours without comments and long names, which phones do not read."""

    @override
    def url(self, name, *, force=False):
        """The address of a file; each page names some, whose addresses are worked out once."""
        if settings.DEBUG:
            return super().url(name, force=force)
        key = name, force, get_script_prefix()
        if key not in self.known_addresses:
            self.known_addresses[key] = super().url(name, force=force)
        return self.known_addresses[key]

    @functools.cached_property
    def known_addresses(self) -> dict:
        return {}

    def _save(self, name, content):
        if kind := LIGHTER.get(name.partition("/")[0]):
            content.seek(0)
            content = ContentFile(lighter(kind, content.read()))
        return super()._save(name, content)

    def create_compressor(self, **options):
        return SmallestGzip(**options)


def lighter(kind, content) -> bytes:
    """The same script or style in fewer bytes; what a script declares for others keeps its name."""
    # A library of Go, with threads of its own: it is for the process that prepares, and not for those that serve.
    import minify

    return minify.string(kind, content.decode()).encode()


def join_scripts():
    """Write the scripts that are joined where static files are collected from."""
    for name, parts in JOINED.items():
        target = settings.MADE / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(joined(parts))


def joined(parts) -> str:
    """These scripts one after the other, and a group of them in a scope of its own."""
    return "\n".join(
        f"(() => {{\n{joined(part)}\n}})();" if isinstance(part, tuple) else (ROOT / f"static/js/{part}.js").read_text()
        for part in parts
    )
