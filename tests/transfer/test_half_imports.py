"""An import is seen whole or not at all: while its plays wait in the group, no page or file shows any of it."""

import re
from contextlib import contextmanager

import pytest
from django.urls import reverse

from companion.groups import founding, players
from companion.models import OwnSheet, Play, Player, Upload
from companion.models.sheets import add_sheet
from companion.rules.library import sheet
from companion.transfer import imports, uploads
from tests.api.test_api import ask, key_for
from tests.lanes import each_third
from tests.pages.test_access import OF_A_FILE, OF_AN_UPLOAD, OF_THE_GROUP, WHO_MAY, address, fitting
from tests.phones import finished, owner_of, phone_of, text_of

from .bgstats import a_file, a_play, as_bytes

# A name that the group has and one that is new; a game of the library, and one that nobody knows.
NEW = a_file(a_play(1, game="Riddles", anna="20*", zoe="12"), a_play(2, game="Azul", anna="31", zoe="40*"))
ONE_SHEETS = ("collection:own_sheet", "collection:sheet_file", "collection:share_sheet")
# A zip tells the time.
NOT_HERE = {*OF_AN_UPLOAD, *OF_A_FILE, *ONE_SHEETS, "transfer:export_photos"}
PAGES = {name for name in OF_THE_GROUP if WHO_MAY[name].get == 200} - NOT_HERE
SAYING_MOST = ("history:history", "groups:players", "transfer:export_group")


@pytest.fixture
def play():
    return fitting("groups:group", finished(cards={"anna": {"water": 4}}))


@pytest.fixture
def group(play):
    return play.group


def looked_at(group, content=NEW):
    """A file that somebody has looked at and may bring in."""
    person = group.members.get(role="owner").person
    upload = Upload(group=group, state=Upload.State.READING, packed=as_bytes(content), name="plays", person=person)
    uploads.store(upload)
    uploads.start_reading(upload)
    upload.refresh_from_db()
    return upload


def bring_in(group, meanwhile):
    """Bring the file in; what happens meanwhile happens when all of it waits."""

    @contextmanager
    def within():
        if Play.objects.filter(coming_with__isnull=False).count() == 2:
            meanwhile()
        yield

    imports.import_upload(looked_at(group), person=group.members.get(role="owner").person, within=within)


def told(answer) -> str:
    """What an answer says, apart from where it leads and when it was made."""
    assert answer.status_code == 200
    return re.sub(r"DTSTAMP:.*", "", b"".join(answer).decode()) if answer.streaming else text_of(answer)


def test_no_page_file_or_program_shows_what_waits(play, group):
    phone, key = phone_of(owner_of(play)), key_for(owner_of(play))
    pages = {name: address(name, play) for name in {*SAYING_MOST, *each_third(sorted(PAGES))}}
    pages |= {"search": f"{pages['history:history']}?words=at+Dora", "home": "/"}
    pages |= {
        "library": f"{reverse('collection:library')}?group={group.uuid}",
        "start": reverse("plays:game", args=["tuareg"]),
    }
    pages |= {kind: reverse("transfer:export_as", args=[group.uuid, kind]) for kind in ("rows", "evenings")}
    api = [reverse(name, args=[group.uuid]) for name in ("api:api_group", "api:api_plays", "api:api_statistics")]

    def seen():
        found = {name: told(phone.get(page)) for name, page in pages.items()}
        return found | {page: ask(key, page).json() for page in api} | {"to delete": founding.count_contents(group)}

    def nothing_new():
        assert seen() == before
        assert Player.everybody.filter(group=group, coming_with__isnull=False).count() == 1
        assert OwnSheet.every.filter(group=group, coming_with__isnull=False).count() == 3
        for waiting in group.plays.filter(coming_with__isnull=False):
            for name in ("plays:play", "plays:trail", "results:sheet", "plays:table", "photos:photos", "plays:restore"):
                look = phone.post if name == "plays:restore" else phone.get
                assert look(reverse(name, args=[waiting.uuid])).status_code == 404
        looks.append("seen")

    before, looks = seen(), []
    bring_in(group, nothing_new)
    assert looks
    assert ask(key, api[1]).json() != before[api[1]]
    for name in (*SAYING_MOST, "search"):
        assert told(phone.get(pages[name])) != before[name]


def test_a_name_and_a_sheet_that_come_into_the_group_meanwhile_are_the_groups(play, group):
    def come():
        players.add(group, "ZOE")
        add_sheet(group, sheet("azul"), slug="azul", person=None)

    bring_in(group, come)
    assert group.players.get(folded_name="zoe").seats.count() == 2
    assert group.sheets.filter(slug="azul").count() == 1
    assert not Player.everybody.filter(coming_with__isnull=False).exists()


@pytest.mark.long
def test_a_player_may_be_called_as_one_who_comes(play, group):
    bring_in(group, lambda: players.rename(group.players.get(name="Ben"), "Zoe"))
    assert group.players.get(folded_name="zoe").seats.count() == 3
