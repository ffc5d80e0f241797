"""Static files as they go over the wire."""

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage
from zopfli import gzip

from .environment import ROOT

# What a page needs at once comes at once: together they weigh a fifth less than one by one.
JOINED = {
    "js/every_page.js": ("page", "outbox"),
    "js/entry.js": ("page", "outbox", "cards/figures", "cards/live", "cards/card"),
}
LIGHTER = {"css": cssmin, "js": jsmin}


class StaticFiles(StaticFilesConfig):
    """Without the other releases of htmx and the extensions that its package brings: no page loads them."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "htmx-4*", "htmax*", "htmx-2.js"]


class SmallestGzip(Compressor):
    """What browsers take on plain http, a twentieth smaller than gzip usually makes it."""

    @staticmethod
    def compress_gzip(data):
        return gzip.compress(data)


class LightStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed and kept for good; ours without comments and indents, which phones do not read."""

    def _save(self, name, content):
        if lighter := LIGHTER.get(name.partition("/")[0]):
            content.seek(0)
            content = ContentFile(lighter(content.read()))
        return super()._save(name, content)

    def create_compressor(self, **options):
        return SmallestGzip(**options)


def join_scripts():
    """Write the scripts that are joined where static files are collected from."""
    for name, parts in JOINED.items():
        target = settings.MADE / name
        target.parent.mkdir(exist_ok=True)
        target.write_text("\n".join((ROOT / f"static/js/{part}.js").read_text() for part in parts))
