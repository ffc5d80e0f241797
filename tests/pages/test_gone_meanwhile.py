"""What is deleted for good while a request about it is under way: it is answered as if it had come later."""

from itertools import count

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection
from django.urls import reverse

from companion.account import leaving
from companion.groups import founding
from companion.models import Play
from tests.pages.test_access import WHO_MAY, address, fitting
from tests.phones import a_play, closed, owner_of, owners_phone, send

pytestmark = pytest.mark.django_db(transaction=True)


def the_group(play):
    founding.delete_for_good(play.group)


def the_person(play):
    person = owner_of(play)
    the_group(play)
    leaving.delete(person)


class After:
    """Does something once this many questions were asked of the database, as soon as no transaction is open."""

    def __init__(self, number, something):
        self.left, self.something = number, something

    def __call__(self, execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        self.left -= 1
        if self.left <= 0 and self.something and sql.startswith("SELECT") and not connection.in_atomic_block:
            something, self.something = self.something, None
            something()
        return result


def ask_at_every_moment(name, goes, ask):
    """Ask anew for each moment at which a request can be overtaken, with a play of its own each time."""
    for number in count(1):
        play = fitting(name)
        phone = owners_phone(play)
        place = address(name, play, phone)
        meanwhile = After(number, lambda play=play: goes(play))
        with connection.execute_wrapper(meanwhile):
            answer = ask(phone, place)
        assert answer.status_code < 500
        if meanwhile.something:
            return


@pytest.mark.parametrize("name", [name for name, row in WHO_MAY.items() if row.post])
@pytest.mark.parametrize("goes", [the_group, pytest.param(the_person, marks=pytest.mark.long)])
def test_a_change_of_what_goes_is_no_error(name, goes):
    ask_at_every_moment(name, goes, lambda phone, place: phone.post(place, WHO_MAY[name].send))


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name, row in WHO_MAY.items() if row.get])
def test_a_look_at_what_goes_is_no_error(name):
    ask_at_every_moment(name, the_group, lambda phone, place: phone.get(place))


@pytest.mark.postgresql
def test_the_second_time_a_file_is_read_from_its_beginning():
    play = closed()
    phone = owners_phone(play)
    url = reverse("import_plays", args=[play.group.uuid])
    file = b"".join(phone.get(reverse("export_group", args=[play.group.uuid])).streaming_content)
    Play.objects.all().delete()
    refusals = ["one"]

    def turned_down_once(execute, sql, params, many, context):
        if sql.startswith("INSERT") and refusals:
            raise IntegrityError(refusals.pop())
        return execute(sql, params, many, context)

    with connection.execute_wrapper(turned_down_once):
        answer = phone.post(url, {"file": SimpleUploadedFile("plays.json", file)})
    assert (answer.status_code, refusals) == (302, [])
    assert Play.objects.get().uuid == play.uuid


@pytest.mark.postgresql
def test_what_fails_twice_is_an_error_of_ours():
    play = a_play()
    phone = owners_phone(play)

    def turned_down(execute, sql, params, many, context):
        if sql.startswith("INSERT"):
            raise IntegrityError
        return execute(sql, params, many, context)

    with connection.execute_wrapper(turned_down), pytest.raises(IntegrityError):
        send(phone, play, "Anna", water="4")
