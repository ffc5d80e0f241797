"""A file of a large group takes seconds of a processor: it is made beside the requests, and kept for a while."""

from django.tasks import task
from django.utils import timezone, translation

from companion.files.exporting import file_name
from companion.models import Export
from companion.models.exports import KEPT, packed
from companion.server.working import is_unfinished

from .kinds import KINDS


def ask_for(group, kind, person) -> Export:
    """The file of this kind that is to be made for a person, or is being made already; None asks for calendars."""
    Export.objects.run_out().delete()
    its = group.exports.filter(kind=kind, person=person, made_at=None).defer("packed").last()
    if its is None:
        name = file_name(group, timezone.localdate(), KINDS[kind].ending)
        language, total = translation.get_language(), group.plays.filter(deleted_at=None).count()
        its = Export.objects.create(group=group, kind=kind, person=person, name=name, language=language, total=total)
    return its


def let_go_on(its):
    """Let a file be made, unless somebody is at it or it is there."""
    if its.made_at is None and not is_in_hand(its):
        make.enqueue(export=its.pk)


def is_in_hand(its) -> bool:
    """Whether somebody is at this file, or will be."""
    return is_unfinished(export=its.pk)


@task()
def make(*, export):
    """Make a file, by its number; it may be begun anew at any time. The one of before goes once it is there."""
    its = Export.objects.select_related("group").filter(pk=export, made_at=None).first()
    if its is None:
        return
    here = Export.objects.filter(pk=its.pk)
    with translation.override(its.language):
        pieces = KINDS[its.kind].write(its.group, lambda done: here.update(done=done))
        here.update(packed=packed(pieces), made_at=timezone.now())
    its.group.exports.filter(kind=its.kind, person=its.person, pk__lt=its.pk).delete()


def for_calendars(group) -> Export | None:
    """The evenings of a large group as they were made last, while they are made anew if they have changed since.

    They are in the group's language, whoever asks.
    """
    its = group.exports.filter(kind="evenings", person=None)
    newest = its.exclude(made_at=None).last()
    if newest is None or is_old(newest):
        with translation.override(group.language or translation.get_language()):
            let_go_on(ask_for(group, "evenings", None))
    return its.exclude(made_at=None).last()


def is_old(its) -> bool:
    changed = its.group.plays.here().filter(changed_at__gte=its.asked_at)
    return its.asked_at < timezone.now() - KEPT or changed.exists()
