"""The background task that imports the plays or photos of a file, or undoes that."""

from functools import partial
from io import BytesIO

from django.tasks import task
from django.utils import timezone, translation

from companion.access.groups import changing_group, group_for_owner
from companion.access.identity import person_of
from companion.access.permissions import LOST
from companion.access.uploads import changing_as
from companion.files.importing import import_plays
from companion.files.staging import Overtaken
from companion.language.texts import say_problem
from companion.models import Person, Upload
from companion.models.uploads import OURS
from companion.refusal import Refusal
from companion.server.working import is_unfinished

from . import album, bringing, updates

COMING, LEAVING = Upload.State.COMING, Upload.State.LEAVING
# The state of an upload before, and again if it fails.
BEFORE = {COMING: Upload.State.WAITING, LEAVING: Upload.State.DONE}


def begin(request, upload, state):
    """Start the import of an upload, or its undoing: once, and again if it was interrupted."""
    with changing_group(group_for_owner, request, upload.group.uuid):
        waits = Upload.objects.filter(pk=upload.pk, state=BEFORE[state])
        is_new = waits.update(state=state, refused=[])
        is_left = not is_new and Upload.objects.filter(pk=upload.pk, state=state).exists()
    if is_new or (is_left and not is_unfinished(upload=upload.pk)):
        asked = {"person": person_of(request).pk, "language": translation.get_language()}
        work.enqueue(upload=upload.pk, time_zone=timezone.get_current_timezone_name(), **asked)


@task()
def work(*, upload, person, language, time_zone):
    """Import an upload, or undo that, for a person and in their language; both are given by their numbers.

    Another run continues. The upload has the reasons if it fails.
    """
    its = Upload.objects.select_related("group").filter(pk=upload, state__in=BEFORE).first()
    if its is None:
        return
    here, state = Upload.objects.filter(pk=upload), Upload.State(its.state)
    with translation.override(language), timezone.override(time_zone):
        try:
            do(its, person)
        except Overtaken:
            # The process that continues stores the outcome.
            return
        except Refusal as refusal:
            here.update(refused=[say_problem(problem) for problem in refusal.problems])
        except LOST:
            if here.exists():
                raise
    here.filter(state=state).update(state=BEFORE[state])


def do(upload, number):
    """Import an upload, or undo that, for the person of this number. Raises Refusal if that isn't possible."""
    within = partial(changing_as, number, upload.group)
    with within():
        person = Person.objects.get(pk=number)
    if upload.source == album.SOURCE:
        (album.undo if upload.state == LEAVING else album.bring_in)(upload, person=person, within=within)
    elif upload.state == LEAVING:
        updates.undo(upload, within=within)
    elif upload.source == OURS:
        import_plays(upload.group, BytesIO(upload.file), person=person, within=within, upload=upload)
    else:
        bringing.bring_in(upload, person=person, within=within)
