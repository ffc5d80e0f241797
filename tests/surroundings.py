"""Where the tests run: a data folder of their own and plain http, whatever the shell says."""

import os
import tempfile

DATA = tempfile.TemporaryDirectory(prefix="caravan-tests-")

os.environ.update(CARAVAN_DATA=DATA.name, HTTPS="0")
OF_THE_SHELL = ("ALLOWED_HOSTS", "CARAVAN_URL", "DATABASE_URL", "DEBUG", "FOUNDING", "HOST", "IMPRINT_URL", "LOGS")
for name in (*OF_THE_SHELL, "PORT", "PRIVACY_URL", "PROXY", "SECRET_KEY", "SECRET_KEY_FALLBACKS"):
    os.environ.pop(name, None)
