"""What gunicorn serves: the site of `companion.wsgi`, with live streams."""

# It loads the apps, before anything that needs them.
from companion.wsgi import application as site  # isort: skip

from companion.plays.pages.told import told
from companion.server.entry_point import EntryPoint

application = EntryPoint(site, told)
