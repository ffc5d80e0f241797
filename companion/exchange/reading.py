"""An uploaded file is read beside the requests: a page never does work that grows with what somebody sent."""

from django.tasks import task
from django.utils import timezone, translation

from companion.language.texts import say
from companion.models import Upload
from companion.server.working import is_unfinished

from . import taking
from .readers.records import Unreadable

READING = Upload.State.READING
# What reading an upload changes of it.
CHANGED = ("source", "state", "packed", "choices", "preview", "refused")


def start_reading(upload):
    """Let an upload be read in the language of the moment, unless a task is at it already."""
    if not is_unfinished(upload=upload.pk):
        zone = timezone.get_current_timezone_name()
        read_upload.enqueue(upload=upload.pk, language=translation.get_language(), time_zone=zone)


def read_again(upload, choices) -> bool:
    """Let an upload be matched anew by what was said about it; whether it still waits for that."""
    waits = Upload.objects.filter(pk=upload.pk, state__in=(Upload.State.WAITING, Upload.State.COLUMNS))
    return bool(waits.update(state=READING, choices=choices, refused=[]))


@task(queue_name="reading")
def read_upload(*, upload, language, time_zone):
    """Read an upload by its number; it may be begun anew at any time. Why it can't be read is noted with it."""
    its = Upload.objects.select_related("group").filter(pk=upload, state=READING, refused=[]).first()
    if its is None:
        return
    with translation.override(language), timezone.override(time_zone):
        try:
            taking.read(its)
        except Unreadable as unreadable:
            refuse(its, say(unreadable.text))
    # It may have been deleted meanwhile.
    Upload.objects.filter(pk=its.pk, state=READING).update(**{name: getattr(its, name) for name in CHANGED})


def refuse(upload, sentence):
    """Note why nothing of an upload can be read: its file isn't needed any more. A table asks for its columns again."""
    upload.refused = [sentence]
    if columns := upload.choices.get("columns"):
        upload.state, upload.choices = Upload.State.COLUMNS, {}
        upload.preview["table"]["columns"] = columns
    else:
        upload.packed = b""
