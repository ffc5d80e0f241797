"""Static files as they go over the wire."""

from django.conf import settings
from django.core.files.base import ContentFile
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

from .environment import ROOT

# What a page needs at once comes at once: together they weigh a fifth less than one by one.
JOINED = {
    "js/every_page.js": ("page", "outbox"),
    "js/entry.js": ("page", "outbox", "figures", "live", "card", "ahead"),
}


class LightStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed and kept for good; our own scripts without comments and indents, which phones do not read."""

    def _save(self, name, content):
        if name.startswith("js/"):
            content.seek(0)
            content = ContentFile(jsmin(content.read()))
        return super()._save(name, content)


def join_scripts():
    """Write the scripts that are joined where static files are collected from."""
    for name, parts in JOINED.items():
        target = settings.MADE / name
        target.parent.mkdir(exist_ok=True)
        target.write_text("\n".join((ROOT / f"static/js/{part}.js").read_text() for part in parts))
