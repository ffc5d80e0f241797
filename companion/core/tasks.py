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

# For so long nobody looks whether there is something to do.
PAUSE = 0.5
# After so many seconds whoever is at a task says so again.
BEAT = 5
SILENT_FOR = timedelta(seconds=30)
# So many processes may end over a task before nobody takes it up any more.
TRIES = 5
KEPT = timedelta(days=7)
# What pages ask for by themselves is not begun anew sooner after it has failed.
ANEW_AFTER = timedelta(minutes=10)
# As the row of a task names what it failed by.
PASSING_BY_NAME = {f"{kind.__module__}.{kind.__qualname__}" for kind in PASSING}


def unfinished():
    """The tasks that somebody is at, or will be."""
    return DBTaskResult.objects.filter(status__in=(TaskResultStatus.READY, TaskResultStatus.RUNNING))


def asked_for(tasks, about):
    """Those of the tasks that were asked for with these arguments."""
    return tasks.filter(**{f"args_kwargs__kwargs__{name}": value for name, value in about.items()})


def is_unfinished(**about) -> bool:
    """Whether somebody is at a task about this, as it was asked for, or will be."""
    return asked_for(unfinished(), about).exists()


def those_unfinished(name, values) -> set:
    """Those of these values that such a task was asked for with as the argument of this name."""
    key = f"args_kwargs__kwargs__{name}"
    return set(unfinished().filter(**{f"{key}__in": values}).values_list(key, flat=True))


def has_failed_lately(**about) -> bool:
    """Whether a task about this has failed so short ago that it would only fail again."""
    lately = DBTaskResult.objects.failed().filter(finished_at__gt=timezone.now() - ANEW_AFTER)
    return asked_for(lately, about).exists()


def finished_long_ago():
    """The tasks that were finished before the time for which they are kept; a queryset."""
    return DBTaskResult.objects.finished().filter(finished_at__lt=timezone.now() - KEPT)


class Hands(Worker):
    """What does the tasks of a queue, one after the other, and knows which one it is at."""

    def __init__(self, queue):
        super().__init__(
            queue_names=[queue],
            excluded_queue_names=[],
            backend_name="default",
            worker_id=f"{socket.gethostname()[:40]}:{os.getpid()}",
            # What is there is done, and then we look after ourselves.
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
            unless_it_passes(db_task_result)
        finally:
            self.at = None

    def sign_of_life(self):
        """Note on its task that it is still at it: what gives no sign for long is begun anew."""
        if self.at is not None:
            DBTaskResult.objects.running().filter(pk=self.at).update(started_at=timezone.now())

    def give_back(self):
        """Let somebody else begin anew with what this is at; that it ended here says nothing against the task."""
        if self.at is None:
            return
        running = DBTaskResult.objects.running().filter(pk=self.at)
        for its in running:
            running.update(status=TaskResultStatus.READY, worker_ids=its.worker_ids[:-1])


def unless_it_passes(its):
    """Let a task over which the database went count as left by its process: it is taken up again."""
    if its.status == TaskResultStatus.FAILED and its.exception_class_path in PASSING_BY_NAME:
        its.status, its.finished_at = TaskResultStatus.RUNNING, None
        its.exception_class_path = its.traceback = ""
        its.save(update_fields=["status", "finished_at", "exception_class_path", "traceback"])


def take_up():
    """Let what a process has left be done again, unless too many have ended over it."""
    for its in DBTaskResult.objects.running().filter(started_at__lt=timezone.now() - SILENT_FOR):
        again = len(its.worker_ids) < TRIES
        status = TaskResultStatus.READY if again else TaskResultStatus.FAILED
        as_it_was = DBTaskResult.objects.running().filter(pk=its.pk, started_at=its.started_at)
        as_it_was.update(status=status, finished_at=None if again else timezone.now())


def run(beside=()):
    """Run background tasks until SIGTERM, or until the server that started this process has ended.

    `beside`: functions that look every few seconds whether there is something for them to do.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit())
    hands = [Hands(queue) for queue in default_task_backend.queues]
    threads = [threading.Thread(target=work, args=[each], daemon=True) for each in hands]
    for thread in threads:
        thread.start()
    try:
        while all(thread.is_alive() for thread in threads) and not is_over(BEAT):
            for tell in (*(each.sign_of_life for each in hands), take_up, *beside):
                unless_away(tell)
    finally:
        # A task that takes minutes is not waited for: somebody else begins it anew.
        for each in hands:
            unless_away(each.give_back)
        os._exit(0)


def work(hands):
    """Do what there is in a queue, again and again."""
    while True:
        try:
            if DBTaskResult.objects.ready().filter(queue_name__in=hands.queue_names).exists():
                hands.run()
        except Error:
            # What it was at is taken up once the database is there again.
            connection.close()
        time.sleep(PAUSE)


def unless_away(tell):
    """Tell the database, if it is there, over a connection of its own."""
    try:
        tell()
    except Error:
        connection.close()
