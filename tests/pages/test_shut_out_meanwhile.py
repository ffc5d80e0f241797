"""Whoever is shut out while what they sent is under way: it is answered as if it had come later.

Each form is sent anew for every moment at which its request can be overtaken, every day for some of them. What was
stored when somebody was shut out is what is stored in the end. A request that is one transaction has no such moment.
"""

import json
import threading

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from companion.access import links
from companion.access.links import link_for
from companion.access.permissions import changing_play, play_for
from companion.collection.maker import new_sheet
from companion.groups import members
from companion.models import Link, Member, Person, SentPhoto
from companion.models.sheets import add_sheet
from companion.photos.drawing import resume_drawing
from companion.plays import lifecycle, seats
from companion.rules.library import sheet
from companion.transfer.exports import request_export
from companion.transfer.imports import BEFORE, import_upload
from tests.lanes import chosen
from tests.pages.test_access import OF_A_PERSON, WHO_MAY, a_member, an_upload
from tests.pages.test_gone_meanwhile import IN_ONE_TRANSACTION, After, overtaken_at_every_moment
from tests.pages.test_twice import ALL, Sent
from tests.phones import a_play, again, at, guests_phone, owner_of, owners_phone, phone_of, seat_of, together
from tests.photos.samples import a_picture
from tests.player_aids.test_referees import BEGIN, LOST, PAGE
from tests.plays.test_plays import OPTIONS
from tests.transfer import test_photo_imports as albums
from tests.transfer.bgstats import a_file as of_other_program
from tests.transfer.bgstats import a_play as another_play
from tests.transfer.bgstats import as_bytes

pytestmark = pytest.mark.django_db(transaction=True)
# People and how often somebody tried something are not what one is let into; a removal is what happens.
OF_NOBODY = {"Person", "Session", "Tries", "Removal", "Import"}


# What is sent to a group: each begins with a play of it.


def to_group(address, /, *parts, **fields):
    return lambda play: Sent(reverse(address, args=[play.group.uuid, *parts]), fields)


def to_player(address, player="Anna", **fields):
    return lambda play: Sent(reverse(address, args=[play.group.uuid, play.group.players.get(name=player).pk]), fields)


def to_member(address, **fields):
    return lambda play: Sent(reverse(address, args=[play.group.uuid, a_member(play).pk]), fields)


def my_name(play):
    return to_group("groups:my_name", player=play.group.players.get(name="Anna").pk)(play)


def with_zoe():
    """A play in whose group there is somebody who never played."""
    play = a_play()
    play.group.players.create(name="Zoe")
    return play


def merged(play):
    return to_player("groups:merge_player", into=play.group.players.get(name="Zoe").pk)(play)


def at_home():
    play = a_play()
    play.touch(place="at home")
    return play


def a_file(play):
    plays_of_it = {"game": "tuareg", "options": {}, "seats": [{"player": name, "stages": {}} for name in ("Xi", "Yo")]}
    file = SimpleUploadedFile("plays.json", json.dumps([plays_of_it]).encode())
    return to_group("transfer:import_plays", file=file)(play)


def another_file(play):
    content = as_bytes(of_other_program(another_play(anna="20*", ben="12")))
    return to_group("transfer:imports", file=SimpleUploadedFile("plays.bgsplay", content))(play)


def to_upload(address, **fields):
    return lambda play: to_group(address, an_upload(play).uuid, **fields)(play)


def brought(play):
    """An import that can be undone."""
    upload = import_upload(an_upload(play), person=owner_of(play))
    return to_group("transfer:undo_upload", upload.uuid)(play)


def an_album(play):
    """Photos as a file that the owner of a play's group looks at."""
    albums.look(play, albums.a_zip(play, a_picture()))
    return play.group.uploads.get()


def of_an_album(address, *, is_in=False, **fields):
    """What is sent about photos that came as a file, or that `is_in` already."""

    def about(play):
        upload = an_album(play)
        if is_in:
            owners_phone(play).post(reverse("transfer:upload", args=[play.group.uuid, upload.uuid]), {"bring_in": "1"})
            assert upload.group.uploads.get(pk=upload.pk).state == "done"
        return to_group(address, upload.uuid, **fields)(play)

    return about


def asked_for(play):
    """A file that the owner of a play's group waits for, and lets go on."""
    return to_group("transfer:made_file", request_export(play.group, "plays", owner_of(play)).uuid)(play)


def started(play):
    return Sent(reverse("plays:game", args=["tuareg"]), start_form(play))


def start_form(play):
    return OPTIONS | {"player": ["Anna", "Ben"], "played_on": "2020-11-20", "start": "1", "group": play.group.uuid}


def solo():
    return a_play(game="five-tribes-solo", names=["Anna"])


def referee(play):
    return Sent(f"{PAGE}?play={play.uuid}", {"journal": json.dumps([BEGIN, *LOST]), "keep": "1"})


TOTALS = {"title": "Old game", "played_on": "2020-11-20", "wins": "most", "player-0": "Anna", "total-0": "4"}
TOTALS |= {"player-1": "Ben", "total-1": "3"}


def with_azul():
    play = a_play()
    add_sheet(play.group, sheet("azul"), slug="azul", person=owner_of(play))
    return play


TO_GROUPS = {
    "groups:rename_group": (a_play, to_group("groups:rename_group", name="Thursday")),
    "groups:role": (a_play, to_member("groups:role", owner="1")),
    "groups:remove_member": (a_play, to_member("groups:remove_member")),
    "groups:renew_invitation": (a_play, to_group("groups:renew_invitation")),
    "groups:leave": (a_play, to_group("groups:leave")),
    "groups:my_name": (a_play, my_name),
    "groups:players": (a_play, to_group("groups:players", name="Dora")),
    "groups:edit_player": (a_play, to_player("groups:edit_player", name="Dora")),
    "groups:claim_player": (a_play, to_player("groups:claim_player", me="1")),
    "groups:hide_player": (a_play, to_player("groups:hide_player", hide="1")),
    "groups:merge_player": (with_zoe, merged),
    "groups:make_anonymous": (a_play, to_player("groups:make_anonymous")),
    "groups:remove_player": (with_zoe, to_player("groups:remove_player", "Zoe")),
    "groups:group_locale": (a_play, to_group("groups:group_locale", language="de", time_zone="Europe/Berlin")),
    "notifications:notifications": (
        a_play,
        to_group("notifications:notifications", address="https://hooks.example.org/"),
    ),
    "groups:group_rules": (a_play, to_group("groups:group_rules", "tuareg", **(OPTIONS | {"points_water": "9"}))),
    "plays:start_at_once": (a_play, to_group("plays:start_at_once", game="targi", player=["Anna", "Ben"])),
    "collection:totals": (a_play, to_group("collection:totals", **TOTALS)),
    "collection:counter": (a_play, to_group("collection:counter", **TOTALS)),
    "collection:take_sheet": (a_play, to_group("collection:take_sheet", slug="azul")),
    "collection:make_sheet": (a_play, to_group("collection:make_sheet", title="Ours")),
    "collection:import_sheet": (
        a_play,
        to_group("collection:import_sheet", sheet=json.dumps(new_sheet("Ours")), confirm="1"),
    ),
    "collection:share_sheet": (with_azul, to_group("collection:share_sheet", "azul", share="1")),
    "transfer:calendar_link": (a_play, to_group("transfer:calendar_link", share="1")),
    "transfer:make_file": (a_play, to_group("transfer:make_file", "plays")),
    "transfer:made_file": (a_play, asked_for),
    "collection:own_sheet": (with_azul, to_group("collection:own_sheet", "azul", hide="1")),
    "history:edit_place": (at_home, to_group("history:edit_place", name="at home", place="at Ben’s")),
    "history:mark_game": (a_play, to_group("history:mark_game", "tuareg", set="liked")),
    "transfer:import_plays": (a_play, a_file),
    "transfer:imports": (a_play, another_file),
    "transfer:upload": (a_play, to_upload("transfer:upload", bring_in="1")),
    "transfer:upload, photos": (a_play, of_an_album("transfer:upload", bring_in="1")),
    "transfer:undo_upload": (a_play, brought),
    "transfer:undo_upload, photos": (a_play, of_an_album("transfer:undo_upload", is_in=True)),
    "transfer:drop_upload": (a_play, to_upload("transfer:drop_upload")),
    "groups:delete_group": (a_play, to_group("groups:delete_group", name="Anna, Ben and Chris")),
    "plays:game": (a_play, started),
}
TO_PLAYS = ALL | {
    "plays:end_rounds": (a_play, lambda play: Sent(at("plays:end_rounds", play), {})),
    "plays:table_code": (a_play, lambda play: Sent(at("plays:table_code", play), {})),
    "plays:cursor": (a_play, lambda play: Sent(at("plays:cursor", play), WHO_MAY["plays:cursor"].send)),
    "plays:renew_link": (a_play, lambda play: Sent(at("plays:renew_link", play, "plays:table"), {})),
    "player_aids:referee": (solo, referee),
}
FROM_GUESTS = {
    **{
        name: ALL[name]
        for name in (
            "plays:mine",
            "plays:put_back",
            "plays:put_back, corrected",
            "plays:close",
            "plays:strike",
            "plays:correct",
        )
    },
    "player_aids:referee": (solo, referee),
}
# Every day those that take most from others, or tell most of them.
GROUPS_DAILY = [
    *(
        "groups:delete_group",
        "groups:merge_player",
        "groups:edit_player",
        "groups:renew_invitation",
        "collection:share_sheet",
        "transfer:make_file",
        "transfer:upload",
    ),
    *("collection:totals", "plays:game"),
]
PLAYS_DAILY = [
    *(
        "plays:waiting_save, counted",
        "plays:put_back, corrected",
        "plays:close",
        "plays:strike",
        "plays:correct",
        "plays:finish",
        "plays:tie_break",
        "results:result_link",
    ),
    *("plays:seats, removed", "plays:mine"),
]
# A look that shares a link makes it.
LOOKS = {"groups:people": to_group("groups:people"), "plays:table": lambda play: Sent(at("plays:table", play), {})}


def of_one_transaction(name, *, method="post"):
    """Whether what is sent under this name is one, so that nobody is shut out meanwhile."""
    return name.partition(",")[0] in IN_ONE_TRANSACTION[method]


def overtaken(names, *, method="post"):
    return [name for name in names if not of_one_transaction(name, method=method)]


def rows_of(model) -> list[dict]:
    """All rows of a model as they are stored, without making objects of them: it is asked hundreds of times."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {model._meta.db_table} ORDER BY {model._meta.pk.column}")
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]


def everything():
    """All that is stored of groups and plays."""
    stored = {model.__name__: rows_of(model) for model in apps.get_app_config("companion").get_models()}
    # What an import has brought so far is seen by nobody, and goes with it; so does the group that an older one needs.
    empty = {row["staging_id"] for row in stored["Import"]}
    plays = {row["id"] for row in stored["Play"] if row["coming_with_id"]}
    seats = {row["id"] for row in stored["Seat"] if row["play_id"] in plays}

    def as_before(name, row):
        """Of a file what it is apart from the try that came to nothing, and why.

        Of one to take along that it is wanted: whoever asked gets what is made of it as long as they are a member.
        """
        if name == "Export":
            return {**row, "done": 0, "packed": b"", "made_at": None}
        if name != "Upload":
            return row
        return {**row, "state": BEFORE.get(row["state"], row["state"]), "refused": []}

    def is_seen(name, row):
        if name == "Group":
            return row["id"] not in empty
        return not row.get("coming_with_id") and row.get("play_id") not in plays and row.get("seat_id") not in seats

    return {
        name: [as_before(name, row) for row in rows if is_seen(name, row)]
        for name, rows in stored.items()
        if name not in OF_NOBODY
    }


def shut_out_at_every_moment(begin, what, *, phone_at, shut_out, method="post"):
    """Send it anew for each moment. `phone_at` gives a phone and whose it is; `shut_out` is what happens to them."""

    def send_once(number):
        play = begin()
        sent = what(play)
        phone, person = phone_at(play)
        before = []

        def something():
            shut_out(play, person)
            # A photo that was taken is drawn, whoever sent it and is here no more.
            for photo in SentPhoto.objects.waiting():
                resume_drawing(photo)
            before.append(everything())

        meanwhile = After(number, something)
        with connection.execute_wrapper(meanwhile):
            answer = getattr(phone, method)(*sent)
        assert not before or everything() == before[0], f"at moment {number}"
        return meanwhile, answer

    overtaken_at_every_moment(send_once)


def first_owner(play):
    """The phone of the owner, in a group that has another one, too."""
    person = owner_of(play)
    Member.objects.create(group=play.group, person=Person.objects.create_visitor(), role=Member.Role.OWNER)
    link_for(Link.Kind.TABLE, play=play)
    return phone_of(person), person


def removed(play, person):
    # Also one whose answer to a former moment made them nobody.
    if member := play.group.members.filter(person=person).first():
        members.expel(member)
    assert not play.seats.exclude(person=None).exists()


def renewed(play, _person):
    members.renew_link(play, Link.Kind.TABLE)
    assert not play.seats.exclude(person=None).exists()


def deleted(play, _person):
    lifecycle.delete(again(play), person=None)


def test_every_change_that_somebody_can_be_shut_out_of_is_tried():
    written = {name for name, row in WHO_MAY.items() if row.post and row.may & {"member", "owner"} != set()}
    known = {name.partition(",")[0] for name in (*TO_PLAYS, *TO_GROUPS)} | {"groups:join_group"}
    of_anybody = {name for name in written if {"stranger"} <= WHO_MAY[name].may} - {"plays:game", "player_aids:referee"}
    # Of a deleted group nothing else can be changed.
    assert written - of_anybody - set(OF_A_PERSON) - {"groups:restore_group"} == known


@pytest.mark.long
def test_what_is_one_transaction_is_changed_before_anybody_is_shut_out():
    changes = {name: ("post", *its) for name, its in (TO_GROUPS | TO_PLAYS).items() if of_one_transaction(name)}
    looks = {name: ("get", a_play, what) for name, what in LOOKS.items() if of_one_transaction(name, method="get")}
    wrong = []
    for name, (method, begin, what) in (changes | looks).items():
        play = begin()
        sent = what(play)
        phone, person = first_owner(play)
        meanwhile = After(1, lambda play=play, person=person: removed(play, person))
        with connection.execute_wrapper(meanwhile):
            answer = getattr(phone, method)(*sent)
        if meanwhile.has_happened or answer.status_code not in (200, 302, 422):
            wrong.append((name, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize(
    "name", chosen(overtaken([*TO_GROUPS, *TO_PLAYS]), daily=[*GROUPS_DAILY, *PLAYS_DAILY, "plays:delete"])
)
def test_who_is_removed_changes_nothing_any_more(name):
    begin, what = (TO_GROUPS | TO_PLAYS)[name]
    shut_out_at_every_moment(begin, what, phone_at=first_owner, shut_out=removed)


@pytest.mark.parametrize("name", overtaken(LOOKS, method="get"))
def test_who_is_removed_makes_no_link_to_come_back_by(name):
    shut_out_at_every_moment(a_play, LOOKS[name], phone_at=first_owner, shut_out=removed, method="get")


@pytest.mark.parametrize("name", FROM_GUESTS)
def test_a_guest_whose_link_is_renewed_changes_nothing_any_more(name):
    begin, what = FROM_GUESTS[name]
    shut_out_at_every_moment(begin, what, phone_at=lambda play: (guests_phone(play), None), shut_out=renewed)


def renewed_invitation(play, _person):
    links.renew(play.group.links.get())


def withdrawn_invitation(play, _person):
    # As when a member is removed.
    play.group.links.all().delete()


@pytest.mark.parametrize("shut_out", [renewed_invitation, withdrawn_invitation])
def test_an_invitation_that_is_no_longer_one_makes_nobody_a_member(shut_out):
    def invited(play):
        phone = Client()
        phone.get(reverse("access:link", args=[link_for(Link.Kind.INVITE, group=play.group).key]))
        return phone, None

    shut_out_at_every_moment(a_play, to_group("groups:join_group"), phone_at=invited, shut_out=shut_out)


@pytest.mark.parametrize(
    "name", chosen(overtaken(name for name in TO_PLAYS if name != "plays:delete"), daily=PLAYS_DAILY)
)
def test_nothing_changes_in_a_play_that_was_deleted(name):
    begin, what = TO_PLAYS[name]
    shut_out_at_every_moment(begin, what, phone_at=lambda play: (owners_phone(play), None), shut_out=deleted)


@pytest.mark.postgresql
def test_a_removal_waits_for_a_change_that_has_begun_and_frees_the_seat_it_took(rf):
    play = a_play()
    person = first_owner(play)[1]
    request = rf.get("/")
    request.user = person
    has_begun, is_removed = threading.Event(), threading.Event()

    def take_a_seat():
        with changing_play(play_for, request, play.uuid) as its_play:
            has_begun.set()
            is_removed.wait(0.5)
            seats.take(its_play, [seat_of(play, "Anna")], person=person)

    def remove():
        has_begun.wait()
        removed(play, person)
        is_removed.set()

    together(take_a_seat, remove)
    assert not play.seats.exclude(person=None).exists()
    assert not play.group.members.filter(person=person).exists()


@pytest.mark.postgresql
@pytest.mark.parametrize("name", ["plays:card", "groups:role"])
def test_a_change_that_waits_for_a_removal_to_end_is_none(name):
    play = a_play()
    phone, person = first_owner(play)
    begin, what = {**TO_PLAYS, **TO_GROUPS}[name]
    sent, before = what(play), play.seats.first().saves.count()
    roles = list(play.group.members.exclude(person=person).values_list("role", flat=True))
    is_removing, waits = threading.Event(), threading.Event()

    def until_it_locks(execute, sql, params, many, context):
        if sql.startswith("BEGIN") or "FOR NO KEY UPDATE" in sql or "FOR UPDATE" in sql:
            waits.set()
        return execute(sql, params, many, context)

    def remove():
        with transaction.atomic():
            removed(play, person)
            is_removing.set()
            assert waits.wait(30)

    def change():
        is_removing.wait(30)
        with connection.execute_wrapper(until_it_locks):
            assert phone.post(sent.url, sent.fields).status_code == 404

    together(remove, change)
    assert play.seats.first().saves.count() == before
    assert list(play.group.members.exclude(person=person).values_list("role", flat=True)) == roles
