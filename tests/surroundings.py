"""Where the tests run: a data folder of their own and plain http, whatever the shell says."""

import os
import tempfile

DATA = tempfile.TemporaryDirectory(prefix="caravan-tests-")

os.environ.update(CARAVAN_DATA=DATA.name, HTTPS="0")
OF_THE_SHELL = ("ALLOWED_HOSTS", "CARAVAN_URL", "DATABASE_URL", "DEBUG", "FOUNDING", "GROUP_PLAYS", "HOST")
for name in (*OF_THE_SHELL, "IMPORTED_PLAYS", "IMPRINT_URL", "LOGS", "PORT", "PRIVACY_URL", "PROXY", "SECRET_KEY"):
    os.environ.pop(name, None)
