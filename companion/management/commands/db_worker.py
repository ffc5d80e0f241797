"""Run background tasks. The server starts this; it takes the place of django-tasks-db's command of the same name.

That one gives no sign of life while a task runs, so other processes would start the task again.
"""

from django.conf import settings
from django.core.management.base import BaseCommand

from companion.core import tasks
from companion.management.demo_site import reset_if_due


class Command(BaseCommand):
    help = __doc__.partition("\n")[0]
    requires_system_checks = []

    def handle(self, **options):
        tasks.run(beside=[reset_if_due] if settings.DEMO else [])
