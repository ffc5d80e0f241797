"""`manage.py tidy`: what nobody needs any more is told, and deleted only where that is wanted."""

import datetime

import pytest
from django.utils import timezone

from companion.access.links import link_for
from companion.groups.founding import delete, ensure_players
from companion.management.tidying import OLD
from companion.models import Group, Link, Mark, Member, Passkey, Person, Play, Session, TableCode, Tries
from companion.models.people import UNDO_DELETE_WITHIN
from tests.commands import printed_by
from tests.phones import a_play, an_empty_group, count, owner_of, owners_phone, phone_of

pytestmark = pytest.mark.django_db
NOTHING = (
    "Deleted groups: 0\nEmpty groups: 0\nEmpty identities: 0\nPhotos past their restore period: 0\n"
    "Expired sessions: 0\nExpired counts of attempts: 0\nUploaded files that were never imported: 0\n"
    "Expired table codes: 0\nExpired export files: 0\nOld background tasks: 0\nPlays of interrupted imports: 0\n"
    "Image files without a photo: 0\n"
)


def tidy(*arguments):
    """What was printed."""
    return printed_by("tidy", *arguments)


def long_ago(model, *names):
    """Let all rows be from before the time for which something empty is kept."""
    then = timezone.now() - OLD - datetime.timedelta(days=1)
    model.objects.update(**dict.fromkeys(names, then))


def all_are_old():
    for model in (Person, Group):
        long_ago(model, "created_at")


class TestLooking:
    def test_where_there_is_nothing_it_says_so(self):
        assert tidy() == tidy("--write") == NOTHING

    def test_it_tells_how_many_and_changes_nothing(self):
        an_empty_group()
        Person.objects.create_visitor()
        all_are_old()
        told = tidy()
        assert told.startswith("Deleted groups: 0\nEmpty groups: 1\nEmpty identities: 2\n")
        assert told.endswith("Nothing was deleted. To delete them, add --write.\n")
        assert (Group.objects.count(), Person.objects.count()) == (1, 2)


class TestEmptyIdentities:
    def test_an_old_one_goes(self):
        Person.objects.create_visitor()
        all_are_old()
        assert "Empty identities: 1" in tidy("--write")
        assert not Person.objects.exists()

    @pytest.mark.long
    def test_many_go(self, monkeypatch):
        monkeypatch.setattr("companion.management.tidying.BATCH", 2)
        for _ in range(5):
            Person.objects.create_visitor()
        all_are_old()
        assert "Empty identities: 5" in tidy("--write")
        assert not Person.objects.exists()

    def test_a_new_one_stays(self):
        Person.objects.create_visitor()
        assert tidy("--write") == NOTHING
        assert Person.objects.exists()

    def test_one_that_can_come_back_stays(self):
        Person.objects.create(name="Anna")
        Passkey.objects.create(person=Person.objects.create_visitor(), credential_id="1", public_key=b"")
        link_for(Link.Kind.RECOVERY, person=Person.objects.create_visitor())
        all_are_old()
        assert tidy("--write") == NOTHING
        assert Person.objects.count() == 3

    def test_one_that_ever_did_something_stays_in_the_trail(self):
        play = a_play()
        count(play, anna={"water": 1})
        owner = owner_of(play)
        play.group.members.all().delete()
        all_are_old()
        tidy("--write")
        assert play.events.get().person == owner

    def test_a_phone_whose_identity_went_becomes_another_one_with_its_next_change(self):
        phone = phone_of(Person.objects.create_visitor())
        all_are_old()
        tidy("--write")
        assert phone.get("/").status_code == 200
        assert not Person.objects.exists()


class TestEmptyGroups:
    def test_an_old_one_goes_and_with_it_whoever_was_alone_in_it(self):
        an_empty_group()
        all_are_old()
        assert tidy("--write").startswith("Deleted groups: 0\nEmpty groups: 1\nEmpty identities: 1\n")
        assert not Group.objects.exists() and not Person.objects.exists()

    def test_a_new_one_stays(self):
        an_empty_group()
        assert tidy("--write") == NOTHING
        assert Group.objects.exists()

    def test_one_with_anything_in_it_stays(self):
        deleted = a_play()
        owners_phone(deleted).post(f"/plays/{deleted.uuid}/delete")
        ensure_players(an_empty_group(), ["Anna"])
        two = an_empty_group()
        Member.objects.create(group=two, person=Person.objects.create_visitor())
        marked = an_empty_group()
        Mark.objects.create(group=marked, person=marked.members.get().person, game_slug="x", kind="owned")
        all_are_old()
        groups, people = Group.objects.count(), Person.objects.count()
        assert tidy("--write").startswith("Deleted groups: 0\nEmpty groups: 0\nEmpty identities: 0\n")
        assert (Group.objects.count(), Person.objects.count()) == (groups, people) == (4, 5)
        assert Play.objects.get().deleted_at


class TestDeletedGroups:
    def test_one_goes_for_good_once_nobody_can_put_it_back(self):
        play = a_play()
        delete(play.group)
        assert tidy("--write") == NOTHING
        Group.objects.update(deleted_at=timezone.now() - UNDO_DELETE_WITHIN)
        assert "Deleted groups: 1" in tidy("--write")
        assert not Group.objects.exists() and not Play.objects.exists()


class TestWhatHasRunOut:
    def test_sessions_tries_and_codes_that_count_no_longer_go_and_others_stay(self):
        for number in range(2):
            phone_of(Person.objects.create(name=f"Anna {number}"))
            Tries.objects.create(key=str(number))
            TableCode.objects.create(code=str(number), link=link_for(Link.Kind.TABLE, play=a_play()))
        long_ago(Session, "expire_date")
        long_ago(Tries, "started_at")
        long_ago(TableCode, "created_at")
        phone_of(Person.objects.get(name="Anna 0"))
        Tries.objects.create(key="new")
        TableCode.objects.create(code="new", link=Link.objects.first())
        told = tidy("--write")
        assert (
            "Expired sessions: 2\nExpired counts of attempts: 2\nUploaded files that were never imported: 0\n" in told
        )
        assert "\nExpired table codes: 2\n" in told
        assert told.endswith("All were deleted.\n")
        assert (Session.objects.count(), Tries.objects.count(), TableCode.objects.count()) == (1, 1, 1)
