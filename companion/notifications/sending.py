"""Send messages in the background, try again later if that may help, and note what became of them."""

import datetime

from django.conf import settings
from django.db.models import F
from django.tasks import default_task_backend, task
from django.utils import timezone, translation

from companion.access.rate_limits import A_DAY, count_try
from companion.core.tasks import is_unfinished
from companion.entry.scorepad import Scorepad
from companion.models import NotificationAddress, Play
from companion.models.sealing import unsealed

from . import services
from .delivery import post
from .messages import as_json, play_message, test_message
from .targets import Failure

# How long after a failed attempt there is another one.
AGAIN_AFTER = [datetime.timedelta(minutes=minutes) for minutes in (1, 10, 60)]
MOST_FAILURES = 20
# So many plays of a group are announced in a day, and so often its address is tried in an hour.
MOST_A_DAY, MOST_TESTS = 100, 20


def can_send() -> bool:
    """Return whether this server has background tasks: no request waits for another server."""
    return default_task_backend.supports_defer


def announce(play):
    """Send a play that has just finished to the address of its group."""
    if can_send():
        for address in NotificationAddress.objects.filter(group=play.group_id, off_at=None):
            send_play.enqueue(address=address.pk, play=play.pk, attempt=0)


def start_test(address) -> bool:
    """Send a test to an address; return whether that isn't too often."""
    if not count_try("notification test", address.group_id, most=MOST_TESTS, minutes=60):
        return False
    send_test.enqueue(tested=address.pk)
    return True


def is_being_tested(address) -> bool:
    """Return whether a test is on its way."""
    return is_unfinished(tested=address.pk)


@task(queue_name="outgoing")
def send_play(*, address, play, attempt):
    """Send a play to an address, both by number, unless either is gone; it may arrive twice if the process ends."""
    its = NotificationAddress.objects.filter(pk=address, off_at=None, group__deleted_at=None).first()
    its_play = Play.objects.filter(pk=play, state=Play.State.FINISHED, deleted_at=None).first()
    if its is None or its_play is None or its_play.group_id != its.group_id:
        return
    if attempt == 0 and not count_try("notification", its.group_id, most=MOST_A_DAY, minutes=A_DAY):
        NotificationAddress.objects.filter(pk=its.pk).update(result="limit", status=None, sent_at=timezone.now())
        return
    with translation.override(its.group.language or settings.LANGUAGE_CODE):
        failure = deliver(its, play_message(its, Scorepad(its_play)))
    if failure and failure.may_pass and attempt < len(AGAIN_AFTER):
        later = send_play.using(run_after=timezone.now() + AGAIN_AFTER[attempt])
        later.enqueue(address=its.pk, play=its_play.pk, attempt=attempt + 1)


@task(queue_name="outgoing")
def send_test(*, tested):
    """Send a test to an address, by number. One that was turned off is turned on again if the test arrives."""
    its = NotificationAddress.objects.filter(pk=tested, group__deleted_at=None).first()
    if its:
        with translation.override(its.group.language or settings.LANGUAGE_CODE):
            deliver(its, test_message(its))


def deliver(address, message) -> Failure | None:
    """Send a message and note on the address what became of it; return why it didn't arrive."""
    try:
        whole = unsealed(address.sealed)
        if whole is None:
            raise Failure("unreadable")
        if services.is_service(whole):
            services.send(whole, message)
        else:
            post(whole, as_json(message))
    except Failure as failure:
        note(address, result=failure.code, status=failure.status, failures=F("failures") + 1)
        its = NotificationAddress.objects.filter(pk=address.pk, off_at=None, failures__gte=MOST_FAILURES)
        its.update(off_at=timezone.now())
        return failure
    note(address, result="sent", status=None, failures=0, off_at=None)
    return None


def note(address, **values):
    """Store what became of a message, unless the address was replaced meanwhile."""
    NotificationAddress.objects.filter(pk=address.pk, sealed=address.sealed).update(sent_at=timezone.now(), **values)
