"""Pages that wait for a task refresh themselves without JavaScript, as long as the task goes on and no longer."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.core import tasks
from companion.transfer.caravan import writer
from tests.phones import finished, owners_phone, phone_of, text_of
from tests.working import done

from .test_imports import TWO, sent

pytestmark = pytest.mark.usefixtures("beside")


@pytest.fixture
def phone(group):
    return phone_of(group.members.get(role="owner").person)


def refreshes(phone, address) -> bool:
    """Return whether a page without JavaScript loads itself anew within a few seconds."""
    head = phone.get(address).content.decode().partition("</head>")[0]
    return bool(re.search(r'<noscript>\s*<meta http-equiv="refresh" content="[1-9]">\s*</noscript>', head))


def break_off():
    """Let the task be one that nobody is at any more."""
    started = timezone.now() - 2 * tasks.SILENT_FOR
    DBTaskResult.objects.exclude(status="SUCCESSFUL").update(
        status="RUNNING", started_at=started, worker_ids=["x"] * tasks.MOST_ATTEMPTS
    )
    tasks.retry_abandoned()


def test_page_refreshes_itself_until_the_file_is_read(phone, group):
    address = sent(phone, group, TWO).url
    assert "Reading the file …" in text_of(phone.get(address))
    assert refreshes(phone, address)
    done()
    assert "2 plays in the file" in text_of(phone.get(address))
    assert not refreshes(phone, address)


def test_page_refreshes_itself_until_plays_are_in_and_until_they_are_gone(phone, group):
    address = sent(phone, group, TWO).url
    done()
    phone.post(address, {"bring_in": "1"})
    assert refreshes(phone, address)
    done()
    assert not refreshes(phone, address)
    phone.post(f"{address}/undo")
    assert refreshes(phone, address)
    done()
    assert not refreshes(phone, address)


def test_page_of_a_task_that_has_stopped_stays_as_it_is(phone, group):
    address = sent(phone, group, TWO).url
    break_off()
    assert "Reading the file has stopped." in text_of(phone.get(address))
    assert not refreshes(phone, address)


def test_page_refreshes_itself_until_a_file_is_made(monkeypatch, db):
    monkeypatch.setattr(writer, "MOST_AT_ONCE", 0)
    play = finished(cards={"anna": {"water": 4}})
    its_phone = owners_phone(play)
    address = its_phone.post(reverse("transfer:make_file", args=[play.group.uuid, "caravan"])).url
    assert refreshes(its_phone, address)
    done()
    assert "Your file is ready." in text_of(its_phone.get(address))
    assert not refreshes(its_phone, address)
