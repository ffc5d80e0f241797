"""Build what a wheel contains beside the code: compiled translations, and static files as `manage.py prepare` does."""

import os
import subprocess
import sys
import tempfile

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What site a developer has set up must not get into a wheel.
KEPT = ("PATH", "PYTHONPATH", "HOME", "TMPDIR", "SYSTEMROOT", "TEMP", "TMP")


class Prepared(BuildHookInterface):
    """Prepares files in a temporary data folder, and deletes it after the build."""

    def initialize(self, version, build_data):
        """Build the files, and add them to the wheel."""
        self.data = tempfile.TemporaryDirectory()
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment["CARAVAN_DATA"] = self.data.name
        subprocess.run([sys.executable, "manage.py", "prepare", "--files"], cwd=self.root, env=environment, check=True)
        build_data["force_include"][f"{self.data.name}/static"] = "companion/wheel/static"

    def finalize(self, version, build_data, artifact_path):
        """Delete the temporary data folder."""
        self.data.cleanup()
