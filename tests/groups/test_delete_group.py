"""The end of a group: after its name was typed nobody sees it, its owners can put it back, and then it is gone."""

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.access import recovery, table_codes
from companion.access.links import link_for
from companion.access.views import LEAD_ON
from companion.groups import founding, members, players
from companion.history.marks import set_mark
from companion.models import Group, Link, NotificationAddress, Person, Play, Session, Tries
from companion.models.games import NamedMark
from companion.models.people import UNDO_DELETE_WITHIN
from companion.models.sheets import add_sheet
from companion.plays import lifecycle
from companion.rules.library import sheet
from companion.transfer import staging
from tests.lanes import long
from tests.phones import (
    HTMX,
    a_play,
    at,
    count,
    fields_of,
    finished,
    forms_of,
    guests_phone,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
)
from tests.photos.samples import photo_of

OF_NO_GROUP = {Person, Session, Tries}


def everything_in(group):
    """The rows that point to the group, or to a row that does, and so on, by model."""
    found, new = {}, {Group: {group.pk}}
    while new:
        pointing = {}
        for model in apps.get_app_config("companion").get_models():
            for field in model._meta.get_fields():
                if isinstance(field, models.ForeignKey) and field.related_model in new and model not in OF_NO_GROUP:
                    rows = model.objects.filter(**{f"{field.name}__in": new[field.related_model]})
                    pointing.setdefault(model, set()).update(rows.values_list("pk", flat=True))
        for model, keys in new.items():
            found.setdefault(model, set()).update(keys)
        new = {model: fresh for model, keys in pointing.items() if (fresh := keys - found.get(model, set()))}
    return found


def counts():
    return {model: model.objects.count() for model in apps.get_app_config("companion").get_models()}


def a_full_group() -> Group:
    """A group with something of everything that can be in one."""
    play = finished(cards={"anna": {"water": 4}})
    group, person = play.group, owner_of(play)
    members.join(group, Person.objects.create_visitor())
    members.claim_name(group.players.first(), person)
    players.add(group, "Dora")
    open_play = a_play(owner=person, group=group)
    count(open_play, anna={"water": 2})
    lifecycle.delete(a_play(owner=person, group=group), person=person)
    NotificationAddress.objects.create(group=group, person=person, sealed="x", site="x")
    link_for(Link.Kind.INVITE, group=group)
    link_for(Link.Kind.CALENDAR, group=group)
    link_for(Link.Kind.WATCH, play=open_play)
    link_for(Link.Kind.RESULT, play=play)
    table_codes.show_code(link_for(Link.Kind.TABLE, play=open_play))
    set_mark(group, "tuareg", "owned", person=person, on=True)
    NamedMark.objects.create(player=group.players.last(), game_slug="tuareg", kind="owned")
    staging.begin(group)
    upload = group.uploads.create(person=person, source="x")
    upload.arrivals.create(play=play, key="x", digest="x")
    group.exports.create(person=person, kind="plays", language="en")
    group.aliases.create(source="x", kind="player", key="x", player=group.players.first())
    link_for(Link.Kind.SHEET, sheet=add_sheet(group, sheet("azul"), slug="azul", person=person).sheet)
    photo_of(play)
    play.sent_photos.create(person=person)
    group.removals.create(person=Person.objects.create_visitor())
    phone_of(person).get(reverse("history:group_game", args=[group.uuid, "tuareg"]))
    guests_phone(open_play).post(at("plays:mine", open_play), {"seat": open_play.seats.first().pk})
    return group


def delete(phone, group, name):
    return phone.post(reverse("groups:delete_group", args=[group.uuid]), {"name": name})


def test_nothing_that_pointed_to_the_group_is_left_and_all_else_is():
    other = a_full_group()
    theirs = everything_in(other)
    before = counts()
    people = set(Person.objects.values_list("pk", flat=True))
    group = a_full_group()
    full = everything_in(group)
    assert set(full) == set(counts()) - OF_NO_GROUP - {
        apps.get_model("companion.OutsideAccount"),
        apps.get_model("companion.Passkey"),
        apps.get_model("companion.ApiKey"),
    }
    assert all(full.values())
    founding.delete_for_good(group)
    assert everything_in(other) == theirs
    assert {model: number for model, number in counts().items() if model not in OF_NO_GROUP} == {
        model: number for model, number in before.items() if model not in OF_NO_GROUP
    }
    assert people < set(Person.objects.values_list("pk", flat=True))


def test_it_says_before_and_after_what_goes():
    group = a_full_group()
    phone = phone_of(group.members.get(role="owner").person)
    what = "2 plays, 1 deleted play, 4 players, and 2 members"
    assert what in text_of(phone.get(reverse("groups:delete_group", args=[group.uuid])))
    answer = delete(phone, group, "Anna, Ben, Chris, Dora")
    assert answer.url == "/"
    assert f"“Anna, Ben, Chris, Dora” is deleted: {what}." in text_of(phone.get("/"))


@pytest.mark.parametrize(
    "typed", [long("Thursday game night"), "  thursday  GAME  night ", long("THURSDAY GAME NIGHT\n")]
)
def test_the_name_may_be_typed_as_people_type(play, phone, typed):
    Group.objects.update(name="Thursday game night")
    assert delete(phone, play.group, typed).status_code == 302
    assert Group.objects.get().deleted_at


@pytest.mark.parametrize("typed", ["", "Thursday", "Thursday game nights", long("x" * 5000), long("\0"), long("%")])
def test_any_other_name_deletes_nothing_and_stays_to_be_mended(play, phone, typed):
    Group.objects.update(name="Thursday game night")
    answer = delete(phone, play.group, typed)
    assert answer.status_code == 422
    assert "To confirm, type the group’s name: Thursday game night" in text_of(answer)
    assert fields_of(answer)["name"] == typed.replace("\0", "\ufffd") or "\0" in typed
    assert not Group.objects.get().deleted_at


@pytest.mark.parametrize(("language", "name"), [("en", "Anna, Ben, Chris"), ("ja", "Anna、Ben、Chris")])
def test_without_a_name_it_is_the_one_on_the_page(play, phone, language, name):
    phone.post(reverse("core:set_language"), {"language": language})
    page = text_of(phone.get(reverse("groups:delete_group", args=[play.group.uuid])))
    assert name in page
    assert delete(phone, play.group, name).status_code == 302


@pytest.mark.parametrize("name", ["木曜会 🎲", long("سارة"), long("<b>&amp;</b>"), long("é")])
def test_strange_names_can_be_typed_too(play, phone, name):
    Group.objects.update(name=name)
    assert delete(phone, play.group, name).status_code == 302


def test_a_group_of_hidden_players_alone_still_has_something_to_type(play, phone):
    play.group.players.update(is_hidden=True)
    assert delete(phone, play.group, "").status_code == 422
    assert delete(phone, play.group, "New group").status_code == 302


def test_phones_that_show_its_plays_are_sent_home(play, phone):
    guest = guests_phone(play)
    delete(phone, play.group, "Anna, Ben, Chris")
    for each in (phone, guest):
        answer = each.get(at("plays:live", play), {"page": "cards", "stage": "1"}, headers=HTMX)
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (404, "/")
        assert each.get(at("plays:play", play)).status_code == 404


def test_the_export_is_at_hand_before_it_is_too_late(play, phone):
    page = phone.get(reverse("groups:delete_group", args=[play.group.uuid])).content.decode()
    assert f'href="{reverse("transfer:export_group", args=[play.group.uuid])}"' in page


@pytest.mark.long
def test_it_asks_the_database_as_often_however_much_there_is(django_assert_max_num_queries):
    for number in (1, 12):
        play = a_play()
        for _ in range(number):
            finished(owner=owner_of(play), group=play.group)
        with django_assert_max_num_queries(41):
            founding.delete_for_good(play.group)
    assert not Play.objects.exists()


def test_only_owners_see_the_way_there(play):
    member = phone_of(members.join(play.group, Person.objects.create_visitor()).person)
    address = f"/groups/{play.group.uuid}/settings"
    ours = ["transfer:imports", "groups:delete_group"]
    for phone, sees in ((owners_phone(play), True), (member, False)):
        page = phone.get(address).content.decode()
        assert [reverse(name, args=[play.group.uuid]) in page for name in ours] == [sees] * 2
        assert reverse("transfer:take_along", args=[play.group.uuid]) in page
        assert reverse("groups:players", args=[play.group.uuid]) in page
        assert reverse("groups:group_settings", args=[play.group.uuid]) in page


def test_a_code_of_a_table_leads_nowhere_any_more(play, phone):
    code = table_codes.show_code(link_for(Link.Kind.TABLE, play=play)).code
    assert table_codes.link_of_code(code)
    delete(phone, play.group, "Anna, Ben, Chris")
    assert table_codes.link_of_code(code) is None


class TestPuttingBack:
    @staticmethod
    def put_back(phone, group):
        return phone.post(reverse("groups:restore_group", args=[group.uuid]))

    def test_all_is_as_before(self):
        group = a_full_group()
        phone = phone_of(group.members.get(role="owner").person)
        before = everything_in(group)
        delete(phone, group, str(group))
        assert self.put_back(phone, group).url == f"/groups/{group.uuid}/"
        assert everything_in(group) == before
        assert "The group has been restored" in text_of(phone.get(f"/groups/{group.uuid}/"))

    def test_the_message_and_the_first_page_have_the_button(self, play, phone):
        delete(phone, play.group, "Anna, Ben, Chris")
        place = reverse("groups:restore_group", args=[play.group.uuid])
        page = phone.get("/")
        assert [form["action"] for form in forms_of(page)].count(place) == 2
        assert "Deleted groups Anna, Ben, Chris deleted on" in text_of(phone.get("/"))
        self.put_back(phone, play.group)
        assert "Deleted" not in text_of(phone.get("/"))

    def test_another_owner_may_and_nobody_else(self, play, phone):
        owner, member = (members.join(play.group, Person.objects.create_visitor()) for _ in range(2))
        members.give_role(owner, "owner")
        delete(phone, play.group, "Anna, Ben, Chris")
        for other in (phone_of(member.person), guests_phone(play), owners_phone(a_play())):
            assert "Undo" not in text_of(other.get("/"))
            assert self.put_back(other, play.group).status_code == 404
        assert self.put_back(phone_of(owner.person), play.group).status_code == 302
        assert phone.get(f"/groups/{play.group.uuid}/").status_code == 200

    def test_what_is_not_deleted_is_not_put_back(self, play, phone):
        assert self.put_back(phone, play.group).status_code == 404

    def test_after_30_days_nobody_can(self, play, phone):
        delete(phone, play.group, "Anna, Ben, Chris")
        Group.objects.update(deleted_at=timezone.now() - UNDO_DELETE_WITHIN)
        assert "Undo" not in text_of(phone.get("/")).partition("Deleted")[2]
        assert self.put_back(phone, play.group).status_code == 404

    def test_deleting_it_twice_deletes_it_once(self, play, phone):
        delete(phone, play.group, "Anna, Ben, Chris")
        first = Group.objects.get().deleted_at
        founding.delete(play.group)
        assert Group.objects.get().deleted_at == first


class TestNobodySeesADeletedGroup:
    @pytest.fixture
    def gone(self):
        """A group that was deleted, with all its links, and somebody whose only group it was."""
        group = a_full_group()
        founding.delete(group)
        return group

    def test_no_link_leads_there(self, gone):
        links = Link.objects.all()
        assert {link.kind for link in links} == set(Link.Kind) - set(recovery.KINDS)
        places = [reverse("access:link", args=[link.key]) for link in links]
        places += [reverse(LEAD_ON[link.kind], args=[link.key]) for link in links if link.kind in LEAD_ON]
        places += [
            reverse("results:shared_picture", args=[link.key, "wide"]) for link in links if link.kind == "result"
        ]
        assert {place: Client().get(place).status_code for place in places} == dict.fromkeys(places, 404)
        founding.restore(gone)
        assert not {place for place in places if Client().get(place).status_code not in (200, 302)}

    def test_an_invitation_that_was_opened_before_makes_nobody_a_member(self, play, phone):
        guest = Client()
        guest.get(reverse("access:link", args=[link_for(Link.Kind.INVITE, group=play.group).key]))
        place = reverse("groups:join_group", args=[play.group.uuid])
        assert guest.get(place).status_code == 200
        delete(phone, play.group, "Anna, Ben, Chris")
        assert (guest.get(place).status_code, guest.post(place).status_code) == (404, 404)

    def test_no_page_names_it_or_its_plays(self, gone):
        phone = phone_of(gone.members.get(role="owner").person)
        for path in ("/you", "/games/tuareg", "/you/delete"):
            assert f"/groups/{gone.uuid}" not in phone.get(path).content.decode(), path
        page = phone.get("/").content.decode()
        assert not any(str(play.uuid) in page for play in gone.plays.all())

    def test_no_play_is_started_in_it(self, gone):
        phone = phone_of(gone.members.get(role="owner").person)
        sent = {"group": str(gone.uuid), "player": ["Anna", "Ben"], "played_on": "2020-11-20", "points_water": 6}
        before = gone.plays.count()
        phone.post("/games/tuareg", sent)
        assert gone.plays.count() == before

    @pytest.mark.long
    def test_who_owns_no_other_group_has_no_recovery_sheet(self, gone):
        phone = phone_of(gone.members.get(role="owner").person)
        assert phone.get(reverse("accounts:recovery")).status_code == 404
        founding.restore(gone)
        assert phone.get(reverse("accounts:recovery")).status_code == 200


class TestWhoDeletesThemselves:
    def test_a_deleted_group_that_nobody_else_owns_goes_with_them_for_good(self, play, phone):
        members.join(play.group, Person.objects.create_visitor())
        delete(phone, play.group, "Anna, Ben, Chris")
        text = text_of(phone.get(reverse("accounts:delete_person")))
        assert "the deleted group Anna, Ben, Chris, because nobody else could restore it" in text
        phone.post(reverse("accounts:delete_person"))
        assert not Group.objects.exists()

    def test_one_that_another_owner_has_stays_for_them_to_put_back(self, play, phone):
        other = members.join(play.group, Person.objects.create_visitor())
        members.give_role(other, "owner")
        delete(phone, play.group, "Anna, Ben, Chris")
        assert "the deleted group" not in text_of(phone.get(reverse("accounts:delete_person")))
        phone.post(reverse("accounts:delete_person"))
        assert TestPuttingBack.put_back(phone_of(other.person), play.group).status_code == 302
