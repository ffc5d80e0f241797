"""The ASGI application that gunicorn serves: the site of `companion.wsgi`, with live streams."""

# It loads the apps, before anything that needs them.
from companion.wsgi import application as site  # isort: skip

import companion.urls  # noqa: F401  (loaded before the workers start, so that they share it)
from companion.plays.pages.told import told
from companion.server.entry_point import EntryPoint

application = EntryPoint(site, told)
