"""The ASGI application that gunicorn serves: the site of `companion.wsgi`, with live streams."""

# It loads the apps, before anything that needs them.
from companion.wsgi import application as site  # isort: skip

import companion.urls  # noqa: F401  (loaded before the workers start, so that they share it)
from companion.core.entry_point import EntryPoint
from companion.plays.pages.live_updates import told

application = EntryPoint(site, told)
