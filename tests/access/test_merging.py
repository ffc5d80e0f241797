"""Two identities that turn out to be one person: what both belonged to is one's."""

import datetime

import pytest

from companion.access.identity_merging import foreign_keys_to_person, merge
from companion.access.links import link_for
from companion.groups.members import claim_name
from companion.models import (
    ApiKey,
    CardSave,
    Event,
    Link,
    Mark,
    Member,
    NotificationAddress,
    OutsideAccount,
    Passkey,
    Person,
    Play,
    Seat,
)
from companion.models.sheets import add_sheet as take_sheet
from companion.plays.seats import take
from companion.rules.library import sheet
from tests.phones import a_play, count, owner_of, seat_of, together
from tests.photos.samples import photo_of

pytestmark = pytest.mark.postgresql

OWNER, MEMBER = Member.Role.OWNER, Member.Role.MEMBER


@pytest.fixture
def old():
    return Person.objects.create_visitor()


@pytest.fixture
def new():
    return Person.objects.create_visitor()


def test_the_groups_of_both_are_ones(old, new):
    plays = [a_play(owner=old), a_play(owner=new)]
    merge(old, into=new)
    assert {play.group for play in plays} == set(new.groups.all())
    assert not Person.objects.filter(pk=old.pk).exists()


@pytest.mark.parametrize(
    ("olds", "news", "role"),
    [(OWNER, MEMBER, OWNER), (MEMBER, OWNER, OWNER), (MEMBER, MEMBER, MEMBER), (OWNER, OWNER, OWNER)],
)
def test_in_a_group_of_both_the_higher_role_stays(play, old, new, olds, news, role):
    first = play.created_at - datetime.timedelta(days=9)
    play.group.members.create(person=old, role=olds, joined_at=first)
    play.group.members.create(person=new, role=news)
    merge(old, into=new)
    member = play.group.members.get(person=new)
    assert (member.role, member.joined_at) == (role, first)
    assert play.group.members.count() == 2


def test_what_was_played_names_the_one_that_remains(old, new):
    play = a_play(owner=old)
    count(play, anna={"water": 4})
    take(play, [seat_of(play, "Anna")], person=old)
    merge(old, into=new)
    for rows in (Seat.objects.filter(player__name="Anna"), CardSave.objects.all(), Event.objects.all()):
        assert {row.person for row in rows} == {new}


class TestThisIsMe:
    def test_the_name_goes_along(self, play, old, new):
        anna = play.group.players.get(name="Anna")
        claim_name(anna, old)
        merge(old, into=new)
        anna.refresh_from_db()
        assert anna.person == new

    def test_of_two_names_in_a_group_the_one_that_remains_is_kept(self, play, old, new):
        anna, ben, _chris = play.group.players.all()
        claim_name(anna, old)
        claim_name(ben, new)
        merge(old, into=new)
        assert [player.person for player in play.group.players.all()] == [None, new, None]


class TestWaysToComeBack:
    def test_a_printed_way_back_leads_to_the_one_that_remains(self, old, new):
        link = link_for(Link.Kind.RECOVERY, person=old)
        merge(old, into=new)
        assert Link.objects.get(pk=link.pk).person == new

    def test_where_both_had_one_the_other_is_good_for_nothing(self, old, new):
        lost, kept = (link_for(Link.Kind.RECOVERY, person=person) for person in (old, new))
        merge(old, into=new)
        assert not Link.objects.filter(pk=lost.pk).exists()
        assert Link.objects.get(pk=kept.pk).person == new

    def test_passkeys_sign_in_the_one_that_remains(self, old, new):
        Passkey.objects.create(person=old, credential_id="x", public_key=b"")
        merge(old, into=new)
        assert Passkey.objects.get().person == new


def test_others_are_left_alone(old, new):
    play = a_play()
    count(play, anna={"water": 4})
    others = owner_of(play)
    merge(old, into=new)
    assert owner_of(play) == others
    assert CardSave.objects.get().person == others


def test_what_was_merged_already_is_merged(old, new):
    play = a_play(owner=old)
    merge(old, into=new)
    merge(old, into=new)
    assert owner_of(play) == new


@pytest.mark.django_db(transaction=True)
def test_two_that_become_each_other_in_the_same_moment_are_one(old, new):
    for each in (old, new):
        a_play(owner=each)
    together(lambda: merge(old, into=new), lambda: merge(new, into=old))
    one = Person.objects.get()
    assert {owner_of(play) for play in Play.objects.all()} == {one}


def test_nothing_that_can_name_a_person_is_forgotten(old, new):
    """A table that comes to name a person moves along without a line here; what a person has once needs one."""
    play = a_play(owner=old)
    count(play, anna={"water": 4})
    take(play, [seat_of(play, "Anna")], person=old)
    claim_name(play.group.players.get(name="Anna"), old)
    link_for(Link.Kind.RECOVERY, person=old)
    Passkey.objects.create(person=old, credential_id="x", public_key=b"")
    OutsideAccount.objects.create(person=old, subject="anna")
    ApiKey.objects.create(person=old, name="My table", digest="x")
    Mark.objects.create(group=play.group, person=old, game_slug="tuareg", kind=Mark.Kind.LIKED)
    a_play().group.removals.create(person=old)
    take_sheet(play.group, sheet("azul"), slug="azul", person=old)
    play.group.uploads.create(person=old, source="bgstats")
    play.group.exports.create(person=old, kind="plays", language="en")
    NotificationAddress.objects.create(group=play.group, person=old, sealed="x", site="x")
    photo_of(play, person=old)
    play.sent_photos.create(person=old)
    play.seats.filter(person=old).update(former=old)

    def named(person):
        return {
            model.__name__ if name == "person" else f"{name} of {model.__name__}": model.objects.filter(
                **{name: person}
            ).count()
            for model, name in foreign_keys_to_person()
        }

    before = named(old)
    assert before == dict.fromkeys(
        [*("Member", "Player", "Seat", "CardSave", "Event"), *("Link", "Passkey", "Mark", "OutsideAccount", "Removal")]
        + ["ApiKey", "OwnSheet", "SheetVersion", "Upload", "Export", "Photo", "SentPhoto", "former of Seat"]
        + ["NotificationAddress"],
        1,
    )
    merge(old, into=new)
    assert named(new) == before


def test_what_both_like_is_liked_once(old, new):
    group = a_play(owner=old).group
    for person, kind in ((old, "liked"), (new, "liked"), (old, "owned")):
        Mark.objects.create(group=group, person=person, game_slug="tuareg", kind=kind)
    merge(old, into=new)
    assert sorted(Mark.objects.filter(person=new).values_list("kind", flat=True)) == ["liked", "owned"]
