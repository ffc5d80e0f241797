"""All finished plays scored again by the process that works beside the requests, piece by piece."""

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
    """How far it is; tasks that were done a week ago may be forgotten."""

    NOT_BEGUN, UNDER_WAY, BROKEN_OFF, OVER = range(4)


@task()
def rescore_some(*, after, newest) -> dict[str, int]:
    """Store what scoring gives now for some plays, those after this number, and let those after them follow.

    It may be begun anew at any time: what is stored does not differ any more. How many plays came to what.
    """
    counts, last = Counter[str](), None
    with translation.override("en"):
        for found in islice(rescoring.rescored(newest=newest, after=after), rescoring.BATCH):
            counts[stored(found)] += 1
            last = found.play.pk
    if last is not None and not is_unfinished(after=last):
        rescore_some.enqueue(after=last, newest=newest)
    return counts


def stored(found) -> str:
    """What became of a play, of which is stored what scoring gives now."""
    if not found.now:
        return "failed"
    if not found.differs:
        return "same"
    return "different" if rescoring.store_again(found) else "left"


def begin(*, newest) -> bool:
    """Let all plays be scored again; False where that is under way."""
    if pieces(unfinished_tasks()).exists():
        return False
    pieces(DBTaskResult.objects.all()).delete()
    # A command's own tasks are done within it; this one is for the process beside the requests.
    DatabaseBackend("default", {}).enqueue(rescore_some, [], {"after": 0, "newest": newest})
    return True


def so_far() -> tuple[Counter[str], Progress]:
    """How many plays came to what, and how far that is."""
    counts = Counter[str]()
    for told in pieces(DBTaskResult.objects.successful()).values_list("return_value", flat=True):
        counts.update(told)
    return counts, progress()


def progress() -> Progress:
    if pieces(DBTaskResult.objects.failed()).exists():
        return Progress.BROKEN_OFF
    if pieces(unfinished_tasks()).exists():
        return Progress.UNDER_WAY
    return Progress.OVER if pieces(DBTaskResult.objects.all()).exists() else Progress.NOT_BEGUN


def pieces(tasks):
    """Those of the tasks that score some plays again."""
    return tasks.filter(task_path=rescore_some.module_path)
