"""What was typed into a form that was not taken stands on the page that says so, and is sent from there."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, ProgrammingError
from django.test import Client

from tests.core.test_out_of_order import failing
from tests.phones import at, form_to, owner_of, text_of

HERE, ELSEWHERE = {"Origin": "http://testserver"}, {"Origin": "http://elsewhere.example"}
NOTES = {"notes": 'Two lines,\r\nand "more" <b>', "place": "At Ben’s"}


@pytest.fixture
def phone(play):
    phone = Client(enforce_csrf_checks=True, raise_request_exception=False)
    phone.force_login(owner_of(play))
    return phone


def with_token_of(page, fields):
    return fields | {"csrfmiddlewaretoken": str(page.context["csrf_token"])}


def not_taken(phone, play):
    """The answers to the notes of a play: without a token, while nothing is stored, and by a mistake of ours."""
    yield phone.post(at("plays:notes", play), NOTES, headers=HERE)
    page = phone.get(at("plays:notes", play))
    for error in OperationalError("the disk is full"), ProgrammingError("no such column"):
        with failing(error, only="UPDATE"):
            answer = phone.post(at("plays:notes", play), with_token_of(page, NOTES), headers=HERE)
        yield answer


def test_a_form_that_was_not_taken_can_be_sent_again_as_it_was_typed(play, phone):
    for answer, status in zip(not_taken(phone, play), (403, 503, 500), strict=True):
        assert answer.status_code == status
        typed = form_to(at("plays:notes", play), answer)
        assert {name: typed[name] for name in NOTES} == {name: [value] for name, value in NOTES.items()}
        assert phone.post(at("plays:notes", play), with_token_of(answer, typed)).status_code == 302
        play.refresh_from_db()
        assert play.notes.splitlines() == NOTES["notes"].splitlines()
        play.notes = ""
        play.save()


def test_a_page_that_could_not_be_shown_is_asked_for_again(play, phone):
    with failing(OperationalError("the connection is lost"), only="SELECT"):
        answer = phone.get(at("plays:play", play) + "?a=1&b=2")
    assert f'href="{at("plays:play", play)}?a=1&amp;b=2"' in answer.content.decode()
    assert "wasn’t saved" not in text_of(answer)


@pytest.mark.parametrize("headers", [ELSEWHERE, {}])
def test_what_another_site_made_up_is_not_offered(play, phone, headers):
    answer = phone.post(at("plays:notes", play), NOTES, headers=headers)
    assert answer.status_code == 403
    assert NOTES["place"] not in text_of(answer)
    assert at("plays:notes", play) not in answer.content.decode()


def test_a_password_is_typed_again(db):
    fields = {"username": "Anna", "password": "a handful of dates", "new_password": "more dates", "again": "more dates"}
    answer = Client(enforce_csrf_checks=True).post("/sign-in", fields, headers=HERE)
    assert set(form_to("/sign-in", answer)) == {"username"}
    assert "dates" not in answer.content.decode()


def test_a_file_is_chosen_again(play, phone):
    file = SimpleUploadedFile("plays.json", b"[]")
    answer = phone.post(at("plays:notes", play), NOTES | {"file": file}, headers=HERE)
    assert "Go back, reload and try again." in text_of(answer)


def test_what_cannot_be_read_is_a_page_all_the_same(play, phone):
    with failing(OperationalError("the connection is lost"), only="SELECT"):
        answer = phone.post(at("plays:notes", play), b"rubbish", content_type="multipart/form-data", headers=HERE)
    assert answer.status_code in (400, 503)


@pytest.mark.urls("tests.core.no_pages")
def test_a_mistake_that_concerns_every_page_is_said_in_all_languages(db):
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    for words in "Something went wrong here.", "Hier ist etwas schiefgegangen.", "問題が発生しました。":
        assert words in text_of(answer)
