"""Who may see and change what, for every address there is."""

import contextlib
import copy
import re
from itertools import product
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from companion.access import api_keys
from companion.access.links import link_for
from companion.groups import founding, members
from companion.models import (
    ApiKey,
    CardSave,
    Event,
    Group,
    Link,
    Member,
    OwnSheet,
    Passkey,
    Person,
    Play,
    Player,
    Seat,
    SheetVersion,
    Upload,
)
from companion.models.sheets import add_sheet
from companion.plays.lifecycle import change_options, close_stage, delete, finish
from companion.rules.library import sheet
from companion.transfer import uploads
from companion.transfer.exports import request_export, resume_export
from companion.transfer.readers import bgstats
from tests.lanes import IS_LONG
from tests.phones import (
    a_play,
    again,
    card_at,
    closed,
    count,
    finished,
    guests_phone,
    key_of,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send,
    watchers_phone,
)
from tests.photos.samples import photo_of, sent_photo_of
from tests.transfer.bgstats import a_file
from tests.transfer.bgstats import a_play as another_play
from tests.urls import every_url

ROLES = ("stranger", "watcher", "guest", "guest of another table", "member of another group", "member", "owner")
EVERYBODY = set(ROLES)
OWNERS = {"owner"}
MEMBERS = {"member", "owner"}
TABLE = {"guest", *MEMBERS}
WATCHERS = {"watcher", *TABLE}
# Whose phone is known as somebody's, and who owns any group.
KNOWN = {"member of another group", *MEMBERS}
OWNERS_OF_ANY = {"member of another group", *OWNERS}

OF_THE_API = [f"api:api_{name}" for name in ("groups", "group", "plays", "statistics", "play", "me", "picture")]


class Row(NamedTuple):
    """Who may, how a look (GET) and a change (POST with `send`) are answered to them; None: no such method (405).

    `but`: other answers, for one role. Whoever may not is answered 404.
    """

    may: set
    get: int | None
    post: int | None = None
    send: dict = {}
    but: dict = {}


WHO_MAY = {
    "plays:home": Row(EVERYBODY, 200),
    "access:join": Row(EVERYBODY, 200, 422, {"code": "AAAAAA"}),
    "core:set_language": Row(EVERYBODY, 302, 302, {"language": "de"}),
    "access:link": Row(EVERYBODY, 302),
    "core:manifest": Row(EVERYBODY, 200),
    "core:service_worker": Row(EVERYBODY, 200),
    "core:offline": Row(EVERYBODY, 200),
    "plays:game": Row(EVERYBODY, 200, 200, {"add": "Anna"}),
    "results:blank_sheet": Row(EVERYBODY, 200),
    "player_aids:referees": Row(EVERYBODY, 200),
    "player_aids:timer": Row(EVERYBODY, 200),
    "player_aids:referee": Row(EVERYBODY, 200, 302, {"journal": "[]"}),
    "accounts:you": Row(EVERYBODY, 200),
    "accounts:password": Row(EVERYBODY, 200, 422),
    "accounts:sign_in": Row(EVERYBODY, 200, 422),
    "accounts:passkey_to_show": Row(EVERYBODY, None, 200),
    # Only at a site whose host has set them up.
    "accounts:sign_in_outside": Row(set(), None, 302),
    "accounts:come_from_provider": Row(set(), 302),
    "accounts:sign_in_by_passkey": Row(EVERYBODY, None, 422),
    "accounts:sign_out": Row(KNOWN, 200, 302),
    # They have nothing to show but a cookie.
    "accounts:confirm": Row(KNOWN, 302, 302),
    "history:own_plays": Row(KNOWN, 200),
    "accounts:phones": Row(KNOWN, 200, 302, {"others": "1"}),
    "accounts:passkey_to_make": Row(KNOWN, None, 200),
    "accounts:add_passkey": Row(KNOWN, None, 302),
    "accounts:remove_passkey": Row(OWNERS, 200, 302),
    "accounts:api_keys": Row(KNOWN, 200, 200, {"name": "My table", "made": "7f1bd5c3-0df4-4f25-8a22-1be4b36ee0d1"}),
    "accounts:api_key": Row(OWNERS, None, 302, {"withdraw": "1"}),
    # With a key alone, whatever this phone may.
    **{name: Row(EVERYBODY, 401) for name in OF_THE_API},
    "accounts:recovery": Row(OWNERS_OF_ANY, 200),
    "accounts:renew_recovery": Row(OWNERS_OF_ANY, 200, 302),
    "accounts:delete_person": Row(KNOWN, 200, 302),
    # Only for a phone that has opened a way back.
    "accounts:come_back": Row(set(), 200, 302),
    "groups:group": Row(MEMBERS, 200),
    "history:history": Row(MEMBERS, 200),
    "plays:start_at_once": Row(MEMBERS, None, 302, {"game": "tuareg", "player": ["Anna", "Ben"]}),
    "history:place": Row(MEMBERS, 200),
    "history:edit_place": Row(MEMBERS, 302, 302, {"name": "at home", "place": "at Ben’s"}),
    "history:year": Row(MEMBERS, 200),
    "history:games": Row(MEMBERS, 200),
    "history:pair": Row(MEMBERS, 200),
    "results:history_sheet": Row(MEMBERS, 200),
    "history:tonight": Row(MEMBERS, 200),
    "history:player": Row(MEMBERS, 200),
    "history:group_game": Row(MEMBERS, 200),
    "collection:library": Row(EVERYBODY, 200),
    "collection:totals": Row(MEMBERS, 200, 422),
    "collection:counter": Row(MEMBERS, 200, 422),
    "collection:take_sheet": Row(MEMBERS, None, 302, {"slug": "azul"}),
    "collection:make_sheet": Row(MEMBERS, None, 302, {"title": "Ours"}),
    "collection:import_sheet": Row(MEMBERS, 200, 422),
    "collection:own_sheet": Row(MEMBERS, 200, 302),
    "collection:sheet_file": Row(MEMBERS, 200),
    "collection:share_sheet": Row(MEMBERS, 200, 302),
    "collection:new_totals": Row(EVERYBODY, 200, 422),
    "collection:new_counter": Row(EVERYBODY, 200, 422),
    "results:totals_sheet": Row(EVERYBODY, 200),
    "collection:new_sheet": Row(EVERYBODY, 200, 422),
    "collection:shared_sheet": Row(EVERYBODY, 200, 302),
    "collection:open_sheet": Row(EVERYBODY, 200, 422),
    "collection:carry_sheet": Row(EVERYBODY, 302, 422),
    "history:mark_game": Row(MEMBERS, None, 302, {"set": "liked"}),
    "groups:rename_group": Row(OWNERS, None, 302, {"name": "Thursday"}),
    "groups:people": Row(MEMBERS, 200),
    "groups:role": Row(OWNERS, None, 302, {"owner": "1"}),
    "groups:remove_member": Row(OWNERS, 200, 302),
    "groups:renew_invitation": Row(OWNERS, 200, 302),
    "groups:leave": Row(MEMBERS, 200, 302),
    "groups:join_group": Row(MEMBERS, 302, 302),
    "groups:my_name": Row(MEMBERS, 200, 302),
    "groups:players": Row(MEMBERS, 200, 302, {"name": "Dora"}),
    "groups:edit_player": Row(MEMBERS, 200, 302, {"name": "Dora"}),
    "groups:claim_player": Row(MEMBERS, None, 302, {"me": "1"}),
    "groups:hide_player": Row(MEMBERS, None, 302, {"hide": "1"}),
    "groups:merge_player": Row(MEMBERS, 200, 422),
    # Members too, for the name that is theirs.
    "groups:make_anonymous": Row(OWNERS, 200, 302),
    "groups:remove_player": Row(MEMBERS, 302, 302),
    "groups:group_settings": Row(MEMBERS, 200),
    "notifications:notifications": Row(OWNERS, 200, 422),
    "groups:group_locale": Row(OWNERS, None, 302, {"language": "de", "time_zone": "Europe/Berlin"}),
    "groups:group_rules": Row(MEMBERS, 200, 422, {"points_water": "x"}),
    "transfer:export_group": Row(MEMBERS, 200),
    "transfer:export_as": Row(MEMBERS, 200),
    "transfer:export_photos": Row(MEMBERS, 200),
    "transfer:make_file": Row(MEMBERS, None, 302),
    "transfer:made_file": Row(OWNERS, 200, 302),
    "transfer:file_progress": Row(OWNERS, 200),
    "transfer:take_file": Row(OWNERS, 200),
    "transfer:take_along": Row(MEMBERS, 200),
    "transfer:to_bgstats": Row(TABLE, 302),
    "transfer:calendar_link": Row(MEMBERS, None, 302, {"share": "1"}),
    "transfer:shared_calendar": Row(EVERYBODY, 200),
    "transfer:import_plays": Row(OWNERS, 200, 422),
    "transfer:imports": Row(OWNERS, 200, 422),
    "transfer:upload": Row(OWNERS, 200, 302, {"bring_in": "1"}),
    "transfer:upload_faults": Row(OWNERS, 200),
    "transfer:upload_progress": Row(OWNERS, 200),
    "transfer:undo_upload": Row(OWNERS, None, 302),
    "transfer:drop_upload": Row(OWNERS, None, 302),
    "groups:delete_group": Row(OWNERS, 200, 422, {"name": "Thursday"}),
    # Only for what was deleted.
    "groups:restore_group": Row(OWNERS, None, 302),
    "plays:play": Row(WATCHERS, 200, but={"watcher": 302}),
    "plays:live": Row(TABLE, 200),
    # Without a process that holds streams there is none.
    "plays:stream": Row(TABLE, 204),
    "plays:cursor": Row(TABLE, None, 204, {"tab": "0123456789abcdef", "cell": ""}),
    "plays:ahead": Row(TABLE, 200),
    "plays:watch": Row(WATCHERS, 200),
    "results:sheet": Row(TABLE, 200),
    "results:share_result": Row(WATCHERS, 200),
    "results:result_picture": Row(WATCHERS, 200),
    "results:result_link": Row(MEMBERS, 200, 302, {"share": "1"}),
    "results:shared_result": Row(EVERYBODY, 200),
    "results:shared_picture": Row(EVERYBODY, 200),
    "photos:photos": Row(WATCHERS, 200),
    "photos:picture": Row(WATCHERS, 200),
    "photos:add_photos": Row(MEMBERS, None, 422),
    "photos:photo": Row(MEMBERS, 200, 302, {"caption": "All of us"}),
    "photos:waiting_photo": Row(MEMBERS, None, 302),
    "photos:remove_photo": Row(MEMBERS, None, 302),
    "photos:restore_photo": Row(MEMBERS, None, 302),
    "photos:forget_photo": Row(MEMBERS, None, 302),
    "plays:mine": Row(TABLE, 200, 302, {"watch": "1"}),
    "plays:count_here": Row(TABLE, None, 302),
    "plays:order": Row(TABLE, None, 302, {"by_row": "1"}),
    "plays:card": Row(TABLE, 200, 302, {"water": "1"}),
    "plays:waiting_save": Row(TABLE, 200, 302, {"drop": "1"}),
    "plays:count_all": Row(TABLE, None, 302),
    "plays:stage": Row(TABLE, 200),
    "plays:close": Row(TABLE, 200, 302, {"anyway": "1"}),
    "plays:correct": Row(TABLE, 200, 302),
    "plays:undo": Row(TABLE, None, 302, {"revision": "1", "field": "water"}),
    "plays:trail": Row(TABLE, 200),
    "plays:put_back": Row(TABLE, 200, 302),
    "plays:put_back_options": Row(MEMBERS, None, 302),
    "plays:more": Row(MEMBERS, 200),
    "plays:options": Row(MEMBERS, 200, 422, {"points_water": "x"}),
    "plays:notes": Row(MEMBERS, 200, 422, {"notes": "x" * 2001}),
    "plays:finish": Row(MEMBERS, None, 302, {"shared": "1"}),
    "plays:end_rounds": Row(MEMBERS, None, 302),
    "plays:tie_break": Row(MEMBERS, 200, 302),
    "plays:reopen": Row(MEMBERS, None, 302),
    "plays:strike": Row(TABLE, None, 302, {"struck": "of another play"}),
    "plays:reopen_stage": Row(MEMBERS, None, 302),
    "plays:stop": Row(MEMBERS, None, 302),
    "plays:delete": Row(MEMBERS, 200, 302),
    "plays:restore": Row(MEMBERS, None, 302),
    "plays:rematch": Row(MEMBERS, None, 302),
    "plays:go_on": Row(TABLE, None, 302),
    "plays:seats": Row(MEMBERS, 200, 302, {"name": "Dora"}),
    "plays:table": Row(MEMBERS, 200),
    "plays:table_code": Row(MEMBERS, None, 200),
    "plays:renew_link": Row(OWNERS, 200, 302),
}
OF_A_PERSON = [
    *(
        "accounts:sign_out",
        "accounts:passkey_to_make",
        "accounts:add_passkey",
        "accounts:remove_passkey",
        "accounts:recovery",
        "accounts:renew_recovery",
        "accounts:delete_person",
    ),
    *(
        "accounts:come_back",
        "accounts:confirm",
        "accounts:phones",
        "accounts:api_keys",
        "accounts:api_key",
        "history:own_plays",
        "accounts:sign_in_outside",
        "accounts:come_from_provider",
    ),
]
OURS = [name for name, row in WHO_MAY.items() if row.may != EVERYBODY and name not in OF_A_PERSON]
OF_THE_GROUP = [
    *(
        "groups:group",
        "groups:rename_group",
        "history:history",
        "results:history_sheet",
        "groups:people",
        "groups:role",
        "groups:remove_member",
        "groups:renew_invitation",
    ),
    *(
        "groups:leave",
        "groups:join_group",
        "groups:my_name",
        "history:tonight",
        "history:player",
        "history:group_game",
        "history:mark_game",
    ),
    *("plays:start_at_once", "history:place", "history:edit_place", "history:year", "history:games", "history:pair"),
    *(
        "groups:players",
        "groups:edit_player",
        "groups:claim_player",
        "groups:hide_player",
        "groups:merge_player",
        "groups:make_anonymous",
        "groups:remove_player",
    ),
    *(
        "groups:group_settings",
        "notifications:notifications",
        "groups:group_locale",
        "groups:group_rules",
        "transfer:export_group",
        "transfer:import_plays",
        "groups:delete_group",
    ),
    *(
        "transfer:imports",
        "transfer:upload",
        "transfer:upload_faults",
        "transfer:upload_progress",
        "transfer:undo_upload",
        "transfer:drop_upload",
    ),
    *(
        "groups:restore_group",
        "collection:totals",
        "collection:counter",
        "collection:take_sheet",
        "collection:make_sheet",
        "collection:import_sheet",
        "collection:own_sheet",
        "collection:sheet_file",
    ),
    "collection:share_sheet",
    *("transfer:export_as", "transfer:export_photos", "transfer:take_along", "transfer:calendar_link"),
    *("transfer:make_file", "transfer:made_file", "transfer:file_progress", "transfer:take_file"),
]

OF_A_PLAYER = [name for name in OF_THE_GROUP if name.endswith("_player") or name == "groups:make_anonymous"]


OF_AN_UPLOAD = (
    "transfer:upload",
    "transfer:upload_faults",
    "transfer:upload_progress",
    "transfer:undo_upload",
    "transfer:drop_upload",
)
OF_A_FILE = ("transfer:made_file", "transfer:file_progress", "transfer:take_file")
OF_A_SHEET = ("collection:own_sheet", "collection:sheet_file", "collection:share_sheet", "collection:shared_sheet")


OF_A_RESULT = (
    "results:share_result",
    "results:result_picture",
    "results:result_link",
    "results:shared_result",
    "results:shared_picture",
    "transfer:to_bgstats",
)


OF_A_PHOTO = (
    "photos:photo",
    "photos:waiting_photo",
    "photos:remove_photo",
    "photos:restore_photo",
    "photos:forget_photo",
)


def an_upload(play):
    """A file of another program that the owner of a play's group looks at."""
    book = bgstats.read_book(a_file(another_play(anna="20*", ben="12")))
    upload = Upload(group=play.group, person=owner_of(play))
    uploads.store_book(upload, book)
    upload.save()
    return upload


def key_of_sheet(play):
    """What opens the link of the sheet that `fitting` has taken."""
    return link_for(Link.Kind.SHEET, sheet=play.group.sheets.get()).key


def fitting(name, play=None) -> Play:
    """A play in the state in which the page of this name has something to do: the given one, where that can be."""
    if name in ("plays:stage", "plays:strike", "plays:reopen_stage", "plays:correct"):
        return closed()
    if name in ("plays:finish", "plays:tie_break"):
        return closed(stages=2, cards={"anna": {"water": 4}, "ben": {"water": 4}}, done=True)
    if name in OF_A_RESULT:
        return finished()
    play = play or a_play()
    if name == "groups:restore_group":
        founding.delete(play.group)
    if name == "plays:restore":
        delete(play, person=owner_of(play))
    if name == "accounts:remove_passkey":
        Passkey.objects.create(person=owner_of(play), credential_id=f"key-{play.uuid}", public_key=b"")
    if name == "accounts:api_key":
        api_keys.create(owner_of(play), "My table", uuid=play.uuid)
    if name in OF_AN_UPLOAD:
        an_upload(play)
    if name in OF_A_FILE:
        resume_export(request_export(play.group, "plays", owner_of(play)))
    if name in (*OF_A_PHOTO, "photos:picture"):
        photo_of(play, is_gone=name in ("photos:restore_photo", "photos:forget_photo"))
    if name == "photos:waiting_photo":
        sent_photo_of(play, person=owner_of(play), has_failed=True)
    if name in OF_A_SHEET:
        add_sheet(play.group, sheet("azul"), slug="azul", person=owner_of(play))
    if name == "accounts:delete_person":
        # With the only one who belongs to it a group would go, too.
        a_member(play)
    if name in ("plays:undo", "plays:put_back"):
        count(play, anna={"water": 4})
    if name == "plays:put_back_options":
        change_options(play, {**play.game.options_with({}), "points_water": 7}, person=owner_of(play))
    return play


def address(name, play, phone=None):
    """The address of this name for a play; where it is about a save that waits, one that this phone has sent."""
    parts = {
        "plays:game": lambda: ["tuareg"],
        "results:blank_sheet": lambda: ["tuareg"],
        "player_aids:referees": lambda: ["tuareg"],
        "player_aids:timer": lambda: ["tuareg"],
        "player_aids:referee": lambda: ["five-tribes-solo", "yazid"],
        "access:link": lambda: [key_of(play)],
        "history:player": lambda: [play.group.uuid, seat_of(play, "Anna").player_id],
        "history:pair": lambda: [play.group.uuid, *(seat_of(play, name).player_id for name in ("Anna", "Ben"))],
        "history:year": lambda: [play.group.uuid, play.played_on.year],
        "history:group_game": lambda: [play.group.uuid, "tuareg"],
        "history:mark_game": lambda: [play.group.uuid, "tuareg"],
        **dict.fromkeys(OF_AN_UPLOAD, lambda: [play.group.uuid, play.group.uploads.get().uuid]),
        "transfer:make_file": lambda: [play.group.uuid, "plays"],
        **dict.fromkeys(OF_A_FILE, lambda: [play.group.uuid, play.group.exports.get().uuid]),
        **dict.fromkeys(OF_A_PHOTO, lambda: [play.uuid, play.photos.get().uuid]),
        "photos:waiting_photo": lambda: [play.uuid, play.sent_photos.get().uuid],
        "photos:picture": lambda: [play.uuid, play.photos.get().uuid, "small"],
        "collection:own_sheet": lambda: [play.group.uuid, "azul"],
        "collection:sheet_file": lambda: [play.group.uuid, "azul"],
        "collection:share_sheet": lambda: [play.group.uuid, "azul"],
        "accounts:api_key": lambda: [ApiKey.objects.get(uuid=play.uuid).pk],
        **dict.fromkeys(("api:api_group", "api:api_plays", "api:api_statistics"), lambda: [play.group.uuid]),
        "api:api_play": lambda: [play.uuid],
        "api:api_picture": lambda: [play.uuid, play.uuid, "small"],
        "transfer:export_as": lambda: [play.group.uuid, "plays"],
        "transfer:shared_calendar": lambda: [link_for(Link.Kind.CALENDAR, group=play.group).key],
        "results:result_picture": lambda: [play.uuid, "tall"],
        "results:shared_result": lambda: [key_of(play, Link.Kind.RESULT)],
        "results:shared_picture": lambda: [key_of(play, Link.Kind.RESULT), "wide"],
        "collection:shared_sheet": lambda: [key_of_sheet(play)],
        "plays:card": lambda: [play.uuid, seat_of(play, "Anna").pk, "1"],
        "plays:waiting_save": lambda: [play.uuid, waiting(play, phone)],
        "plays:undo": lambda: [play.uuid, seat_of(play, "Anna").pk, "1"],
        "plays:put_back": lambda: [play.uuid, next((row.pk for row in CardSave.objects.filter(seat__play=play)), 0)],
        "plays:put_back_options": lambda: [
            play.uuid,
            next((event.pk for event in play.events.filter(kind="options")), 0),
        ],
        "plays:stage": lambda: [play.uuid, "1"],
        "plays:close": lambda: [play.uuid, "1"],
        "plays:strike": lambda: [play.uuid, "1"],
        "plays:reopen_stage": lambda: [play.uuid, "1"],
        "plays:correct": lambda: [play.uuid, "1", "water"],
        "plays:renew_link": lambda: [play.uuid, "table"],
        "groups:group_rules": lambda: [play.group.uuid, "tuareg"],
        "groups:role": lambda: [play.group.uuid, a_member(play).pk],
        "groups:remove_member": lambda: [play.group.uuid, a_member(play).pk],
        "accounts:remove_passkey": lambda: Passkey.objects.values_list("pk", flat=True)[:1],
    }
    if name in OF_A_PLAYER:
        return reverse(name, args=[play.group.uuid, play.group.players.get(name="Anna").pk])
    takes_none = WHO_MAY[name].may == EVERYBODY or name in OF_A_PERSON
    its_own = [] if takes_none else [play.group.uuid if name in OF_THE_GROUP else play.uuid]
    return reverse(name, args=parts[name]() if name in parts else its_own)


def a_member(play):
    """A member of the play's group who is no owner."""
    member = play.group.members.filter(role="member").first()
    return member or members.join(play.group, Person.objects.create_visitor())


def phone_as(role, play) -> Client:
    """A phone that may do with the play what this role may."""
    return {
        "stranger": Client,
        "watcher": lambda: watchers_phone(play),
        "guest": lambda: guests_phone(play),
        "guest of another table": lambda: guests_phone(a_play()),
        "member of another group": lambda: owners_phone(a_play()),
        "member": lambda: phone_of(members.join(play.group, Person.objects.create_visitor()).person),
        "owner": lambda: owners_phone(play),
    }[role]()


def like(phone) -> Client:
    """A phone with the same cookies, so that what is done with it is nothing that the other has done."""
    other = Client()
    # What is between a request and its view keeps nothing of either.
    other.handler = phone.handler
    other.cookies = copy.deepcopy(phone.cookies)
    return other


def waiting(play, phone):
    """The number of a save that waits: of this phone, or of the owner's where this one may send none."""
    count(play, anna={"water": 4})
    count(play, anna={"water": 5})
    for each in (phone, owners_phone(play)):
        if each:
            send(each, play, "Anna", revision=1, water="6")
            if row := CardSave.objects.filter(fate="clash").last():
                return row.pk
    raise AssertionError("nothing waits")


# Of these it is enough to know which ones there are.
COUNTED = ApiKey, Event, Seat, Player, Person, Play, Group, OwnSheet, SheetVersion


def stored(play):
    """What must stay as it was where somebody may not change anything."""
    plays, groups = Play.objects.filter(pk=play.pk), Group.objects.filter(pk=play.group_id)
    found = [
        plays.values_list("revision", "state", "closed_stages", "deleted_at"),
        play.photos.values_list("uuid", "caption", "deleted_at"),
        play.sent_photos.values_list("uuid", "has_failed"),
        groups.values_list("deleted_at", "name", "language", "time_zone", "options"),
        Member.objects.filter(group=play.group_id).order_by("pk").values_list("person", "role"),
        Link.objects.order_by("pk").values_list("pk", "digest"),
        CardSave.objects.exclude(fate__in=("clash", "same")).order_by("pk").values_list("pk"),
    ]
    found += [model.objects.order_by("pk").values_list("pk") for model in COUNTED]
    return [list(rows) for rows in found]


def test_every_address_is_in_the_table():
    assert sorted(url.name for url in every_url()) == sorted(WHO_MAY)


@contextlib.contextmanager
def undone():
    """Let nothing of what is stored meanwhile stay stored."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def walk(names, roles=ROLES):
    """Each of these names, a play in the state that its page needs, and phones of these roles. Nothing stays stored."""
    with undone():
        play = a_play()
        phones = {role: phone_as(role, play) for role in roles}
        for name in names:
            with undone():
                its = fitting(name, again(play))
                is_same = its == play
                yield name, its, {role: like(phones[role]) if is_same else phone_as(role, its) for role in roles}


def test_every_address_answers_everybody_as_the_table_says():
    wrong = []
    for name, play, phones in walk(WHO_MAY):
        # A save waits for the phone that has sent it.
        place = None if name == "plays:waiting_save" else address(name, play)
        before = stored(play)
        for (role, phone), method in product(phones.items(), ("GET", "POST")):
            with undone():
                answer = answer_to(like(phone), name, play, place, before, method=method)
            if answer not in (wanted := answers_wanted(role, name, method=method)):
                wrong.append(f"{name}, {role}, {method}: {answer} instead of {wanted}")
    assert not wrong, "\n".join(wrong)


def test_key_of_an_owner_opens_and_changes_no_more_than_nothing_does():
    wrong = []
    for name, play, _phones in walk([name for name in WHO_MAY if name != "kept"], ()):
        key, place = api_keys.create(owner_of(play), "A program", uuid=uuid4())[1], address(name, play)
        before = stored(play)
        for method in ("GET", "POST"):
            with undone():
                program = Client(headers={"Authorization": f"Bearer {key}"})
                status, is_same = answer_to(program, name, play, place, before, method=method)
            if name in OF_THE_API and method == "GET":
                # It answers about what is there, and there is no photo.
                is_as_it_should_be = is_same and status == (404 if name == "api:api_picture" else 200)
            else:
                is_as_it_should_be = (status, is_same) in answers_wanted("stranger", name, method=method)
            if not is_as_it_should_be:
                wrong.append(f"{name}, {method}: {status}")
    assert not wrong, "\n".join(wrong)


def answer_to(phone, name, play, place, before, *, method):
    """The status this phone is answered with, and whether all that is stored is as before."""
    phone.raise_request_exception = False
    if place is None:
        place, before = address(name, play, phone), stored(play)
    writes = Writes()
    with connection.execute_wrapper(writes):
        answer = phone.get(place, {"stage": "1"}) if method == "GET" else phone.post(place, WHO_MAY[name].send)
        # What is sent piece by piece is read to its end, as by a browser.
        b"".join(answer)
    return answer.status_code, not writes.any or before == stored(play)


class Writes:
    """Whether anything was asked of the database but to read: where nothing was, all that is stored is as before."""

    READ = re.compile(r"SELECT|(RELEASE |ROLLBACK TO )?SAVEPOINT|BEGIN|PRAGMA")

    def __init__(self):
        self.any = False

    def __call__(self, execute, sql, params, many, context):
        self.any |= not self.READ.match(sql)
        return execute(sql, params, many, context)


def answers_wanted(role, name, *, method):
    """What `answer_to` may give: a look changes nothing, nor does who may not."""
    row = WHO_MAY[name]
    if method == "GET":
        status = 405 if row.get is None else row.but.get(role, row.get) if role in row.may else 404
        # A link is made when a page shares it for the first time.
        makes_a_link = name in ("groups:people", "accounts:recovery", "plays:table", "plays:watch") and status == 200
        return [(status, True), (status, False)] if makes_a_link else [(status, True)]
    status = 405 if row.post is None else row.post if role in row.may else 404
    return [(status, True)] if status in (404, 405) else [(status, True), (status, False)]


@pytest.mark.long
def test_other_methods_are_refused():
    wrong = []
    for name, play, phones in walk(WHO_MAY, OWNERS):
        phone, place = phones["owner"], address(name, play)
        for method in (phone.put, phone.delete, phone.patch, phone.options, phone.trace):
            status = method(place).status_code
            if status not in ((302, 405) if name == "core:set_language" else (405,)):
                wrong.append((name, method.__name__, status))
    assert wrong == []


def test_a_form_from_another_site_changes_nothing():
    wrong = []
    for name, play, phones in walk([name for name, row in WHO_MAY.items() if row.post], OWNERS):
        phone = phone_of(owner_of(play), enforce_csrf_checks=True)
        place = address(name, play, phones["owner"])
        before = stored(play)
        status = phone.post(place, WHO_MAY[name].send).status_code
        if (status, stored(play)) != (403, before):
            wrong.append((name, status))
    assert wrong == []


WHO_SAW_IT = ("watcher", "guest", "member", "owner")


def still_there(name, phones, place):
    """How each of these phones finds what should be gone, as (name, its role, look, change)."""
    for role, phone in phones.items():
        looked, sent = phone.get(place).status_code, phone.post(place, WHO_MAY[name].send).status_code
        if looked not in (404, 405) or sent not in (404, 405):
            yield name, role, looked, sent


def test_once_the_play_is_deleted_it_is_gone():
    found = []
    for name, play, phones in walk(
        [name for name in OURS if name not in OF_THE_GROUP and name != "plays:restore"], WHO_SAW_IT
    ):
        place = address(name, play, phones["owner"])
        delete(play, person=owner_of(play))
        found += still_there(name, phones, place)
    # Deleting it twice is deleting it once.
    assert found == [("plays:delete", "member", 404, 302), ("plays:delete", "owner", 404, 302)]


def test_once_the_group_is_deleted_it_is_gone_with_all_its_plays():
    found = []
    roles = WHO_SAW_IT if IS_LONG else ("guest", "owner")
    for name, play, phones in walk([name for name in OURS if name != "groups:restore_group"], roles):
        place = address(name, play, phones["owner"])
        founding.delete(play.group)
        found += still_there(name, phones, place)
    assert found == []


def test_a_group_knows_its_members_one_by_one():
    play = a_play()
    other = owner_of(a_play())
    play.group.members.create(person=other)
    phone = owners_phone(a_play(owner=other))
    assert phone.get(reverse("plays:play", args=[play.uuid])).status_code == 200
    assert phone.get(reverse("plays:more", args=[play.uuid])).status_code == 200
    play.group.members.filter(person=other).delete()
    assert phone.get(reverse("plays:play", args=[play.uuid])).status_code == 404


def test_a_save_without_an_identity_is_nobodys_and_nobodys_to_choose():
    play = a_play()
    count(play, anna={"water": 4})
    count(play, anna={"water": 5})
    send(guests_phone(play), play, "Anna", revision=1, water="6")
    row = CardSave.objects.get(fate="clash")
    row.person.delete()
    assert (
        guests_phone(play).post(reverse("plays:waiting_save", args=[play.uuid, row.pk]), {"drop": 1}).status_code == 404
    )


@pytest.mark.parametrize("uuid", ["00000000-0000-0000-0000-000000000000", "x", "%00", "9" * 500])
def test_a_play_there_is_none_of_is_not_there(uuid):
    phone = owners_phone(a_play())
    for page in ("", "live", "more", "options", "seats", "table", "delete", "stages/1", "seats/1/1"):
        assert phone.get(f"/plays/{uuid}/{page}").status_code == 404


def test_what_is_not_there_and_what_is_not_yours_look_alike():
    play = a_play()
    phone = Client()
    theirs = phone.get(reverse("plays:play", args=[play.uuid])).content
    nothing = phone.get(reverse("plays:play", args=["00000000-0000-0000-0000-000000000000"])).content
    assert len(theirs) == len(nothing)


class TestPlayThatIsOver:
    @pytest.fixture
    def over(self):
        play = closed(stages=2, cards={"anna": {"water": 4}})
        finish(play, person=owner_of(play))
        return again(play)

    @pytest.mark.parametrize(
        "name", ["plays:close", "plays:options", "plays:seats", "plays:finish", "plays:tie_break", "plays:reopen_stage"]
    )
    def test_nothing_changes_it_but_opening_it(self, over, name):
        revision = over.revision
        owners_phone(over).post(address(name, over), WHO_MAY[name].send)
        assert again(over).revision == revision

    def test_a_guest_opens_nothing(self, over):
        guest = guests_phone(over)
        for name in ("plays:reopen", "plays:reopen_stage", "plays:rematch"):
            assert guest.post(address(name, over)).status_code == 404
        guest.post(card_at(over, "Anna"), {"water": "5"})
        close_stage(over, over.game.stage("1"), person=owner_of(over))
        assert again(over).state == "finished"
