"""A sheet goes to another Caravan by a link that holds all of it, and is asked about there before anything is taken."""

import re

import pytest
from django.test import Client

from companion.access.links import qr_code
from companion.collection.sheet_files import pack
from companion.collection.views.carrying import parse_server
from companion.models import Group, OwnSheet
from companion.rules.library import sheet
from tests.lanes import long
from tests.phones import a_play, owners_phone, text_of

pytestmark = pytest.mark.django_db
OURS = {**sheet("azul"), "title": "Our Azul"}


def carry(server, phone=None, text=None):
    return (phone or Client()).post("/sheets/carry", {"sheet": text or pack(OURS), "server": server})


class TestLink:
    def test_it_leads_to_the_other_caravan_with_the_whole_sheet_behind_the_hash(self):
        answer = carry("caravan.example.org")
        link = f"https://caravan.example.org/sheets/open#{pack(OURS)}"
        page = answer.content.decode()
        assert f'href="{link}"' in page and str(qr_code(link, error="l")) in page
        assert "Open it on caravan.example.org" in text_of(answer)

    def test_of_a_long_sheet_there_is_no_code_that_no_phone_reads(self):
        assert "qr-place" not in carry("caravan.example.org", text=pack(sheet("concordia"))).content.decode()

    @pytest.mark.parametrize(
        ("typed", "server"),
        [
            ("caravan.example.org", "https://caravan.example.org"),
            (" HTTPS://Caravan.example.org:8443/groups/x?y#z ", "https://caravan.example.org:8443"),
            ("http://caravan.example.org", "http://caravan.example.org"),
            ("https://example.org/caravan/library?x", "https://example.org/caravan"),
            ("example.org/our/caravan/", "https://example.org/our/caravan"),
            ("example.org/library", "https://example.org"),
            ('example.org/"onclick=', None),
            ("192.168.1.20:8000", "http://192.168.1.20:8000"),
            ("[fe80::1]:8000", "http://[fe80::1]:8000"),
            ("laptop.local:8000", "http://laptop.local:8000"),
            ("laptop:8000", "http://laptop:8000"),
            ("spiele-müller.de", "https://spiele-müller.de"),
            ("", None),
            ("javascript:alert(1)//", None),
            ("javascript://alert(1)", None),
            ("ftp://example.org", None),
            ("https://somebody@example.org", None),
            ("example.org:99999", None),
            ("example.org:x", None),
            ("[::1", None),
            ('example.org"onclick=', None),
            ("a b", None),
            ("//", None),
        ],
    )
    def test_an_address_is_taken_as_people_type_it(self, typed, server):
        assert parse_server(typed.strip()) == server

    def test_what_is_no_address_is_said_and_the_sheet_stays_in_sight(self):
        answer = carry("a b\x00")
        assert answer.status_code == 422
        assert "This isn’t a Caravan site’s address." in text_of(answer) and "Our Azul" in text_of(answer)
        assert 'value="a b"' in answer.content.decode()

    def test_what_is_no_sheet_is_said(self):
        assert carry("example.org", text="caravan.sheet/1:AAAA").status_code == 422

    def test_whoever_shares_a_sheet_or_has_its_link_can_make_one(self):
        play = a_play()
        owners_phone(play).post(f"/groups/{play.group.uuid}/sheets/import", {"sheet": pack(OURS), "confirm": "1"})
        own = play.group.sheets.get()
        page = owners_phone(play).get(f"/groups/{play.group.uuid}/sheets/{own.slug}/share").content.decode()
        assert 'action="/sheets/carry"' in page
        assert re.search(r'name="sheet" value="caravan\.sheet/1:[\w-]+"', page)


class TestOpening:
    def test_it_says_what_it_would_add_and_nothing_is_taken_yet(self):
        play = a_play()
        answer = owners_phone(play).post("/sheets/open", {"sheet": pack(OURS)})
        assert "Our Azul" in text_of(answer) and "It adds a game with" in text_of(answer)
        assert not OwnSheet.objects.exists()

    def test_a_group_takes_it_once(self):
        play = a_play()
        phone = owners_phone(play)
        sent = {"sheet": pack(OURS), "confirm": "1", "group": str(play.group.uuid)}
        for _time in range(2):
            answer = phone.post("/sheets/open", sent)
            assert answer.url.startswith(f"/groups/{play.group.uuid}/sheets/own-")
        assert play.group.sheets.get().newest.data == OURS
        assert "has it already" in text_of(phone.post("/sheets/open", {"sheet": pack(OURS)}))

    def test_who_has_no_group_takes_it_into_a_new_one(self):
        answer = Client().post("/sheets/open", {"sheet": pack(OURS), "confirm": "1", "group": ""}, follow=True)
        assert "Our Azul" in text_of(answer) and Group.objects.count() == 1

    def test_it_is_taken_into_no_group_of_others(self):
        theirs, phone = a_play().group, owners_phone(a_play())
        sent = {"sheet": pack(OURS), "confirm": "1", "group": str(theirs.uuid)}
        assert phone.post("/sheets/open", sent).status_code == 404
        assert not OwnSheet.objects.exists()

    @pytest.mark.parametrize(
        "text", ["", long("x"), long("{}"), "caravan.sheet/1:!!!", pack(OURS)[:-9], '{"a": "\x00"}']
    )
    def test_what_is_no_sheet_is_refused_in_a_sentence(self, text):
        answer = Client().post("/sheets/open", {"sheet": text, "confirm": "1"})
        assert answer.status_code == 422 and "Nothing was imported." in text_of(answer)
        assert not Group.objects.exists()
