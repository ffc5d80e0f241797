"""Where the tests run: a data folder of their own and plain http, whatever the shell says."""

import os
import signal
import tempfile

from tests.ending import held, hold

DATA = tempfile.TemporaryDirectory(prefix="caravan-tests-")

# The processes of `-n` share what the process that started them has prepared; two runs do that name the same folder.
if "PYTEST_XDIST_WORKER" not in os.environ:
    if "TESTS_TEMPLATE" not in os.environ:
        TEMPLATE = tempfile.TemporaryDirectory(prefix="caravan-template-")
        os.environ["TESTS_TEMPLATE"] = TEMPLATE.name
    hold(held())
    # Whoever ends it lets it tidy up, as by Ctrl+C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)

os.environ.update(CARAVAN_DATA=DATA.name, HTTPS="0")
OF_THE_SHELL = ("ALLOWED_HOSTS", "CARAVAN_URL", "DATABASE_URL", "DEBUG", "DEMO", "FOUNDING", "GROUP_PLAYS", "HOST")
MORE_OF_IT = ("IMPORTED_PLAYS", "IMPRINT_URL", "LOGS", "LOG_REFUSED", "PORT", "PRIVACY_URL", "PROXY", "SECRET_KEY")
OF_PHOTOS = ("PHOTOS", "PLAY_PHOTOS", "GROUP_PHOTOS", "PHOTO_MEGABYTES")
OF_A_CLUSTER = ("METRICS_TOKEN", "POOLER_URL", "REPLICA_URL")
for name in (*OF_THE_SHELL, *MORE_OF_IT, *OF_PHOTOS, *OF_A_CLUSTER, "SECRET_KEY_FALLBACKS"):
    os.environ.pop(name, None)
