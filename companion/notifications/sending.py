"""Send messages in background tasks, retry later if that may help, and store the outcome."""

import datetime

from django.conf import settings
from django.db.models import F
from django.tasks import default_task_backend, task
from django.utils import timezone, translation

from companion.access.rate_limits import A_DAY, count_attempt
from companion.core.tasks import is_unfinished
from companion.entry.scorepad import Scorepad
from companion.models import NotificationAddress, Play
from companion.models.sealing import unseal

from . import services
from .delivery import post
from .messages import encode_message, play_message, test_message
from .targets import Failure

# Delays of the next attempts after a failed one.
AGAIN_AFTER = [datetime.timedelta(minutes=minutes) for minutes in (1, 10, 60)]
MOST_FAILURES = 20
# The most plays of a group announced in a day, and the most tests of its address in an hour.
MOST_A_DAY, MOST_TESTS = 100, 20


def can_send() -> bool:
    """Return whether this server has background tasks: requests never wait for another server."""
    return default_task_backend.supports_defer


def announce(play):
    """Send a play that has just finished to the address of its group."""
    if can_send():
        for address in NotificationAddress.objects.filter(group=play.group_id, off_at=None):
            send_play.enqueue(address=address.pk, play=play.pk, attempt=0)


def start_test(address) -> bool:
    """Send a test to an address; return False if there were too many."""
    if not count_attempt("notification test", address.group_id, most=MOST_TESTS, minutes=60):
        return False
    send_test.enqueue(tested=address.pk)
    return True


def is_being_tested(address) -> bool:
    """Return whether a test is under way."""
    return is_unfinished(tested=address.pk)


@task(queue_name="outgoing")
def send_play(*, address, play, attempt):
    """Send a play to an address, both by primary key; it may arrive twice if the process ends."""
    target = NotificationAddress.objects.filter(pk=address, off_at=None, group__deleted_at=None).first()
    finished_play = Play.objects.filter(pk=play, state=Play.State.FINISHED, deleted_at=None).first()
    if target is None or finished_play is None or finished_play.group_id != target.group_id:
        return
    if attempt == 0 and not count_attempt("notification", target.group_id, most=MOST_A_DAY, minutes=A_DAY):
        NotificationAddress.objects.filter(pk=target.pk).update(result="limit", status=None, sent_at=timezone.now())
        return
    with translation.override(target.group.language or settings.LANGUAGE_CODE):
        failure = deliver(target, play_message(target, Scorepad(finished_play)))
    if failure and failure.may_pass and attempt < len(AGAIN_AFTER):
        later = send_play.using(run_after=timezone.now() + AGAIN_AFTER[attempt])
        later.enqueue(address=target.pk, play=finished_play.pk, attempt=attempt + 1)


@task(queue_name="outgoing")
def send_test(*, tested):
    """Send a test to an address, by primary key. If it arrives, an address that was turned off is turned on again."""
    target = NotificationAddress.objects.filter(pk=tested, group__deleted_at=None).first()
    if target:
        with translation.override(target.group.language or settings.LANGUAGE_CODE):
            deliver(target, test_message(target))


def deliver(address, message) -> Failure | None:
    """Send a message and store the outcome on the address; return the failure if it didn't arrive."""
    try:
        whole = unseal(address.sealed)
        if whole is None:
            raise Failure("unreadable")
        if services.is_service(whole):
            services.send(whole, message)
        else:
            post(whole, encode_message(message))
    except Failure as failure:
        store_outcome(address, result=failure.code, status=failure.status, failures=F("failures") + 1)
        failing = NotificationAddress.objects.filter(pk=address.pk, off_at=None, failures__gte=MOST_FAILURES)
        failing.update(off_at=timezone.now())
        return failure
    store_outcome(address, result="sent", status=None, failures=0, off_at=None)
    return None


def store_outcome(address, **values):
    """Store the outcome of a message, unless the address was replaced meanwhile."""
    NotificationAddress.objects.filter(pk=address.pk, sealed=address.sealed).update(sent_at=timezone.now(), **values)
