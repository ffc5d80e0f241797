"""What a phone keeps until it is stored: the server says what it took, from whom, and takes it once."""

from django.test import Client
from django.urls import reverse

from companion.groups import members
from companion.models import CardSave, Person, Play
from companion.plays import lifecycle
from companion.plays.pages import entry_page
from tests.phones import (
    HTMX,
    a_play,
    again,
    at,
    card_at,
    count,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
)

EVERYBODY = {"anna": {"water": 4}, "ben": {"water": 2}, "chris": {}}


def send(phone, url, **fields):
    return phone.post(url, {"save_id": "x", **fields}, headers=HTMX)


def close_at(play, stage="1"):
    return reverse("plays:close", args=[play.uuid, stage])


def other_member(play):
    return members.join(play.group, Person.objects.create_visitor()).person


class TestCards:
    def test_the_answer_names_what_it_took(self):
        play = a_play()
        answer = send(owners_phone(play), card_at(play, "Anna"), revision=0, water="4")
        assert answer.headers["Caravan-Took"] == "x"
        assert "HX-Redirect" not in answer.headers

    def test_one_with_something_impossible_is_taken_and_leads_nowhere(self):
        play = a_play()
        answer = send(owners_phone(play), card_at(play, "Anna"), revision=0, water="99", done=1)
        assert (answer.status_code, answer.headers["Caravan-Took"]) == (422, "x")
        assert "HX-Redirect" not in answer.headers

    def test_what_somebody_else_typed_on_this_phone_is_not_taken(self):
        play = a_play()
        phone = phone_of(other_member(play))
        answer = send(phone, card_at(play, "Anna"), revision=0, water="4", typed_by=owner_of(play).pk)
        assert (answer.status_code, answer.headers["Caravan-Why"]) == (403, "another")
        assert answer.headers["Caravan-Took"] != "x"
        assert not CardSave.objects.exists()

    def test_a_phone_that_is_not_known_any_more_hears_so_whether_it_may_enter_or_not(self):
        play = a_play()
        for phone, status in ((guests_phone(play), 403), (Client(), 404)):
            answer = send(phone, card_at(play, "Anna"), revision=0, water="4", typed_by=owner_of(play).pk)
            assert (answer.status_code, answer.headers["Caravan-Why"]) == (status, "nobody")
        assert not CardSave.objects.exists()

    def test_what_is_gone_says_nothing_of_who_asks_to_somebody_known(self):
        play = a_play()
        phone = phone_of(Person.objects.create_visitor())
        assert "Caravan-Why" not in send(phone, card_at(play, "Anna"), revision=0, water="4").headers

    def test_a_lost_token_comes_anew_with_the_answer_that_says_so(self):
        play = a_play()
        phone = Client(enforce_csrf_checks=True)
        phone.cookies = owners_phone(play).cookies
        address = card_at(play, "Anna")
        answer = send(phone, address, revision=0, water="4")
        assert (answer.status_code, answer.headers["Caravan-Why"]) == (403, "token")
        token = answer.cookies["csrftoken"].value
        again = phone.post(
            address, {"save_id": "x", "revision": 0, "water": "4"}, headers={**HTMX, "X-CSRFToken": token}
        )
        assert (again.status_code, again.headers["Caravan-Took"]) == (200, "x")

    def test_what_one_typed_oneself_or_before_one_was_known_is_taken(self):
        play = a_play()
        for phone, typed_by in ((owners_phone(play), owner_of(play).pk), (guests_phone(play), "")):
            answer = send(phone, card_at(play, "Anna"), revision=0, water="4", typed_by=typed_by)
            assert answer.status_code == 200

    def test_what_somebody_typed_who_has_become_this_person_is_taken(self):
        play = a_play()
        gone = other_member(play)
        number = gone.pk
        gone.delete()
        assert send(owners_phone(play), card_at(play, "Anna"), water="4", typed_by=number).status_code == 200


class TestClosing:
    def test_it_leads_to_the_result(self):
        play = a_play()
        count(play, **EVERYBODY)
        answer = send(owners_phone(play), close_at(play))
        assert (answer.status_code, answer.headers["Caravan-Took"]) == (200, "x")
        assert answer.headers["HX-Redirect"] == reverse("plays:stage", args=[play.uuid, "1"])

    def test_a_replay_closes_nothing_that_was_opened_again_since(self):
        play = a_play()
        count(play, **EVERYBODY)
        send(owners_phone(play), close_at(play))
        lifecycle.reopen_stage(again(play), play.game.stage("1"), person=owner_of(play))
        answer = send(owners_phone(play), close_at(play))
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (422, at("plays:close", play, "1"))
        assert again(play).closed_stages == 0
        assert send(owners_phone(play), close_at(play), save_id="y").status_code == 200
        assert again(play).closed_stages == 1

    def test_score_from_before_the_stage_was_reopened_closes_nothing_and_says_why(self):
        play = a_play()
        count(play, **EVERYBODY)
        offline, phone = guests_phone(play), owners_phone(play)
        seen = again(play).revision
        send(phone, close_at(play))
        phone.post(at("plays:reopen_stage", play, "1"))
        # The other phone is in the middle of a correction.
        count(play, is_in=False, ben={})
        answer = send(offline, close_at(play), save_id="y", seen=seen)
        assert (answer.status_code, answer.headers["Caravan-Took"]) == (422, "y")
        assert answer.headers["HX-Redirect"] == at("plays:play", play)
        assert again(play).closed_stages == 0
        assert "Stage 1 was reopened after you tapped “Score”." in text_of(offline.get(at("plays:play", play)))
        count(play, ben={"water": 1})
        send(offline, close_at(play), save_id="z", seen=again(play).revision)
        assert again(play).closed_stages == 1

    def test_while_a_card_is_missing_or_an_earlier_stage_is_open_it_is_refused_once_and_for_all(self):
        play = a_play()
        answer = send(owners_phone(play), close_at(play, "1"))
        assert (answer.status_code, answer.headers["Caravan-Took"]) == (409, "x")
        assert "Score anyway" in text_of(answer)
        answer = send(owners_phone(play), close_at(play, "2"))
        assert (answer.status_code, answer.headers["Caravan-Took"]) == (422, "x")
        assert answer.headers["HX-Redirect"] == at("plays:play", play)
        assert again(play).closed_stages == 0


class TestAhead:
    def ahead(self, play, here="", has=()):
        asked = {"here": here, "has": ".".join(has)}
        return owners_phone(play).get(reverse("plays:ahead", args=[play.uuid]), asked).json()

    def pages(self, play):
        return self.ahead(play)["pages"]

    def test_the_sheets_of_the_open_stage_and_of_those_after_it_are_fetched_ahead(self):
        play = a_play()
        count(play, anna={"water": 4})
        found = self.pages(play)
        assert [page["stage"] for page in found] == ["1", "2"]
        for page in found:
            for name in ("Anna", "Ben", "Chris"):
                assert card_at(play, name, stage=page["stage"]) in page["html"]
        lifecycle.close_stage(again(play), play.game.stage("1"), person=owner_of(play), anyway=True)
        assert [page["stage"] for page in self.pages(again(play))] == ["2"]

    def test_the_cursor_stands_there_in_the_column_of_the_phones_own_seat(self):
        play = a_play()
        ben = play.seats.filter(player__name="Ben")
        ben.update(person=owner_of(play))
        assert f'data-enters="{ben.get().pk}"' in self.pages(play)[0]["html"]

    def test_what_a_phone_has_does_not_come_again(self):
        play = a_play()
        count(play, anna={"water": 4}, ben={"gold": 1})
        keys = [page["key"] for page in self.pages(play)]
        same = self.ahead(play, has=keys)["pages"]
        assert [page["key"] for page in same] == keys
        assert not any("html" in page for page in same)

    def test_of_the_stage_whose_page_asks_nothing_comes_but_its_title(self):
        play = a_play()
        assert [sorted(page) for page in self.ahead(play, here="1")["pages"]] == [
            ["stage", "title"],
            ["html", "key", "stage", "title"],
        ]

    def test_stages_beyond_the_limit_are_left_out(self, monkeypatch):
        play = a_play()
        whole = self.pages(play)
        monkeypatch.setattr(entry_page, "MOST_AHEAD", len(whole[0]["html"]) + 1)
        assert self.pages(play) == whole[:1]

    def test_after_a_save_only_the_sheet_comes_of_which_it_is(self):
        play = a_play()
        first = self.pages(play)
        count(play, ben={"gold": 1})
        then = self.ahead(again(play), has=[page["key"] for page in first])["pages"]
        assert [page["stage"] for page in then if "html" in page] == ["1"]

    def test_of_rounds_the_next_one_comes_too_unless_there_is_none(self):
        play = a_play(game="wizard")
        assert [page["stage"] for page in self.pages(play)] == ["1", "2"]
        assert self.pages(play)[1]["title"] == "Wizard, round 2 · Caravan"
        # Three play twenty rounds.
        Play.objects.update(closed_stages=19)
        assert [page["stage"] for page in self.pages(play)] == ["20"]

    def test_what_is_typed_for_the_next_round_stays_on_the_phone_until_the_open_one_is_scored(self):
        play = a_play(game="wizard")
        phone = owners_phone(play)
        answer = send(phone, card_at(play, "Anna", stage="2"), revision=0, tricks__bid="1")
        assert (answer.status_code, answer.headers["Caravan-Why"]) == (409, "early")
        assert not CardSave.objects.exists()
        live = at("plays:live", play) + "?page=cards&revision=0&stage="
        assert phone.get(live + "2").status_code == 204
        assert phone.get(live + "61").status_code == 404
        # One that never comes is not there; scoring it leads on to where the play is.
        assert send(phone, card_at(play, "Anna", stage="61"), revision=0).status_code == 404
        answer = send(phone, close_at(play, "2"))
        assert (answer.headers["Caravan-Took"], answer.headers["HX-Redirect"]) == ("x", at("plays:play", play))

    def test_nobody_goes_on_with_a_play_that_is_over(self):
        play = a_play()
        lifecycle.stop(play, person=owner_of(play))
        assert self.pages(play) == []


def test_the_worker_keeps_files_that_are_there():
    phone = Client()
    script = phone.get("/service-worker.js")
    assert script.headers["Content-Type"] == "text/javascript"
    shell = [part for part in script.content.decode().split('"') if part.startswith("/static/") and part != "/static/"]
    assert len(shell) == 6
    assert all(phone.get(path).status_code == 200 for path in shell)
    assert phone.get("/manifest.webmanifest").json()["start_url"] == "/"
