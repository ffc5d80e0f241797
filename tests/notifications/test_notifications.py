"""An address hears of a group's finished plays: what it gets, when it is tried again, and what is never reached."""

import datetime
import socket
import time

import pytest
from django.tasks import TaskResultStatus
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from companion.groups import founding, members
from companion.models import Group, Link, NotificationAddress, Person
from companion.models.sealing import seal
from companion.notifications import delivery, sending
from companion.notifications.ip_numbers import is_public
from companion.notifications.targets import parse_target
from companion.plays import lifecycle
from companion.transfer.caravan.writer import plays_as_json
from tests.notifications.receiver import receiving
from tests.phones import again, closed, finished, owner_of, owners_phone, phone_of, text_of
from tests.working import done

WINS = {"anna": {"water": 4}}


@pytest.fixture
def receiver(beside, settings):
    """A server that may be reached, though it is on this machine."""
    settings.NOTIFY_PRIVATE = True
    with receiving() as its:
        yield its


@pytest.fixture
def play():
    """A play that only has to be finished."""
    return closed(stages=2, cards=WINS, done=True)


def page_at(play):
    return reverse("notifications:notifications", args=[play.group.uuid])


def given(play, address, **values):
    """The group's plays are sent to this address."""
    return NotificationAddress.objects.create(
        group=play.group, person=owner_of(play), sealed=seal(address), site="https://caravan.example.org", **values
    )


def finish(play):
    """Finish it without sending what there is to send."""
    lifecycle.finish(again(play), person=owner_of(play))


def waiting():
    """Return the tasks that will run, at once or later."""
    return DBTaskResult.objects.filter(status=TaskResultStatus.READY)


def later():
    """Let the next attempt be due."""
    waiting().update(run_after=timezone.now())
    done()


def now(address):
    address.refresh_from_db()
    return address


class TestMessage:
    def test_a_finished_play_is_posted_once_the_request_is_over(self, receiver, play):
        given(play, receiver.address)
        owners_phone(play).post(reverse("plays:finish", args=[play.uuid]))
        assert again(play).is_finished and receiver.got == []
        done()
        [message] = receiver.messages
        assert (message["event"], message["group"]) == ("play.finished", "Anna, Ben, Chris")
        assert message["play"]["id"] == str(play.uuid)
        assert message["play"]["game"] == {"slug": "tuareg", "title": "Tuareg"}
        anna = {"name": "Anna", "team": 0, "points": 6, "rank": 1, "won": True}
        assert message["play"]["players"][0] == anna
        assert message["text"].splitlines()[0].startswith("Tuareg, ")
        assert "1. Anna: 6" in message["text"]
        [(path, headers)] = receiver.requests
        assert path == "/hooks/s3cret-key?thread=7"
        assert headers["Content-Type"] == "application/json; charset=utf-8"

    def test_it_has_no_link_unless_an_owner_chose_that(self, receiver, play):
        address = given(play, receiver.address)
        finish(play)
        done()
        assert "link" not in receiver.messages[0]
        assert not Link.objects.filter(play=play).exists()
        assert "http" not in receiver.got[0].decode()
        NotificationAddress.objects.filter(pk=address.pk).update(with_link=True)
        lifecycle.reopen(again(play), person=None)
        finish(play)
        done()
        link = Link.objects.get(play=play, kind=Link.Kind.RESULT)
        assert receiver.messages[1]["link"] == f"https://caravan.example.org/results/{link.key}"

    def test_it_is_in_the_language_of_the_group(self, receiver, play):
        Group.objects.filter(pk=play.group_id).update(language="ja")
        given(play, receiver.address)
        finish(play)
        done()
        assert receiver.messages[0]["play"]["game"]["title"] == "トゥワレグ"

    @pytest.mark.parametrize("what", ["reopened", "deleted", "group deleted", "removed"])
    def test_what_is_over_before_it_was_sent_is_not_sent(self, receiver, play, what):
        address = given(play, receiver.address)
        finish(play)
        {
            "reopened": lambda: lifecycle.reopen(again(play), person=None),
            "deleted": lambda: lifecycle.delete(again(play), person=None),
            "group deleted": lambda: founding.delete(play.group),
            "removed": address.delete,
        }[what]()
        done()
        assert receiver.got == []

    def test_stopped_plays_and_those_of_other_groups_are_not_sent(self, receiver, play):
        given(play, receiver.address)
        finished(cards=WINS)
        lifecycle.stop(again(play), person=None)
        done()
        assert receiver.got == []

    def test_without_background_tasks_nothing_is_sent(self, settings, play):
        settings.NOTIFY_PRIVATE = True
        with receiving() as its:
            given(play, its.address)
            finish(play)
            assert its.got == []
        assert "it has no background tasks" in text_of(owners_phone(play).get(page_at(play)))


class TestAttempts:
    def test_a_server_in_trouble_is_tried_again_later(self, receiver, play):
        address = given(play, receiver.address)
        receiver.status = 503
        finish(play)
        done()
        [task] = waiting()
        assert task.run_after - timezone.now() > datetime.timedelta(seconds=30)
        assert (now(address).result, address.status, address.failures) == ("status", 503, 1)
        receiver.status = 200
        later()
        assert len(receiver.got) == 2
        assert (now(address).result, address.failures) == ("sent", 0)
        later()
        assert len(receiver.got) == 2

    def test_attempts_end(self, receiver, play):
        given(play, receiver.address)
        receiver.status = 500
        finish(play)
        done()
        for _ in range(10):
            later()
        assert len(receiver.got) == 1 + len(sending.AGAIN_AFTER)

    def test_a_wrong_address_is_not_tried_again(self, receiver, play):
        address = given(play, receiver.address)
        receiver.status = 404
        finish(play)
        done()
        assert not waiting().exists()
        assert "the server answered with error 404" in text_of(owners_phone(play).get(page_at(play)))
        assert now(address).failures == 1

    def test_only_so_many_plays_are_sent_in_a_day(self, receiver, play, monkeypatch):
        monkeypatch.setattr(sending, "MOST_A_DAY", 1)
        address = given(play, receiver.address)
        finish(play)
        lifecycle.reopen(again(play), person=None)
        finish(play)
        done()
        assert len(receiver.got) == 1
        assert (now(address).result, address.failures) == ("limit", 0)

    def test_after_many_failures_it_is_off_until_a_test_arrives(self, receiver, play):
        address = given(play, receiver.address, failures=sending.MOST_FAILURES - 1)
        receiver.status = 404
        finish(play)
        done()
        phone = owners_phone(play)
        assert "Turned off after 20 failures in a row." in text_of(phone.get(page_at(play)))
        lifecycle.reopen(again(play), person=None)
        finish(play)
        done()
        assert len(receiver.got) == 1
        receiver.status = 200
        phone.post(page_at(play), {"test": "1"})
        done()
        assert receiver.messages[-1]["event"] == "test"
        assert (now(address).off_at, address.failures) == (None, 0)


class TestWhatIsNeverReached:
    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])
    def test_nothing_is_sent_to_this_machine_or_its_network(self, receiver, play, settings, host):
        settings.NOTIFY_PRIVATE = False
        address = given(play, f"http://{host}:{receiver.port}/")
        finish(play)
        done()
        assert receiver.got == []
        assert now(address).result == "private"
        assert not waiting().exists()

    def test_a_name_with_one_private_number_is_refused(self, receiver, play, settings, monkeypatch):
        settings.NOTIFY_PRIVATE = False
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 80)) for number in ("9.9.9.9", "127.0.0.1")]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_more: found)
        address = given(play, f"http://both.example.org:{receiver.port}/")
        finish(play)
        done()
        assert (now(address).result, receiver.got) == ("private", [])

    def test_a_name_is_looked_up_once_so_that_it_cannot_lead_elsewhere_afterwards(self, receiver, play, monkeypatch):
        looked_up, real = [], socket.getaddrinfo

        def look_up(host, *args, **more):
            looked_up.append(host)
            return real("127.0.0.1" if host == "hooks.example.org" else host, *args, **more)

        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        given(play, f"http://hooks.example.org:{receiver.port}/")
        finish(play)
        done()
        assert looked_up.count("hooks.example.org") == 1
        [(_path, headers)] = receiver.requests
        assert headers["Host"] == f"hooks.example.org:{receiver.port}"

    def test_redirects_are_not_followed(self, receiver, play):
        address = given(play, receiver.address)
        receiver.status, receiver.more = 307, {"Location": f"http://127.0.0.1:{receiver.port}/elsewhere"}
        finish(play)
        done()
        assert len(receiver.got) == 1
        assert now(address).result == "redirect"

    def test_a_server_that_never_answers_is_left(self, receiver, play, monkeypatch):
        monkeypatch.setattr(delivery, "SECONDS", 0.3)
        with socket.create_server(("127.0.0.1", 0)) as silent:
            address = given(play, f"http://127.0.0.1:{silent.getsockname()[1]}/")
            finish(play)
            done()
        assert now(address).result == "timeout"

    def test_of_an_answer_without_end_only_the_beginning_is_read(self):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            theirs.sendall(b"x" * delivery.MOST_READ + b"HTTP/1.1 200 OK\r\n\r\n")
            with pytest.raises(delivery.Failure) as failure:
                delivery.read_status(ours, time.monotonic() + 5)
        assert failure.value.code == "no_http"

    @pytest.mark.parametrize(
        "address",
        [
            "ftp://example.org",
            "https://",
            "https://anna:x@example.org",
            "http://example.org:25",
            "http://example.org:x",
        ],
    )
    def test_only_addresses_of_web_servers_are_taken(self, address):
        with pytest.raises(ValueError):
            parse_target(address)

    def test_what_is_in_an_address_cannot_add_a_header(self):
        target = parse_target("https://example.org/a b\r\nX: 1?q=\r\n ü")
        assert b"\r\nX" not in delivery.build_request(target, b"{}")

    @pytest.mark.parametrize("number", ["169.254.169.254", "10.1.2.3", "::1", "fe80::1", "fc00::1", "224.0.0.1"])
    def test_private_numbers_are_told_from_public_ones(self, number):
        assert not is_public(number)
        assert is_public("9.9.9.9") and is_public("2620:fe::fe")


class TestPage:
    def test_an_owner_sets_tries_and_removes_an_address(self, receiver, play):
        phone = owners_phone(play)
        phone.post(page_at(play), {"address": receiver.address, "with_link": "on"})
        phone.post(page_at(play), {"test": "1"})
        assert "The test is on its way." in text_of(phone.get(page_at(play)))
        done()
        text = text_of(phone.get(page_at(play)))
        assert f"127.0.0.1:{receiver.port}" in text and "The last message arrived." in text
        assert receiver.messages[0]["text"].startswith("This is a test.")
        assert NotificationAddress.objects.get().with_link
        phone.post(page_at(play), {"remove": "1"})
        assert not NotificationAddress.objects.exists()

    def test_the_address_stays_if_only_the_link_is_changed(self, receiver, play):
        address = given(play, receiver.address, failures=3, with_link=True)
        owners_phone(play).post(page_at(play), {"address": ""})
        assert (now(address).with_link, address.failures) == (False, 3)

    def test_nobody_is_shown_the_whole_address(self, receiver, play):
        given(play, receiver.address)
        finish(play)
        done()
        member = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
        settings_page = reverse("groups:group_settings", args=[play.group.uuid])
        assert "s3cret-key" not in owners_phone(play).get(page_at(play)).content.decode()
        assert "127.0.0.1" not in member.get(settings_page).content.decode()
        assert "Finished plays are sent to an address that an owner has set." in text_of(member.get(settings_page))
        assert member.get(page_at(play)).status_code == 404
        assert "s3cret-key" not in str(list(NotificationAddress.objects.values()) + list(DBTaskResult.objects.values()))

    def test_an_export_has_no_word_of_it(self, receiver, play):
        given(play, receiver.address)
        whole = "".join(plays_as_json(play.group))
        assert "notification" not in whole and "s3cret" not in whole

    @pytest.mark.parametrize(
        ("address", "said"),
        [
            ("", "Enter an address."),
            ("example", "This isn’t a web address."),
            ("https://a:b@example.org/", "This isn’t a web address."),
            ("http://10.0.0.1/", "This is a private address."),
            ("dbus://", "Caravan doesn’t know this service."),
        ],
    )
    def test_a_wrong_address_is_explained(self, beside, play, address, said):
        answer = owners_phone(play).post(page_at(play), {"address": address})
        assert answer.status_code == 422
        assert said in text_of(answer)
        assert not NotificationAddress.objects.exists()

    def test_tests_are_limited(self, receiver, play, monkeypatch):
        monkeypatch.setattr(sending, "MOST_TESTS", 1)
        given(play, receiver.address)
        phone = owners_phone(play)
        phone.post(page_at(play), {"test": "1"})
        assert "Wait an hour" in text_of(phone.post(page_at(play), {"test": "1"}, follow=True))
        done()
        assert len(receiver.got) == 1

    def test_it_goes_with_the_member_who_has_set_it(self, receiver, play):
        given(play, receiver.address)
        members.join(play.group, Person.objects.create_visitor())
        members.give_role(play.group.members.get(role="member"), "owner")
        members.remove(play.group.members.order_by("pk").first())
        assert not NotificationAddress.objects.exists()

    def test_another_secret_key_makes_it_unreadable_and_the_page_says_so(self, receiver, play, settings):
        address = given(play, receiver.address)
        settings.SECRET_KEY = "another key, which has never sealed anything at all here"
        sending.send_test.enqueue(tested=address.pk)
        done()
        assert now(address).result == "unreadable"


class TestServices:
    @pytest.mark.parametrize("may_be_private", [True, False])
    def test_a_service_is_reached_only_where_messages_may_go(self, receiver, play, settings, may_be_private):
        settings.NOTIFY_PRIVATE, receiver.status = may_be_private, 200
        address = given(play, f"ntfy://127.0.0.1:{receiver.port}/games")
        finish(play)
        done()
        assert (now(address).result, len(receiver.got)) == (("sent", 1) if may_be_private else ("private", 0))

    def test_its_page_shows_the_name_of_the_service_alone(self, receiver, play):
        given(play, "discord://1234567890/s3cret-key")
        text = text_of(owners_phone(play).get(page_at(play)))
        assert "Finished plays go to discord" in text and "1234567890" not in text
