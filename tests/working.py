"""What no request waits for waits in the database, by the fixture `beside`, until a test lets it be done."""

from django.tasks import default_task_backend

from companion.core import tasks


def done():
    """Do all that waits, as the process does it that stands beside the others, but a queue after the other."""
    for queue in sorted(default_task_backend.queues):
        tasks.QueueWorker(queue).run()
