"""Whatever was ever stored of a group can be read: every page and every action works on a play with all of it."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import NoReverseMatch, reverse

from companion.collection.maker import create_sheet
from companion.groups import players
from companion.models import Arrival, Event, Player, Upload
from companion.models.event_details import BY, names_in
from companion.plays import lifecycle, seats
from companion.rules.library import LIBRARY
from companion.transfer.caravan.writer import plays_as_json
from tests.api.test_api import OPENAPI, ask, key_for, said
from tests.api.test_api import at as api_address
from tests.event_shapes import SHAPES, is_known
from tests.phones import (
    a_play,
    again,
    an_empty_group,
    at,
    count,
    finished,
    owner_of,
    owners_phone,
    phone_of,
    seat_of,
    send_plays,
    text_of,
)
from tests.transfer.test_complete_export import BEANS, end, play_of, totals
from tests.urls import every_url

Kind = Event.Kind


def store_every_event(play):
    anna = seat_of(play, "Anna").pk
    for kind, details in SHAPES:
        details = {**details, "seat": anna} if details.get("seat") == "seat" else details
        Event.objects.create(play=play, kind=kind, details=details, person=owner_of(play))


@pytest.fixture(params=["open", "finished", "stopped"])
def stored(request):
    """A play in each state to which everything has happened that is ever noted."""
    play = finished(cards={"anna": {"water": 4}}) if request.param == "finished" else a_play()
    if request.param == "stopped":
        lifecycle.stop(play, person=owner_of(play))
    Player.objects.create(group=play.group, name="Anne")
    store_every_event(play)
    play.group.options = {"tuareg": {"points_water": 7, "gone": 1}, "a-game-of-another-version": {"x": 1}}
    play.group.save()
    return again(play)


def player_of(play, name):
    return play.group.players.get(name=name)


def details_of(play):
    return [event.details for event in play.events.all()]


def read_everything(play):
    """Read every page and every API address of the play and its group; one that fails raises here."""
    read_all_pages(play)
    read_the_api(play)


def read_the_api(play):
    """Ask for every address of the API; each answer is as its documentation says."""
    key = key_for(owner_of(play))
    for path in OPENAPI["paths"]:
        answer = ask(key, api_address(path, play))
        assert answer.status_code == 200, path
        said(path, answer)


def read_all_pages(play):
    """Ask for every page of the play and its group, as a browser does; a page that fails raises here."""
    seen = pages_read(play, play.uuid) + pages_read(play, play.group.uuid)
    assert {"plays:trail", "groups:group", "transfer:export_group", "history:history"} <= set(seen)


def pages_read(play, uuid) -> list[str]:
    """Ask for every page with this id, which is of the play or its group; the names of those that were shown."""
    phone, seen = owners_phone(play), []
    for name in {url.name for url in every_url()}:
        try:
            address = reverse(name, args=[uuid])
        except NoReverseMatch:
            continue
        answer = phone.get(address)
        assert answer.status_code < 500, name
        seen += [name] if answer.status_code == 200 else []
        if answer.status_code == 200 and answer.streaming and name != "plays:stream":
            b"".join(answer.streaming_content)
    return seen


class TestEveryPage:
    def test_every_page_can_be_read(self, stored):
        read_all_pages(stored)

    def test_every_address_of_the_api_answers_as_documented(self, stored):
        read_the_api(stored)

    def test_change_history_tells_every_event(self, stored):
        phone = owners_phone(stored)
        pages = [phone.get(at("plays:trail", stored), {"page": page}).context["happenings"] for page in (1, 2)]
        told = [each["text"] for page in pages for each in page]
        assert "Anna joined team 2" in told
        assert "Anna left their team" in told
        assert "Ana was renamed to Anna" in told
        assert len(told) >= len(SHAPES)


class TestEveryAction:
    def test_rename_changes_the_name_in_every_event_and_nothing_else(self, stored):
        players.rename(player_of(stored, "Anna"), "Zoë")
        assert "Anna" not in json.dumps(details_of(stored), ensure_ascii=False)
        teams = [each for each in details_of(stored) if each.get("what") == "team"]
        assert sorted((each["was"], each["team"]) for each in teams) == [(0, 1), (1, 2), (2, 0)]
        read_everything(stored)

    def test_merge_changes_the_name_in_every_event(self, stored):
        players.merge(player_of(stored, "Anna"), player_of(stored, "Anne"))
        assert "Anna" not in json.dumps(details_of(stored))
        read_everything(stored)

    def test_make_anonymous_takes_every_name_out(self, stored):
        players.make_anonymous(player_of(stored, "Anna"))
        text = json.dumps(details_of(stored))
        assert "Anna" not in text
        assert '"Ana"' not in text
        read_everything(stored)

    def test_a_team_that_was_changed_at_the_table_leaves_names_changeable(self):
        play = a_play(game="tichu", names=("Anna", "Ben", "Chris", "Dora"))
        play.seats.update(team=1)
        play.seats.filter(position__gte=2).update(team=2)
        seats.change_team(again(play), seat_of(play, "Anna"), 2, person=owner_of(play))
        for action in (lambda each: players.rename(each, "Zoë"), players.make_anonymous):
            action(play.group.players.first())
        assert "Anna" not in json.dumps(details_of(play))

    def test_options_that_somebody_changed_elsewhere_are_put_back(self):
        play = a_play()
        changed = {"points_water": [7, 6], BY: "Anna"}
        event = Event.objects.create(play=play, kind=Kind.OPTIONS, details=changed)
        lifecycle.put_back_options(again(play), event, newest=event.pk, person=owner_of(play))
        assert again(play).options["points_water"] == 7

    def test_delete_and_restore(self, stored):
        lifecycle.delete(stored, person=owner_of(stored))
        lifecycle.restore(again(stored), person=owner_of(stored))
        read_everything(again(stored))

    def test_export_comes_into_another_group(self, stored):
        file = "".join(plays_as_json(stored.group)).encode()
        group = an_empty_group()
        answer = send_plays(phone_of(group.members.get().person), group, file)
        assert answer.status_code == 302, text_of(answer)
        play = group.plays.get()
        play.group = group
        read_everything(play)

    def test_rescore_reads_it(self, stored):
        with pytest.raises(SystemExit) as end:
            call_command("rescore", "--write", stdout=StringIO())
        assert end.value.code == 0
        read_everything(again(stored))


def of_another_kind(kind):
    """A finished play of another kind than one of points in stages, to which everything has happened."""
    first = a_play()
    group, person, phone = first.group, owner_of(first), owners_phone(first)
    if kind == "rounds of an own sheet":
        sheet = {**BEANS, "rounds": {"number": 2}}
        del sheet["ties"]
        play = play_of(group, create_sheet(group, sheet, person=person).newest.game, "Anna", "Ben")
        for number in "12":
            count(play, stage=number, anna={"corn": 3}, ben={"corn": 2})
            lifecycle.close_stage(again(play), again(play).game.stage(number), person=person)
        lifecycle.finish(again(play), person=person)
    elif kind == "together":
        play = end(play_of(group, LIBRARY["the-crew"], "Anna", "Ben"))
    elif kind == "teams":
        play = play_of(group, LIBRARY["tichu"], "Anna", "Ben", "Chris", "Dora", teams=[1, 2, 1, 2])
        play = end(play, anna={"cards": 60}, ben={"cards": 40})
    else:
        how = {"total-0": "31", "total-1": "31", "won-1": "1"} if kind == "totals with a crown" else {}
        how = how or {"total-0": "2", "total-1": "1", "known": "places"}
        totals(phone, group, "Heat", "most", **how)
        play = group.plays.latest("pk")
    assert again(play).is_finished
    Player.objects.create(group=group, name="Anne")
    store_every_event(play)
    return again(play)


KINDS = ["rounds of an own sheet", "together", "teams", "totals with a crown", "places"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_play_can_be_read_renamed_and_brought_into_another_group(kind):
    play = of_another_kind(kind)
    play.group.options = {"tuareg": {"points_water": 7, "gone": 1}, play.game_slug: {"gone": True}}
    play.group.save()
    read_everything(play)
    players.rename(player_of(play, "Anna"), "Zoë")
    assert "Anna" not in json.dumps(details_of(play), ensure_ascii=False)
    file = "".join(plays_as_json(play.group)).encode()
    group = an_empty_group()
    answer = send_plays(phone_of(group.members.get().person), group, file)
    assert answer.status_code == 302, text_of(answer)
    brought = group.plays.get(state="finished")
    assert [(str(seat), seat.points, seat.is_winner) for seat in brought.seats.all()] == [
        (str(seat), seat.points, seat.is_winner) for seat in again(play).seats.all()
    ]


@pytest.mark.django_db(transaction=True)
def test_dump_and_load_keep_it_readable(tmp_path):
    play = finished(cards={"anna": {"water": 4}})
    store_every_event(play)
    before, file = details_of(play), tmp_path / "caravan.dump"
    call_command("dump", str(file), stdout=StringIO())
    call_command("flush", interactive=False, verbosity=0)
    call_command("load", str(file), stdout=StringIO())
    assert details_of(again(play)) == before
    read_everything(again(play))


class TestRoundsThatWereReopened:
    """Rounds after the one that was reopened are not played any more, and what happened in them is still known."""

    @pytest.fixture
    def reopened(self):
        play = a_play(game="6-nimmt", names=("Anna", "Ben"))
        for number in "123":
            count(play, stage=number, anna={"heads": 3}, ben={"heads": 2})
            lifecycle.close_stage(again(play), again(play).game.stage(number), person=owner_of(play))
        lifecycle.reopen_stage(again(play), again(play).game.stage("1"), person=owner_of(play))
        return again(play)

    def test_every_page_can_be_read(self, reopened):
        read_everything(reopened)

    def test_change_history_names_the_later_rounds(self, reopened):
        text = text_of(owners_phone(reopened).get(at("plays:trail", reopened)))
        assert "Round 3 scored" in text
        assert "Ben, round 3: bull heads 2" in text

    def test_a_figure_of_a_later_round_is_not_put_back(self, reopened):
        row = seat_of(reopened, "Ben").saves.get(stage="3")
        answer = owners_phone(reopened).post(at("plays:put_back", reopened, row.pk), {"revision": row.revision})
        assert answer.status_code == 404


class TestPlaysKeptFromBeforeAFileChangedThem:
    def test_names_change_there_too(self, stored):
        upload = Upload.objects.create(group=stored.group, source="bgstats")
        former = {"upload": upload.pk, "digest": "", "sheet": None, "play": {"seats": [{"player": "Anna"}]}}
        Arrival.objects.create(play=stored, upload=upload, key="1", digest="x", before=[former])
        players.make_anonymous(player_of(stored, "Anna"))
        [kept] = Arrival.objects.get().before
        assert kept["play"]["seats"][0]["player"] != "Anna"


def test_every_kind_of_event_has_a_shape():
    assert {kind for kind, _details in SHAPES} == set(Kind)


@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("new", {}),
        (Kind.FINISH, {"reason": "rain"}),
        (Kind.CLOSE, {}),
        (Kind.SEATS, {"what": "swap", "seat": 1, "player": "Anna"}),
        (Kind.NOTES, {"weather": ["", "rain"]}),
    ],
)
def test_an_event_that_no_shape_has_is_noticed(kind, details):
    assert not is_known(kind, details)


def test_names_in_an_event_are_texts_alone():
    team = Event(kind=Kind.SEATS, details={"what": "team", "player": "Anna", "was": 1, "team": 2})
    named = Event(kind=Kind.SEATS, details={"what": "rename", "player": "Anna", "was": "Ana"})
    assert names_in(team) == {"player": "Anna"}
    assert names_in(named) == {"player": "Anna", "was": "Ana"}
    assert names_in(Event(kind=Kind.NOTES, details={"place": ["", "Anna"]})) == {}
