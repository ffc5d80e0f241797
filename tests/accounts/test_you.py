"""You and this phone: how it is known, a name and password to be kept by, signing out, and going for good."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from companion.access import api_keys
from companion.access.links import link_for
from companion.accounts.forms import CredentialsForm
from companion.core.language.texts import isolated
from companion.groups.members import claim_name
from companion.models import (
    CardSave,
    Event,
    Group,
    Link,
    Member,
    Passkey,
    Person,
    Play,
    Player,
    Seat,
    Session,
    digest_of,
)
from companion.plays.seats import take
from tests.lanes import long
from tests.phones import (
    PASSWORD,
    a_play,
    again,
    at,
    count,
    fields_of,
    guests_phone,
    kept,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    text_of,
)

CHOICE = {"name": "Anna", "new_password": PASSWORD, "again": PASSWORD}


def choose(phone, **changes):
    """Send the form with a name and password."""
    return phone.post("/you/password", CHOICE | changes)


def change(phone, **changes):
    """Send it as somebody who has one already."""
    return phone.post("/you/password", {"name": "Anna", "new_password": "", "again": ""} | changes)


def signs_in(name, password=PASSWORD):
    return Client().post("/sign-in", {"username": name, "password": password}).status_code == 302


class TestHowThisPhoneIsKnown:
    def test_to_nobody_it_offers_to_sign_in_and_makes_no_person(self):
        phone = Client()
        page = phone.get("/you")
        assert "We don’t know this phone yet." in text_of(page)
        assert 'href="/sign-in"' in page.content.decode()
        assert not Person.objects.exists()
        assert set(phone.cookies) == {"csrftoken"}

    def test_by_a_cookie_alone(self, phone):
        text = text_of(phone.get("/you"))
        assert "Only this phone knows you." in text
        assert "Choose a name and password" in text

    def test_by_a_name_and_password(self, play, phone):
        kept(owner_of(play))
        phone = owners_phone(play)
        assert "You sign in as Anna." in text_of(phone.get("/you"))

    def test_by_a_passkey(self, play, phone):
        Passkey.objects.create(person=owner_of(play), credential_id="x", public_key=b"")
        text = text_of(phone.get("/you"))
        assert "You sign in with a passkey." in text
        assert "created on" in text

    def test_the_groups_stand_there_with_the_role(self, play, phone):
        others = a_play(names=["Dora", "Emil"])
        others.group.members.create(person=owner_of(play))
        text = text_of(phone.get("/you"))
        assert "Anna, Ben, Chris owner" in text
        assert "Dora, Emil member" in text

    def test_groups_and_passkeys_of_others_do_not(self, play):
        Passkey.objects.create(person=owner_of(play), credential_id="x", public_key=b"")
        page = owners_phone(a_play(names=["Dora", "Emil"])).get("/you")
        assert str(play.group.uuid) not in page.content.decode()
        assert "created on" not in text_of(page)

    def test_home_and_the_members_page_lead_there(self, play, phone):
        for page in ("/", f"/groups/{play.group.uuid}/people"):
            assert 'href="/you"' in phone.get(page).content.decode()


class TestNameAndPassword:
    def test_they_are_kept(self, play, phone):
        assert choose(phone).url == "/you"
        person = owner_of(play)
        assert (person.name, person.check_password(PASSWORD)) == ("Anna", True)
        assert signs_in("Anna")

    def test_this_phone_goes_on_as_before(self, play, phone):
        choose(phone)
        assert phone.get(at("plays:play", play)).status_code == 200
        assert Person.objects.count() == 1

    def test_who_was_nobody_is_somebody_then(self):
        phone = Client()
        choose(phone)
        assert "You sign in as Anna." in text_of(phone.get("/you"))

    @pytest.mark.parametrize(
        "spelling", ["ANNA-MARIE STRASSE", long("anna-marie straße"), "  Ａｎｎａ-Marie   Straße "]
    )
    def test_a_name_is_the_same_however_it_is_spelled(self, phone, spelling):
        choose(phone, name="Anna-Marie Straße")
        assert signs_in(spelling)
        page = choose(Client(), name=spelling)
        assert page.status_code == 422
        assert "This name is taken." in text_of(page)

    @pytest.mark.parametrize(
        "name", ["木曜会 🎲", long("آنا الخميس"), "<script>alert(1)</script>", long("50 % & more"), long("O’Neill")]
    )
    def test_any_words_are_a_name_and_shown_as_they_are(self, phone, name):
        choose(phone, name=name)
        page = phone.get("/you")
        assert f"You sign in as {isolated(name)}." in text_of(page)
        assert b"<script>alert" not in page.content
        assert signs_in(name)

    @pytest.mark.parametrize(("name", "stored"), [("A\0n\u202ena\u200b", "Anna"), (" Anna \n Lena\t", "Anna Lena")])
    def test_what_nobody_sees_is_no_part_of_it(self, play, phone, name, stored):
        choose(phone, name=name)
        assert owner_of(play).name == stored

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("", "Enter a name."),
            long("  \0\u200b ", "Enter a name."),
            ("x" * 300, "This name is longer than 60 characters."),
            ("ﷺ" * 10, "This name is longer than 60 characters."),
            ("Аnna", "This name mixes alphabets whose letters look alike."),
        ],
    )
    def test_none_and_one_that_is_too_long_are_refused(self, play, phone, name, sentence):
        page = choose(phone, name=name)
        assert page.status_code == 422
        assert sentence in text_of(page)
        assert owner_of(play).name is None

    @pytest.mark.parametrize(
        ("password", "sentence"),
        [
            ("", "Enter a password."),
            ("kurz", "This password is too short."),
            ("password", "This password is too common."),
            ("8273645182", "This password is entirely numeric."),
            ("anna-karenina", "The password is too similar to the name."),
        ],
    )
    def test_a_weak_password_is_refused_with_a_sentence(self, play, phone, password, sentence):
        page = choose(phone, name="Anna Karenina", new_password=password, again=password)
        assert page.status_code == 422
        assert sentence in text_of(page)
        assert fields_of(page)["name"] == "Anna Karenina"
        assert not owner_of(play).has_usable_password()

    @pytest.mark.parametrize(
        ("language", "sentence"), [("de", "Dieses Passwort ist zu kurz."), ("ja", "このパスワードは短すぎます。")]
    )
    def test_the_sentence_speaks_the_readers_language(self, phone, language, sentence):
        phone.cookies["language"] = language
        assert sentence in text_of(choose(phone, new_password="kurz", again="kurz"))

    def test_it_is_typed_twice_alike(self, play, phone):
        page = choose(phone, again="eine Handvoll Feigen")
        assert "The passwords don’t match." in text_of(page)
        assert not owner_of(play).has_usable_password()

    def test_no_page_gives_a_password_back(self, phone):
        assert PASSWORD not in choose(phone, name="").content.decode()

    @pytest.mark.postgresql
    @pytest.mark.django_db(transaction=True)
    def test_of_two_who_take_a_name_at_once_one_gets_it(self):
        forms = [CredentialsForm(CHOICE, person=None) for _ in range(2)]
        assert [form.is_valid() for form in forms] == [True, True]
        assert [form.save(Person.objects.create_visitor()) for form in forms] == [True, False]
        assert "taken" in forms[1].errors["name"][0]


class TestChange:
    @pytest.fixture
    def person(self):
        return kept()

    @pytest.fixture
    def phone(self, person):
        return phone_of(person)

    def test_the_name_alone(self, phone):
        assert change(phone, name="Annette").url == "/you"
        assert signs_in("Annette")
        assert not signs_in("Anna")

    def test_the_password(self, phone):
        change(phone, new_password="zwei Handvoll Feigen", again="zwei Handvoll Feigen")
        assert signs_in("Anna", "zwei Handvoll Feigen")
        assert not signs_in("Anna")

    def test_a_name_alone_leaves_the_password_that_another_phone_chooses_in_this_moment(self, person):
        form, late = CredentialsForm({"name": "Annette"}, person=person), Person.objects.get(pk=person.pk)
        late.set_password("zwei Handvoll Feigen")
        late.save()
        assert form.is_valid()
        assert form.save(person)
        assert signs_in("Annette", "zwei Handvoll Feigen")

    def test_it_says_what_a_new_password_means_for_other_phones(self, phone):
        assert "signs you out on all other phones" in text_of(phone.get("/you/password"))
        assert "other phones" not in text_of(Client().get("/you/password"))

    def test_its_own_name_is_not_taken(self, phone):
        assert change(phone, name="anna").status_code == 302

    def test_a_new_password_ends_every_other_session(self, person, phone):
        other = phone_of(person)
        change(phone, new_password="zwei Handvoll Feigen", again="zwei Handvoll Feigen")
        assert "You sign in as Anna." in text_of(phone.get("/you"))
        assert "We don’t know this phone yet." in text_of(other.get("/you"))

    def test_a_new_password_makes_a_printed_way_back_worth_nothing_and_says_so_before(self, person, phone):
        person.memberships.create(group=a_play().group, role="owner")
        sheet = reverse("access:link", args=[link_for(Link.Kind.RECOVERY, person=person).key])
        late = Client()
        late.get(sheet)
        assert "your printed recovery sheet stops working" in text_of(phone.get("/you/password"))
        change(phone, new_password="zwei Handvoll Feigen", again="zwei Handvoll Feigen")
        assert Client().get(sheet).status_code == 404
        assert late.post("/back").status_code == 404
        assert sheet not in phone.get("/you/recovery").content.decode()

    def test_new_password_says_that_api_keys_still_work(self, person, phone):
        change(phone, new_password="zwei Handvoll Feigen", again="zwei Handvoll Feigen")
        assert "API keys still work" not in text_of(phone.get("/you"))
        api_keys.create(person, "A display", uuid=uuid4())
        change(phone, new_password="drei Handvoll Feigen", again="drei Handvoll Feigen")
        assert "Your API keys still work." in text_of(phone.get("/you"))

    def test_another_name_alone_ends_nothing(self, person, phone):
        other, link = phone_of(person), link_for(Link.Kind.RECOVERY, person=person)
        change(phone, name="Annette")
        assert Link.objects.filter(pk=link.pk).exists()
        assert "You sign in as Annette." in text_of(other.get("/you"))

    def test_the_key_of_the_session_is_another_then(self, phone):
        before = phone.session.session_key
        change(phone, new_password="zwei Handvoll Feigen", again="zwei Handvoll Feigen")
        assert phone.session.session_key != before
        assert not Session.objects.filter(session_key=digest_of(before)).exists()


class TestSignOut:
    def test_who_is_known_by_a_cookie_alone_is_warned_and_offered_to_be_kept(self, phone):
        page = phone.get("/sign-out")
        text = text_of(page)
        assert "If you sign out, it’s gone for good." in text
        assert "Anna, Ben, Chris" in text
        assert 'href="/you/password"' in page.content.decode()

    def test_a_printed_way_back_is_remembered(self, play, phone):
        assert "recovery link" not in text_of(phone.get("/sign-out"))
        link_for(Link.Kind.RECOVERY, person=owner_of(play))
        assert "You could only get back in with your printed recovery link." in text_of(phone.get("/sign-out"))

    def test_who_is_kept_is_not(self):
        text = text_of(phone_of(kept()).get("/sign-out"))
        assert "gone for good" not in text
        assert "You can sign in again later." in text

    def test_a_look_signs_nobody_out(self, play, phone):
        phone.get("/sign-out")
        assert phone.get(at("plays:play", play)).status_code == 200

    def test_the_phone_forgets_everything(self, play):
        phone = phone_of(kept(owner_of(play)))
        other = a_play()
        phone.get(f"/t/{link_for(Link.Kind.TABLE, play=other).key}")
        assert phone.post("/sign-out").url == "/"
        assert phone.get(at("plays:play", play)).status_code == 404
        assert phone.get(at("plays:play", other)).status_code == 404
        assert Person.objects.filter(pk=owner_of(play).pk).exists()

    def test_a_browser_is_told_to_clear_what_it_keeps_where_it_heeds_that(self, play):
        for more, heeds in (({"secure": True}, True), ({"HTTP_HOST": "localhost:8000"}, True), ({}, False)):
            phone = phone_of(owner_of(play))
            answer = phone.post("/sign-out", **more)
            # The language that was chosen is in a cookie, and stays.
            assert answer.headers.get("Clear-Site-Data") == ('"cache", "storage"' if heeds else None)

    def test_the_old_session_is_dead(self, play, phone):
        stolen = Client()
        stolen.cookies["caravan"] = phone.cookies["caravan"].value
        assert stolen.get(at("plays:play", play)).status_code == 200
        phone.post("/sign-out")
        assert stolen.get(at("plays:play", play)).status_code == 404

    def test_nobody_has_nothing_to_sign_out_of(self):
        assert Client().get("/sign-out").status_code == Client().post("/sign-out").status_code == 404


class TestDelete:
    def test_it_asks_in_words_that_name_what_goes(self, play):
        person = kept(owner_of(play))
        Passkey.objects.create(person=person, credential_id="x", public_key=b"")
        link_for(Link.Kind.RECOVERY, person=person)
        others = a_play(names=["Dora", "Emil"])
        others.group.members.create(person=person)
        text = text_of(phone_of(person).get("/you/delete"))
        for thing in (
            "the name Anna and its password",
            "all your passkeys",
            "the recovery link",
            "your membership of the group Dora, Emil",
            "the group Anna, Ben, Chris with 1 play, because it has no other members",
            "Plays you had with others stay",
        ):
            assert thing in text

    def test_a_look_deletes_nothing(self, phone):
        phone.get("/you/delete")
        assert Person.objects.count() == Play.objects.count() == 1

    def test_what_was_played_with_others_stays_as_nobodys(self, play, phone):
        friend = Person.objects.create_visitor()
        play.group.members.create(person=friend)
        phone = phone_of(friend)
        anna = seat_of(play, "Anna")
        take(play, [anna], person=friend)
        claim_name(anna.player, friend)
        phone.post(at("plays:card", play, anna.pk, "1"), {"water": "4", "done": "1"})
        assert phone.post("/you/delete").url == "/"
        assert not Person.objects.filter(pk=friend.pk).exists()
        assert [again(play).group.members.count(), CardSave.objects.get().amounts] == [1, {"water": 4}]
        for rows in (Seat.objects.all(), CardSave.objects.all(), Player.objects.all()):
            assert {row.person for row in rows} == {None}

    def test_a_group_of_nobody_else_goes_with_all_in_it(self, play, phone):
        count(play, anna={"water": 4})
        phone.post(at("plays:delete", a_play(owner=owner_of(play), group=play.group)))
        phone.post("/you/delete")
        left = (Person, Group, Member, Play, Player, Seat, CardSave, Event, Link, Session)
        assert [model.objects.count() for model in left] == [0] * len(left)

    def test_the_only_owner_of_a_group_with_others_is_told_what_to_do_first(self, play, phone):
        play.group.members.create(person=Person.objects.create_visitor())
        page = phone.get("/you/delete")
        assert "Make someone else an owner first" in text_of(page)
        assert f"/groups/{play.group.uuid}/people" in page.content.decode()
        assert fields_of(page) == {}
        page = phone.post("/you/delete", follow=True)
        assert "A group needs an owner." in text_of(page)
        assert owner_of(play)

    def test_with_another_owner_one_may_go(self, play, phone):
        play.group.members.create(person=Person.objects.create_visitor(), role=Member.Role.OWNER)
        phone.post("/you/delete")
        assert play.group.members.count() == 1
        assert again(play)

    def test_the_phone_and_every_other_one_are_nobodys_then(self, play, phone):
        other = owners_phone(play)
        phone.post("/you/delete")
        for each in (phone, other):
            assert "We don’t know this phone yet." in text_of(each.get("/you"))
        assert phone.cookies["links"].value == ""

    def test_a_guest_with_nothing_goes_too(self, play):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": seat_of(play, "Anna").pk})
        guest.post("/you/delete")
        assert seat_of(play, "Anna").person is None

    def test_nobody_has_nothing_to_delete(self):
        assert Client().get("/you/delete").status_code == Client().post("/you/delete").status_code == 404
