"""The site without live streams."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from companion.server.bodies import without_bodies_of_head
from companion.server.configuration import pooled

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
pooled(settings.DATABASES, settings.POOLER)
application = without_bodies_of_head(get_wsgi_application())
