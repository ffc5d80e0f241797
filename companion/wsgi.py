"""What gunicorn serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from companion.server.configuration import pooled

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
pooled(settings.DATABASES, settings.POOLER)
application = get_wsgi_application()
