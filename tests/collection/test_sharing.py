"""A sheet travels: by a link that can be withdrawn, as a file, and as a text for another Caravan."""

import json
import re
import zlib
from base64 import urlsafe_b64encode
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from companion.access.links import link_for, qr_code
from companion.collection.sheet_files import MOST_BYTES, pack, read_sheet
from companion.models import Group, Link, OwnSheet, Play
from companion.models.sheets import add_sheet
from companion.rules import GAMES
from companion.rules.library import LIBRARY, sheet
from tests.lanes import each_third, long
from tests.phones import a_play, key_of, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def group():
    play = a_play()
    add_sheet(play.group, {**sheet("azul"), "title": "Our Azul"}, slug="own-azul", person=owner_of(play))
    return play.group


@pytest.fixture
def phone(group):
    return owners_phone(group.plays.first())


@pytest.fixture
def share(group):
    return f"/groups/{group.uuid}/sheets/own-azul/share"


def link_on(phone, share):
    """The path of the link that its page shows."""
    return re.search(r"/t/[\w-]+", phone.get(share).content.decode()).group()


@pytest.fixture
def path(phone, share):
    phone.post(share, {"share": "1"})
    return link_on(phone, share)


class TestLink:
    def test_there_is_none_until_somebody_makes_one(self, phone, share):
        assert "/t/" not in phone.get(share).content.decode()
        phone.post(share, {"share": "1"})
        phone.post(share, {"share": "1"})
        assert Link.objects.filter(kind="sheet").count() == 1
        assert "<svg" in phone.get(share).content.decode()

    def test_its_text_is_a_code_too_unless_a_phone_could_not_read_that_any_more(self, phone, share, group):
        text = pack(group.sheets.get().newest.data)
        assert str(qr_code(text, error="l")) in phone.get(share).content.decode()
        add_sheet(group, sheet("concordia"), slug="own-long", person=owner_of(group.plays.get()))
        assert "As a QR code" not in text_of(phone.get(share.replace("own-azul", "own-long")))

    def test_whoever_opens_it_sees_the_sheet_and_nothing_of_the_group(self, path):
        page = Client().get(path, follow=True)
        assert "It adds a game with" in text_of(page)
        assert "Our Azul" in text_of(page)
        assert "Anna, Ben and Chris" not in text_of(page)

    def test_another_group_takes_it_once(self, path):
        other = a_play()
        theirs = owners_phone(other)
        address = theirs.get(path).url
        assert not other.group.sheets.exists()
        for _ in range(2):
            answer = theirs.post(address, {"group": str(other.group.uuid)})
            assert answer.url.startswith(f"/groups/{other.group.uuid}/sheets/own-")
        assert other.group.sheets.count() == 1
        assert "has it already" in text_of(theirs.get(address))

    def test_who_has_no_group_takes_it_into_a_new_one(self, path):
        phone = Client()
        answer = phone.post(phone.get(path).url, {"group": ""}, follow=True)
        assert answer.status_code == 200
        assert Group.objects.latest("pk").sheets.count() == 1

    def test_where_no_groups_are_founded_nobody_founds_one_by_it(self, path, settings):
        settings.FOUNDING = 0
        before, phone = Group.objects.count(), Client()
        answer = phone.post(phone.get(path).url, {"group": ""}, follow=True)
        assert "No more new groups can be created from your network today." in text_of(answer)
        assert Group.objects.count() == before

    def test_it_is_taken_into_no_group_of_others(self, group, path):
        theirs = owners_phone(a_play())
        assert theirs.post(theirs.get(path).url, {"group": str(group.uuid)}).status_code == 404

    def test_once_withdrawn_it_leads_nowhere_and_what_was_taken_stays(self, phone, share, path):
        other = a_play()
        theirs = owners_phone(other)
        address = theirs.get(path).url
        theirs.post(address, {"group": str(other.group.uuid)})
        phone.post(share, {"withdraw": "1"})
        assert theirs.get(path).status_code == theirs.get(address).status_code == 404
        assert theirs.post(address, {"group": str(other.group.uuid)}).status_code == 404
        assert other.group.sheets.count() == 1
        phone.post(share, {"share": "1"})
        assert link_on(phone, share) != path

    def test_other_links_open_no_sheet_and_wrong_keys_are_counted(self, group):
        assert Client().get(f"/sheets/{key_of(group.plays.first())}").status_code == 404
        phone = Client()
        answers = {phone.get(f"/sheets/wrong-{number}").status_code for number in range(60)}
        assert answers == {404, 429}


class TestText:
    @pytest.mark.parametrize("key", each_third(list(LIBRARY)))
    def test_every_sheet_fits_into_a_line_and_comes_out_whole(self, key):
        line = pack(sheet(key))
        assert read_sheet(line) == (sheet(key), [])
        assert len(line) < 4_000
        # A messenger may break it.
        assert read_sheet("\n".join(re.findall(".{1,70}", line))) == (sheet(key), [])

    def test_it_is_pasted_where_a_file_is_read(self, phone, group, share):
        line = re.search(r"caravan\.sheet/1:[\w-]+", phone.get(share).content.decode()).group()
        other = a_play()
        theirs, place = owners_phone(other), f"/groups/{other.group.uuid}/sheets/import"
        answer = theirs.post(place, {"sheet": line})
        assert "Our Azul" in text_of(answer)
        assert not other.group.sheets.exists()
        theirs.post(place, {"sheet": line, "confirm": "1"})
        assert other.group.sheets.get().newest.data == group.sheets.get().newest.data
        assert "already has exactly this sheet" in text_of(theirs.post(place, {"sheet": line}))

    @pytest.mark.parametrize(
        "text",
        [
            long("caravan.sheet/1:"),
            "caravan.sheet/1:!!!",
            long("caravan.sheet/1:AAAA"),
            pack({"x": "y"})[:-6],
            "caravan.sheet/1:" + urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(),
            "caravan.sheet/1:" + urlsafe_b64encode(zlib.compress(b"0" * 50_000_000)).decode(),
        ],
    )
    def test_one_that_is_damaged_or_a_trap_is_refused_in_a_sentence(self, phone, group, text):
        answer = phone.post(f"/groups/{group.uuid}/sheets/import", {"sheet": text})
        assert answer.status_code == 422
        assert "Nothing was imported." in text_of(answer)
        assert OwnSheet.objects.count() == 1

    def test_sheet_whose_example_has_decimals_is_shown_and_imported(self, phone, group):
        rows = [{"key": "thrown", "label": "thrown", "kind": "points", "decimals": 1}]
        example = {"seats": [{"player": name, "stages": {"end": {"thrown": 0.1}}} for name in ("Anna", "Ben")]}
        about = {"format": "caravan.sheet/1", "title": "Darts", "players": [2, 4]}
        text, address = json.dumps({**about, "rows": rows, "example": example}), f"/groups/{group.uuid}/sheets/import"
        assert "Darts" in text_of(phone.post(address, {"sheet": text}))
        phone.post(address, {"sheet": text, "confirm": "1"})
        assert group.sheets.latest("pk").newest.data["example"] == example
        assert "already has exactly this sheet" in text_of(phone.post(address, {"sheet": text}))

    def test_what_it_becomes_is_never_larger_than_a_file_may_be(self):
        line = "caravan.sheet/1:" + urlsafe_b64encode(zlib.compress(json.dumps(["a" * 900_000]).encode())).decode()
        assert len(line) < MOST_BYTES
        data, faults = read_sheet(line)
        assert data is None
        assert faults


NAMED = {"played_on": "2026-11-20", "player-0": "Anna", "total-0": "41", "player-1": "Ben", "total-1": "38"}


class TestLibraryOfAGroup:
    def test_import_is_offered_below_all_games_and_is_no_hit_of_a_search(self):
        play = a_play()
        phone, address = owners_phone(play), f"/library?group={play.group.uuid}"
        assert "Import a sheet" in text_of(phone.get(address))
        assert "Import a sheet" not in text_of(phone.get(f"{address}&q=skul"))

    def test_game_says_in_words_what_it_can_be_added_to(self):
        play = a_play()
        found = text_of(owners_phone(play).get(f"/library?group={play.group.uuid}&q=skul"))
        assert "collection Add Skull King to the collection" in found

    def test_game_for_one_is_for_solo_play(self):
        assert render_to_string("groups/_for.html", {"game": GAMES["five-tribes-solo"]}).strip() == "solo"


class TestWithoutAGroup:
    def test_nothing_is_stored_before_the_sheet_is_kept(self):
        phone = Client()
        assert "Another game Type its name above." in text_of(phone.get("/library"))
        assert "Not listed? You can still play it." in text_of(phone.get("/library?q=Ours"))
        assert 'value="Ours"' in phone.get("/sheets/new?game=Ours").content.decode()
        assert not Group.objects.exists()
        assert "Ours" in text_of(phone.post("/sheets/new", {"title": "Ours"}, follow=True))
        assert OwnSheet.objects.get().group == Group.objects.get()

    def test_nothing_is_stored_before_totals_are_kept(self):
        phone = Client()
        assert 'value="Old &lt;3"' in phone.get("/totals?game=Old+%3C3").content.decode()
        assert phone.post("/totals", {**NAMED, "title": "Old <3", "total-0": "x"}).status_code == 422
        assert not Group.objects.exists()
        assert phone.post("/totals", {**NAMED, "title": "Old <3"}).status_code == 302
        assert Play.objects.get().group == Group.objects.get()

    def test_totals_that_are_sent_twice_make_one_group(self):
        phone = Client()
        sent = {**NAMED, "title": "Old game", "play_id": str(uuid4())}
        answers = [phone.post("/totals", sent) for _ in range(2)]
        assert answers[0].url == answers[1].url
        assert Group.objects.count() == 1

    def test_a_phone_with_a_group_is_offered_it_and_its_people(self):
        play = a_play()
        phone = owners_phone(play)
        for address in ("/totals?game=Old", "/sheets/new?game=Old"):
            assert f'value="{play.group.uuid}" selected' in phone.get(address).content.decode()
        assert 'value="Anna"' in phone.get("/totals?game=Old").content.decode()
        phone.post("/totals", {**NAMED, "title": "Old", "group": str(play.group.uuid)})
        phone.post("/sheets/new", {"title": "New", "group": str(play.group.uuid)})
        assert Group.objects.count() == 1
        assert play.group.plays.count() == 2
        assert play.group.sheets.count() == 2

    def test_a_new_group_can_be_chosen_instead(self):
        phone = owners_phone(a_play())
        assert 'value="Anna"' not in phone.get("/totals?group=").content.decode()
        phone.post("/totals", {**NAMED, "title": "Old", "group": ""})
        assert Group.objects.count() == 2

    def test_a_group_of_others_is_not_found(self):
        strangers = str(a_play().group.uuid)
        for address in ("/totals", "/sheets/new"):
            assert Client().post(address, {**NAMED, "title": "Old", "group": strangers}).status_code == 404
        assert Group.objects.count() == 1

    def test_without_a_name_there_is_none(self):
        answer = Client().post("/sheets/new", {"title": " "})
        assert answer.status_code == 422
        assert "A text is missing." in text_of(answer)
        assert not Group.objects.exists()

    def test_where_no_groups_are_founded_neither_is(self, settings):
        settings.FOUNDING = 0
        phone = Client()
        assert "Another game" not in text_of(phone.get("/library"))
        assert "Not listed?" not in text_of(phone.get("/library?q=Ours"))
        for address in ("/totals", "/sheets/new"):
            assert "New groups can’t be created on this site." in text_of(phone.get(address))
            answer = phone.post(address, {**NAMED, "title": "Ours"})
            assert answer.status_code == 422
            assert "New groups can’t be created on this site." in text_of(answer)
        assert not Group.objects.exists()


def test_a_link_to_a_sheet_that_was_taken_out_of_the_collection_opens_nothing(group):
    link = link_for(Link.Kind.SHEET, sheet=group.sheets.get())
    address = reverse("collection:shared_sheet", args=[link.key])
    assert Client().get(address).status_code == 200
    group.sheets.update(is_hidden=True)
    assert Client().get(address).status_code == 404
