"""Where the tests run: a data folder of their own and plain http, whatever the shell says."""

import os
import tempfile

DATA = tempfile.TemporaryDirectory(prefix="caravan-tests-")

os.environ.update(CARAVAN_DATA=DATA.name, HTTPS="0")
for name in ("ALLOWED_HOSTS", "CARAVAN_URL", "DEBUG", "PROXY", "SECRET_KEY"):
    os.environ.pop(name, None)
