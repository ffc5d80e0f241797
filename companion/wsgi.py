"""What gunicorn serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from companion.server.configuration import pooled

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
pooled(settings.DATABASES, settings.POOLER)
application = get_wsgi_application()

# It needs the apps to be there.
from companion.plays.pages.told import told  # noqa: E402
from companion.server.bodies import without_bodies_of_head  # noqa: E402
from companion.server.giving_away import with_streams  # noqa: E402

application = without_bodies_of_head(with_streams(application, told))
