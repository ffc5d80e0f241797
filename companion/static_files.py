"""Static files as they go over the wire."""

import re

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

COMMENTS = re.compile(r"^[ ]*(?://[^\n]*|/\*.*?\*/)\n|^[ ]+", re.MULTILINE | re.DOTALL)


class LightStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed and kept for good; our own scripts without comments and indents, which phones do not read."""

    def _save(self, name, content):
        if name.startswith("js/"):
            content.seek(0)
            content = ContentFile(COMMENTS.sub("", content.read().decode()).encode())
        return super()._save(name, content)
