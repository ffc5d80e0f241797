"""The site without live streams."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from companion.core.below_a_path import below
from companion.core.configuration import pooled
from companion.core.head_requests import strip_head_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
pooled(settings.DATABASES, settings.POOLER)
application = below(settings.SITE_PATH, strip_head_bodies(get_wsgi_application()))
