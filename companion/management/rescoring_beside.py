"""Scores all finished plays again in a background task, in batches."""

from collections import Counter
from enum import Enum
from itertools import islice

from django.tasks import task
from django.utils import translation
from django_tasks_db import DatabaseBackend
from django_tasks_db.models import DBTaskResult

from companion.core.tasks import is_unfinished, unfinished_tasks

from . import rescoring


class Progress(Enum):
    """The progress of rescoring; finished tasks may be deleted after a week."""

    NOT_BEGUN, UNDER_WAY, BROKEN_OFF, OVER = range(4)


@task()
def rescore_some(*, after, newest) -> dict[str, int]:
    """Rescore a batch of plays after this id, enqueue the next batch, and return the number of plays by outcome.

    It may run again at any time: stored plays no longer differ.
    """
    counts, last = Counter[str](), None
    with translation.override("en"):
        for found in islice(rescoring.rescore_all(newest=newest, after=after), rescoring.BATCH):
            counts[store_if_changed(found)] += 1
            last = found.play.pk
    if last is not None and not is_unfinished(after=last):
        rescore_some.enqueue(after=last, newest=newest)
    return counts


def store_if_changed(found) -> str:
    """Store a play's new outcomes, and return what happened."""
    if not found.now:
        return "failed"
    if not found.differs:
        return "same"
    return "different" if rescoring.store_rescored(found) else "left"


def start(*, newest) -> bool:
    """Start rescoring all plays; return False if that is already running."""
    if rescoring_tasks(unfinished_tasks()).exists():
        return False
    rescoring_tasks(DBTaskResult.objects.all()).delete()
    # A command runs its own tasks immediately; this one is for the task worker.
    DatabaseBackend("default", {}).enqueue(rescore_some, [], {"after": 0, "newest": newest})
    return True


def count_outcomes() -> tuple[Counter[str], Progress]:
    """Return the number of plays by outcome, and the progress."""
    counts = Counter[str]()
    for found in rescoring_tasks(DBTaskResult.objects.successful()).values_list("return_value", flat=True):
        counts.update(found)
    return counts, progress()


def progress() -> Progress:
    if rescoring_tasks(DBTaskResult.objects.failed()).exists():
        return Progress.BROKEN_OFF
    if rescoring_tasks(unfinished_tasks()).exists():
        return Progress.UNDER_WAY
    return Progress.OVER if rescoring_tasks(DBTaskResult.objects.all()).exists() else Progress.NOT_BEGUN


def rescoring_tasks(tasks):
    """Return those of the tasks that rescore a batch."""
    return tasks.filter(task_path=rescore_some.module_path)
