"""Who belongs to a group: invitations, roles, removing, leaving, and whose name is whose."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.access.links import link_for
from companion.core.refusal import Refusal
from companion.core.streams import wire
from companion.groups import members
from companion.models import Link, Member, Person
from companion.plays.lifecycle import rematch
from tests.phones import (
    DAY,
    HTMX,
    a_play,
    again,
    at,
    form_to,
    forms_of,
    guests_phone,
    key_of,
    link_of,
    open_card,
    owner_of,
    owners_phone,
    phone_of,
    text_of,
)


@pytest.fixture
def group(play):
    return play.group


def in_group(name, group, *args):
    return reverse(name, args=[group.uuid, *args])


def invitation(group):
    return reverse("access:link", args=[link_for(Link.Kind.INVITE, group=group).key])


@pytest.fixture
def told(monkeypatch, django_capture_on_commit_callbacks):
    """Return what gives the kinds of what the streams are told by a change."""
    kinds = []
    monkeypatch.setattr(wire, "is_enabled", lambda: True)
    monkeypatch.setattr(wire, "tell", lambda message: kinds.append(message["kind"]))

    def told_by(change, *args):
        with django_capture_on_commit_callbacks(execute=True):
            change(*args)
        return kinds

    return told_by


def new_member(group, role=Member.Role.MEMBER):
    member = members.join(group, Person.objects.create_visitor())
    members.give_role(member, role)
    return member


class TestInvitation:
    def test_its_page_shows_it_as_a_link_and_a_code_to_every_member(self, group):
        page = phone_of(new_member(group).person).get(in_group("groups:people", group))
        assert invitation(group) in page.content.decode()
        assert 'class="qr"' in page.content.decode()

    def test_opening_it_leads_to_a_page_without_the_key_and_makes_nobody_a_member(self, group):
        phone, people = Client(), Person.objects.count()
        answer = phone.get(invitation(group), follow=True)
        assert answer.redirect_chain == [(in_group("groups:join_group", group), 302)]
        assert link_for(Link.Kind.INVITE, group=group).key not in answer.content.decode()
        assert (group.members.count(), Person.objects.count()) == (1, people)
        assert phone.get(in_group("groups:group", group)).status_code == 404

    def test_its_button_makes_a_member_who_is_then_asked_for_the_name(self, play, group):
        phone = Client()
        phone.get(invitation(group))
        answer = phone.post(in_group("groups:join_group", group), follow=True)
        assert answer.redirect_chain == [(in_group("groups:my_name", group), 302)]
        assert "Anna" in text_of(answer)
        assert group.members.get(role="member")
        assert phone.get(at("plays:play", play)).status_code == 200

    def test_joining_twice_is_joining_once_and_an_owner_stays_one(self, group, phone):
        phone.get(invitation(group))
        for _ in range(2):
            assert phone.post(in_group("groups:join_group", group)).url == in_group("groups:group", group)
        assert [member.role for member in group.members.all()] == ["owner"]

    def test_a_renewed_one_leads_nowhere_also_for_who_has_opened_it_and_not_joined(self, group, phone):
        late, old = Client(), invitation(group)
        late.get(old)
        assert phone.post(in_group("groups:renew_invitation", group)).status_code == 302
        assert late.get(in_group("groups:join_group", group)).status_code == 404
        assert late.post(in_group("groups:join_group", group)).status_code == 404
        assert Client().get(old).status_code == 404
        assert Client().get(invitation(group)).status_code == 302

    def test_one_of_another_group_lets_nobody_in_here(self, group):
        phone = Client()
        phone.get(invitation(a_play().group))
        assert phone.post(in_group("groups:join_group", group)).status_code == 404

    def test_a_table_link_is_none(self, play, group):
        assert guests_phone(play).post(in_group("groups:join_group", group)).status_code == 404

    @pytest.mark.parametrize("cut", [slice(0, -1), slice(1, None), slice(0, 0)])
    def test_a_key_that_was_cut_opens_nothing(self, group, cut):
        key = link_for(Link.Kind.INVITE, group=group).key
        assert Client().get(f"/t/{key[cut]}").status_code == 404
        assert Client().get(f"/t/{key}x").status_code == 404

    def test_too_many_wrong_keys_are_answered_with_a_clear_page_and_right_ones_open_all_the_same(self, group):
        for number in range(30):
            assert Client().get(f"/t/guess{number}").status_code == 404
        answer = Client().get("/t/guess")
        assert answer.status_code == 429
        assert "Please wait 15 minutes" in text_of(answer)
        assert Client().get(invitation(group)).status_code == 302


class TestEndOfAnInvitation:
    """After 30 days it lets nobody in, until it is renewed."""

    @pytest.fixture
    def ended(self, group):
        """The address of one that ended yesterday."""
        place = invitation(group)
        group.links.filter(kind="invite").update(created_at=timezone.now() - datetime.timedelta(days=31))
        return place

    def test_its_page_says_until_when_it_is_good(self, group, phone):
        invitation(group)
        group.links.update(created_at=datetime.datetime(2100, 1, 1, 12, tzinfo=datetime.UTC))
        assert "Valid until 31 Jan 2100." in text_of(phone.get(in_group("groups:people", group)))

    def test_a_phone_that_opens_an_old_one_reads_so(self, group, ended):
        page = Client().get(ended)
        assert page.status_code == 410
        assert "Invitations are valid for 30 days. Ask a group owner for a new one." in text_of(page)

    def test_nobody_joins_by_it_who_had_opened_it_before(self, group):
        phone = Client()
        phone.get(invitation(group))
        group.links.update(created_at=timezone.now() - datetime.timedelta(days=31))
        for answer in (
            phone.get(in_group("groups:join_group", group)),
            phone.post(in_group("groups:join_group", group)),
        ):
            assert answer.status_code == 410
        assert group.members.count() == 1

    def test_it_is_good_on_its_last_day(self, group):
        place = invitation(group)
        group.links.update(created_at=timezone.now() - datetime.timedelta(days=29, hours=23))
        assert Client().get(place).status_code == 302

    def test_the_members_page_shows_it_no_more_and_an_owner_makes_another_one(self, group, phone, ended):
        page = phone.get(in_group("groups:people", group))
        assert "The invitation expired on" in text_of(page)
        assert ended not in page.content.decode()
        phone.post(in_group("groups:renew_invitation", group))
        assert Client().get(invitation(group)).status_code == 302

    def test_a_member_is_told_who_makes_another_one(self, group, ended):
        page = phone_of(new_member(group).person).get(in_group("groups:people", group))
        assert "A group owner can create a new one." in text_of(page)

    def test_a_table_link_has_no_such_end(self, play):
        place = link_of(play)
        play.links.update(created_at=timezone.now() - datetime.timedelta(days=300))
        assert Client().get(place).status_code == 302


class TestMyName:
    def test_a_tapped_name_is_mine_and_its_card_opens_first(self, play, group):
        member = new_member(group)
        phone = phone_of(member.person)
        ben = group.players.get(name="Ben")
        phone.post(in_group("groups:my_name", group), {"player": ben.pk})
        assert members.name_of(member) == "Ben"
        assert open_card(phone.get(at("plays:play", play))) == "Ben"

    def test_the_seat_of_my_name_is_chosen_when_a_phone_comes_to_the_table(self, play, group):
        member = new_member(group)
        members.claim_name(group.players.get(name="Ben"), member.person)
        page = phone_of(member.person).get(at("plays:mine", play)).content.decode()
        assert page.count("checked") == 1
        assert page.index("checked") < page.index("Ben") < page.index("Chris")

    def test_after_it_the_cards_of_no_phone_follow(self, play, group):
        members.claim_name(group.players.get(name="Chris"), owner_of(play))
        phone = owners_phone(play)
        assert open_card(phone.get(at("plays:play", play))) == "Chris"
        place = reverse("plays:card", args=[play.uuid, play.seats.get(player__name="Chris").pk, "1"])
        assert open_card(phone.post(place, {"done": "nothing"}, follow=True)) == "Anna"

    def test_a_phone_that_lost_its_identity_takes_its_name_back(self, group):
        before, now = new_member(group), new_member(group)
        ben = group.players.get(name="Ben")
        for member in (before, now):
            phone_of(member.person).post(in_group("groups:my_name", group), {"player": ben.pk, "anyway": "1"})
        assert (members.name_of(before), members.name_of(now)) == ("", "Ben")

    @pytest.mark.parametrize("page", ["groups:my_name", "groups:claim_player"])
    def test_a_name_of_another_phone_is_asked_for_first_and_that_phone_is_told(self, group, page):
        before, now = new_member(group), new_member(group)
        ben = group.players.get(name="Ben")
        members.claim_name(ben, before.person)
        first, second = phone_of(before.person), phone_of(now.person)
        place = in_group(page, group, *[ben.pk] * (page == "groups:claim_player"))
        asked = second.post(place, {"player": ben.pk, "me": "1"})
        assert asked.status_code == 409
        assert "Ben is linked to another phone." in text_of(asked)
        assert members.name_of(before) == "Ben"
        second.post(place, form_to("", asked) | {"anyway": "1"})
        assert [members.name_of(each) for each in (before, now)] == ["", "Ben"]
        told = "The name Ben is now linked to another phone."
        assert told not in text_of(second.get("/you"))
        assert told in text_of(first.get("/you"))
        assert told not in text_of(first.get("/you"))

    def test_what_is_fetched_to_be_kept_for_later_takes_no_word_from_the_page_that_is_seen(self, group):
        before = new_member(group)
        ben = group.players.get(name="Ben")
        members.claim_name(ben, before.person)
        first = phone_of(before.person)
        members.claim_name(ben, new_member(group).person)
        first.get("/offline", headers={"Sec-Fetch-Dest": "empty"})
        assert "is now linked to another phone" in text_of(first.get("/", headers={"Sec-Fetch-Dest": "document"}))

    def test_a_page_that_a_service_worker_fetches_to_show_it_says_it(self, group):
        before = new_member(group)
        ben = group.players.get(name="Ben")
        members.claim_name(ben, before.person)
        first = phone_of(before.person)
        members.claim_name(ben, new_member(group).person)
        shown = {"Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "navigate"}
        assert "is now linked to another phone" in text_of(first.get("/", headers=shown))

    def test_ones_own_name_is_tapped_again_without_a_question(self, group):
        phone, ben = phone_of(new_member(group).person), group.players.get(name="Ben")
        for _ in range(2):
            assert phone.post(in_group("groups:my_name", group), {"player": ben.pk}).status_code == 302

    def test_one_person_has_one_name_in_a_group(self, group):
        member = new_member(group)
        for name in ("Ben", "Chris"):
            members.claim_name(group.players.get(name=name), member.person)
        assert list(member.person.players.values_list("name", flat=True)) == ["Chris"]

    def test_none_of_these_and_a_name_of_another_group_change_nothing(self, group):
        member = new_member(group)
        foreign = a_play().group.players.first()
        for player in ("", foreign.pk, "x", "9" * 40):
            assert (
                phone_of(member.person).post(in_group("groups:my_name", group), {"player": player}).status_code == 302
            )
        assert not member.person.players.exists()


class TestRoles:
    def test_an_owner_makes_a_member_an_owner_and_back(self, group, phone):
        member = new_member(group)
        for role in ("owner", "member"):
            phone.post(in_group("groups:role", group, member.pk), {role: "1"})
            member.refresh_from_db()
            assert member.role == role

    def test_the_last_owner_stays_one(self, group, phone):
        own = group.members.get()
        answer = phone.post(in_group("groups:role", group, own.pk), {"member": "1"}, follow=True)
        assert "A group needs an owner" in text_of(answer)
        assert group.members.get().role == "owner"

    def test_a_member_sees_no_button_that_is_not_theirs(self, play, group):
        page = phone_of(new_member(group).person).get(in_group("groups:people", group)).content.decode()
        assert "Remove" not in page
        assert "Make an owner" not in page
        assert "Create a new link" not in page
        page = phone_of(new_member(group).person).get(in_group("groups:group", group)).content.decode()
        assert "Name of the group" not in page

    def test_a_member_of_another_group_cannot_be_touched_here(self, group, phone):
        foreign = new_member(a_play().group)
        assert phone.post(in_group("groups:role", group, foreign.pk), {"owner": "1"}).status_code == 404
        assert phone.post(in_group("groups:remove_member", group, foreign.pk)).status_code == 404


class TestRemoving:
    def test_it_asks_first_with_the_name(self, group, phone):
        member = new_member(group)
        members.claim_name(group.players.get(name="Ben"), member.person)
        page = phone.get(in_group("groups:remove_member", group, member.pk))
        assert "Ben’s phone will no longer see this group" in text_of(page)
        assert group.members.count() == 2

    def test_whoever_is_removed_sees_nothing_from_then_on(self, play, group, phone):
        member = new_member(group)
        theirs = phone_of(member.person)
        for place in (link_of(play), link_of(play, Link.Kind.WATCH), invitation(group)):
            theirs.get(place)
        play.seats.filter(player__name="Ben").update(person=member.person)
        phone.post(in_group("groups:remove_member", group, member.pk))
        for place in (
            in_group("groups:group", group),
            at("plays:play", play),
            at("plays:watch", play),
            in_group("groups:join_group", group),
        ):
            assert theirs.get(place).status_code == 404

    def test_an_open_page_of_theirs_is_sent_to_one_that_says_so(self, play, group, phone):
        member = new_member(group)
        theirs = phone_of(member.person)
        asks = at("plays:live", play) + f"?revision={play.revision}&stage=1"
        assert theirs.get(asks).status_code == 204
        phone.post(in_group("groups:remove_member", group, member.pk))
        answer = theirs.get(asks)
        assert (answer.status_code, answer.headers["HX-Redirect"]) == (404, at("plays:play", play))

    def test_links_they_may_have_kept_let_nobody_in(self, play, group, phone):
        kept = [link_of(play), link_of(play, Link.Kind.WATCH), invitation(group)]
        phone.post(in_group("groups:remove_member", group, new_member(group).pk))
        assert {Client().get(place).status_code for place in kept} == {404}

    def test_their_seat_and_name_are_free_and_a_rematch_does_not_bring_them_back(self, play, group):
        member = new_member(group)
        members.claim_name(group.players.get(name="Ben"), member.person)
        play.seats.filter(player__name="Ben").update(person=member.person)
        members.remove(member)
        again = rematch(play, person=owner_of(play), played_on=DAY)
        assert phone_of(member.person).get(at("plays:play", again)).status_code == 404
        assert not member.person.players.exists()

    def test_their_column_is_shown_as_free_on_open_pages_at_once(self, play, group, phone, told):
        member = new_member(group)
        phone_of(member.person).post(at("plays:mine", play), {"seat": play.seats.first().pk})
        shown = again(play).revision
        kinds = told(phone.post, in_group("groups:remove_member", group, member.pk))
        asked = {"revision": shown, "page": "cards", "stage": "1"}
        assert 'data-elsewhere=""' in phone.get(at("plays:live", play), asked, headers=HTMX).content.decode()
        assert kinds == ["shut", "new"]

    def test_what_they_entered_stays(self, play, group, phone):
        member = new_member(group)
        phone_of(member.person).post(
            reverse("plays:card", args=[play.uuid, play.seats.first().pk, "1"]), {"water": "4"}
        )
        members.remove(member)
        assert 'value="4"' in phone.get(at("plays:play", play)).content.decode()

    def test_phones_with_a_seat_stay_at_their_table(self, play, group):
        guest = guests_phone(play)
        guest.post(at("plays:mine", play), {"seat": play.seats.first().pk})
        members.remove(new_member(group))
        assert guest.get(at("plays:play", play)).status_code == 200

    def test_somebody_else_keeps_what_is_theirs(self, group):
        stays, goes = new_member(group), new_member(group)
        members.claim_name(group.players.get(name="Anna"), stays.person)
        members.remove(goes)
        assert members.name_of(stays) == "Anna"


class TestLeaving:
    def test_a_member_leaves_after_saying_yes(self, group):
        phone = phone_of(new_member(group).person)
        assert "You’d need an invitation to come back." in text_of(phone.get(in_group("groups:leave", group)))
        assert phone.post(in_group("groups:leave", group)).url == "/"
        assert phone.get(in_group("groups:group", group)).status_code == 404

    def test_the_only_owner_is_told_the_way_out_instead_of_being_asked(self, group, phone):
        alone = phone.get(in_group("groups:leave", group))
        assert "Invite someone and make them an owner, or delete the group." in text_of(alone)
        assert in_group("groups:delete_group", group) in alone.content.decode()
        other = new_member(group)
        page = phone.get(in_group("groups:leave", group))
        assert "You are the only owner" in text_of(page)
        assert not forms_of(page)
        assert f'href="{in_group("groups:people", group)}">Make someone else an owner' in page.content.decode()
        phone.post(in_group("groups:role", group, other.pk), {"owner": "1"})
        assert "You’d need an invitation to come back." in text_of(phone.get(in_group("groups:leave", group)))

    def test_the_only_owner_does_not(self, group, phone):
        new_member(group)
        answer = phone.post(in_group("groups:leave", group), follow=True)
        assert "Make someone else an owner first" in text_of(answer)
        assert group.members.count() == 2

    def test_one_of_two_owners_does(self, group, phone):
        new_member(group, role=Member.Role.OWNER)
        phone.post(in_group("groups:leave", group))
        assert group.members.count() == 1

    def test_nobody_removes_the_last_owner(self, group):
        with pytest.raises(Refusal):
            members.remove(group.members.get())


class TestTableLinkOfAPlay:
    def test_only_owners_renew_it_and_it_shuts_out_who_came_by_the_old_one(self, play, phone):
        guest, seated = guests_phone(play), guests_phone(play)
        seated.post(at("plays:mine", play), {"seat": play.seats.first().pk})
        old = link_of(play)
        assert phone.post(at("plays:renew_link", play, "table")).url == at("plays:table", play)
        for other in (guest, seated):
            assert other.get(at("plays:play", play)).status_code == 404
        assert Client().get(old).status_code == 404
        assert guests_phone(play).get(at("plays:play", play)).status_code == 200

    def test_a_member_at_the_table_stays_there(self, play, group, phone):
        member = new_member(group)
        play.seats.filter(player__name="Ben").update(person=member.person)
        phone.post(at("plays:renew_link", play, "table"))
        assert play.seats.get(player__name="Ben").person == member.person

    def test_columns_that_become_free_are_shown_on_open_pages_at_once(self, play, phone, told):
        guests_phone(play).post(at("plays:mine", play), {"seat": play.seats.first().pk})
        shown = again(play).revision
        kinds = told(phone.post, at("plays:renew_link", play, "table"))
        asked = {"revision": shown, "page": "cards", "stage": "1"}
        freed = phone.get(at("plays:live", play), asked, headers=HTMX).content.decode()
        assert 'data-elsewhere=""' in freed
        # A page that is sent what is new for all before it asks would hear that nothing has changed.
        assert kinds == ["shut", "new"]

    def test_renewing_it_is_no_news_for_the_sheet_if_no_column_becomes_free(self, play, phone):
        phone.post(at("plays:mine", play), {"seat": play.seats.first().pk})
        shown = again(play).revision
        phone.post(at("plays:renew_link", play, "table"))
        assert again(play).revision == shown

    def test_the_short_code_of_the_old_one_is_gone_with_it(self, play, phone):
        phone.post(at("plays:table_code", play))
        code = play.links.get(kind="table").codes.get().code
        phone.post(at("plays:renew_link", play, "table"))
        assert Client().post("/join", {"code": code}).status_code == 422

    def test_renewing_the_watch_link_leaves_the_table_alone(self, play, phone):
        key = key_of(play)
        phone.post(at("plays:renew_link", play, "watch"))
        assert key_of(play) == key

    def test_there_is_none_of_another_kind(self, play, phone):
        assert phone.post(at("plays:renew_link", play, "invite")).status_code == 404
