"""Background tasks: Django's tasks, stored in the database, and the process that runs them.

The process is `manage.py db_worker`, which the supervisor starts beside gunicorn. It runs the workers of
django-tasks-db, one for each queue, side by side: short tasks ("quick") never wait for long ones, an uploaded file
("reading") waits for neither, and only messages wait for other servers ("outgoing"). If several machines share a
database, each of them has such a process, and one of them takes each task. While a task runs, its `started_at` is
renewed every few seconds. A silent one is started again by another process, because its own has ended: so every task
must be able to start again, wherever it ended.
"""

import os
import signal
import socket
import sys
import threading
import time
from datetime import timedelta
from uuid import UUID

from django.db import Error, connection
from django.tasks import TaskResultStatus, default_task_backend
from django.utils import timezone
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from .errors import PASSING
from .supervisor import is_over

# Seconds between two looks for tasks.
PAUSE = 0.5
# Seconds between two signs of life of a running task.
BEAT = 5
SILENT_FOR = timedelta(seconds=30)
# Attempts at a task whose processes end, before it counts as failed.
MOST_ATTEMPTS = 5
STORED_FOR = timedelta(days=7)
# Pages don't request a failed task again sooner.
RETRY_AFTER = timedelta(minutes=10)
# As the row of a failed task names its exception.
PASSING_BY_NAME = {f"{kind.__module__}.{kind.__qualname__}" for kind in PASSING}


def unfinished_tasks():
    """Return the tasks that are waiting or running."""
    return DBTaskResult.objects.filter(status__in=(TaskResultStatus.READY, TaskResultStatus.RUNNING))


def filter_by_arguments(tasks, about):
    """Return those of the tasks that have these arguments."""
    return tasks.filter(**{f"args_kwargs__kwargs__{name}": value for name, value in about.items()})


def is_unfinished(**about) -> bool:
    """Return whether a task with these arguments is waiting or running."""
    return filter_by_arguments(unfinished_tasks(), about).exists()


def find_unfinished(name, values) -> set:
    """Return those of these values that a waiting or running task has as the argument of this name."""
    key = f"args_kwargs__kwargs__{name}"
    return set(unfinished_tasks().filter(**{f"{key}__in": values}).values_list(key, flat=True))


def has_failed_lately(**about) -> bool:
    """Return whether a task with these arguments has failed within ANEW_AFTER."""
    lately = DBTaskResult.objects.failed().filter(finished_at__gt=timezone.now() - RETRY_AFTER)
    return filter_by_arguments(lately, about).exists()


def expired_tasks():
    """Return a queryset of the finished tasks that are due for deletion."""
    return DBTaskResult.objects.finished().filter(finished_at__lt=timezone.now() - STORED_FOR)


class QueueWorker(Worker):
    """A worker that runs the tasks of a queue one after the other, and knows which one it is running."""

    def __init__(self, queue):
        super().__init__(
            queue_names=[queue],
            excluded_queue_names=[],
            backend_name="default",
            worker_id=f"{socket.gethostname()[:40]}:{os.getpid()}",
            # The worker stops once the queue is empty, and `run_queue` calls it again.
            batch=True,
            max_tasks=None,
            interval=0,
            startup_delay=False,
        )
        self.at: UUID | None = None

    def run_task(self, db_task_result):
        self.at = db_task_result.pk
        try:
            super().run_task(db_task_result)
            retry_if_passing(db_task_result)
        finally:
            self.at = None

    def sign_of_life(self):
        """Renew `started_at` of the running task. A task that is silent for long is started again."""
        if self.at is not None:
            DBTaskResult.objects.running().filter(pk=self.at).update(started_at=timezone.now())

    def give_back(self):
        """Make the running task wait for another process, without counting this attempt."""
        if self.at is None:
            return
        running = DBTaskResult.objects.running().filter(pk=self.at)
        for task in running:
            running.update(status=TaskResultStatus.READY, worker_ids=task.worker_ids[:-1])


def retry_if_passing(task):
    """Let a task that failed because the database was away count as abandoned, so that it is started again."""
    if task.status == TaskResultStatus.FAILED and task.exception_class_path in PASSING_BY_NAME:
        task.status, task.finished_at = TaskResultStatus.RUNNING, None
        task.exception_class_path = task.traceback = ""
        task.save(update_fields=["status", "finished_at", "exception_class_path", "traceback"])


def retry_abandoned():
    """Make abandoned tasks wait again, or fail after too many attempts."""
    for task in DBTaskResult.objects.running().filter(started_at__lt=timezone.now() - SILENT_FOR):
        again = len(task.worker_ids) < MOST_ATTEMPTS
        status = TaskResultStatus.READY if again else TaskResultStatus.FAILED
        unchanged = DBTaskResult.objects.running().filter(pk=task.pk, started_at=task.started_at)
        unchanged.update(status=status, finished_at=None if again else timezone.now())


def run(beside=()):
    """Run background tasks until SIGTERM, or until the server that started this process has ended.

    `beside`: functions to call every BEAT seconds.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit())
    hands = [QueueWorker(queue) for queue in default_task_backend.queues]
    threads = [threading.Thread(target=run_queue, args=[each], daemon=True) for each in hands]
    for thread in threads:
        thread.start()
    try:
        while all(thread.is_alive() for thread in threads) and not is_over(BEAT):
            for tell in (*(each.sign_of_life for each in hands), retry_abandoned, *beside):
                call_unless_away(tell)
    finally:
        # Running tasks aren't awaited, because another process starts them again.
        for each in hands:
            call_unless_away(each.give_back)
        os._exit(0)


def run_queue(hands):
    """Run the tasks of a queue, again and again."""
    while True:
        try:
            if DBTaskResult.objects.ready().filter(queue_name__in=hands.queue_names).exists():
                hands.run()
        except Error:
            # Its task is started again once the database is back.
            connection.close()
        time.sleep(PAUSE)


def call_unless_away(tell):
    """Call a function; if the database is away, close this thread's connection."""
    try:
        tell()
    except Error:
        connection.close()
