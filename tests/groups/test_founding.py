"""Who may found groups on a site: everybody, so many a day from one address, nobody."""

from uuid import uuid4

import pytest
from django.test import Client

from companion.models import Group, Person
from tests.pages.test_pages import START
from tests.phones import a_play, owners_phone, text_of


def founded(phone, *, play=None, **more):
    """The answer to the start of a play of a new group."""
    return phone.post("/games/tuareg", START | {"group": "", "play_id": play or uuid4()}, **more)


def test_unless_said_otherwise_everybody_may(settings):
    assert settings.FOUNDING is None
    assert {founded(Client()).status_code for _ in range(5)} == {302}


def test_new_group_of_a_known_phone_can_be_named_as_it_starts():
    play = a_play()
    phone = owners_phone(play)
    assert 'name="group_name"' not in phone.get(f"/games/tuareg?group={play.group.uuid}").content.decode()
    assert 'name="group_name"' in phone.get("/games/tuareg?group=").content.decode()
    named = START | {"group": "", "play_id": uuid4(), "group_name": "Sunday"}
    assert phone.post("/games/tuareg", named).status_code == 302
    assert Group.objects.filter(name="Sunday").count() == 1


class TestSoManyADay:
    @pytest.fixture(autouse=True)
    def _two(self, settings):
        settings.FOUNDING = 2

    def test_then_it_says_when_to_come_back(self):
        assert {founded(Client()).status_code for _ in range(2)} == {302}
        refused = founded(Client())
        assert refused.status_code == 422
        assert "Please try again tomorrow." in text_of(refused)
        assert 'value="Anna"' in refused.content.decode()
        assert Group.objects.count() == Person.objects.count() == 2

    def test_somebody_elsewhere_still_may(self):
        for _ in range(3):
            founded(Client())
        assert founded(Client(), REMOTE_ADDR="203.0.113.5").status_code == 302

    def test_the_same_start_sent_again_counts_once(self):
        phone, play = Client(), uuid4()
        assert {founded(phone, play=play).url for _ in range(4)} == {f"/plays/{play}/"}
        assert founded(Client()).status_code == 302

    def test_a_group_that_is_there_plays_on(self):
        play = a_play()
        for _ in range(3):
            founded(Client())
        again = owners_phone(play).post("/games/tuareg", START | {"group": play.group.uuid, "play_id": uuid4()})
        assert again.status_code == 302

    @pytest.mark.long
    def test_a_form_that_is_refused_counts_nothing(self):
        for _ in range(3):
            Client().post("/games/tuareg", START | {"player": ["Anna"]})
        assert founded(Client()).status_code == 302


class TestNobody:
    @pytest.fixture(autouse=True)
    def _nobody(self, settings):
        settings.FOUNDING = 0

    def test_a_games_page_says_so_and_leads_to_a_table(self):
        page = Client().get("/games/tuareg")
        assert "New groups can’t be created on this site." in text_of(page)
        assert 'name="start"' not in page.content.decode()
        assert 'href="/join"' in page.content.decode()

    def test_a_start_that_is_sent_all_the_same_founds_none(self):
        assert founded(Client()).status_code == 422
        assert not Group.objects.exists() and not Person.objects.exists()

    def test_a_group_that_is_there_plays_on_and_is_offered_no_new_one(self):
        play = a_play()
        page = owners_phone(play).get("/games/tuareg")
        assert 'name="start"' in page.content.decode()
        assert "a new group" not in text_of(page)
        again = owners_phone(play).post("/games/tuareg", START | {"group": play.group.uuid, "play_id": uuid4()})
        assert again.status_code == 302

    def test_home_promises_no_group(self):
        assert "Your first play creates one" not in text_of(Client().get("/"))


class TestPagesOfTheSite:
    def test_every_foot_links_to_them(self, settings):
        settings.IMPRINT_URL, settings.PRIVACY_URL = "https://example.org/imprint", "https://example.org/privacy?a=1&b"
        play = a_play()
        for page in (Client().get("/"), owners_phone(play).get(f"/plays/{play.uuid}/"), Client().get("/nonesuch")):
            body = page.content.decode()
            assert '<a href="https://example.org/imprint" rel="noopener">Imprint</a>' in body
            assert 'href="https://example.org/privacy?a=1&amp;b"' in body

    def test_where_there_are_none_there_is_no_link(self):
        assert "Imprint" not in text_of(Client().get("/"))
