"""Static files as they go over the wire."""

from django.core.files.base import ContentFile
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class LightStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed and kept for good; our own scripts without comments and indents, which phones do not read."""

    def _save(self, name, content):
        if name.startswith("js/"):
            content.seek(0)
            content = ContentFile(jsmin(content.read()))
        return super()._save(name, content)
