"""A group's own file is complete: brought into another group it gives the same plays, games, history and file again."""

import json
from io import BytesIO

import jsonschema
import pytest
from django.urls import reverse

from companion.cards.scorepad import Scorepad
from companion.files.exporting import plays_as_json
from companion.files.importing import import_plays
from companion.groups import founding, players
from companion.models import Event, Holdings, Person, Play
from companion.models.sheets import games_on_shelf, newest_versions
from companion.plays import lifecycle, seats
from companion.plays.trail import Trail
from companion.refusal import Refusal
from companion.rules import GAMES
from companion.rules.library import WithLibrary
from companion.rules.scoring.schema import play_schema
from companion.shelf.making import keep, make
from tests.files.test_export_and_import import as_file, without_results
from tests.phones import (
    THREE,
    a_play,
    again,
    an_empty_group,
    at,
    closed,
    count,
    finished,
    owner_of,
    owners_phone,
    seat_of,
)
from tests.photos.samples import a_photo

BEANS = {
    "format": "caravan.sheet/1",
    "title": "Bean field",
    "players": [2, 5],
    "rows": [{"key": "corn", "label": "corn", "kind": "count", "worth": 2}],
    "ties": [{"asked": "coins", "label": "coins"}],
}
MORE_BEANS = {**BEANS, "rows": [*BEANS["rows"], {"key": "weeds", "label": "weeds", "kind": "penalty", "worth": 1}]}


def play_of(group, game, *names, version=None, teams=()):
    person = group.members.get(role="owner").person
    about = {"options": {}, "played_on": "2026-11-20", "teams": teams, "version": version}
    return again(lifecycle.start(game, person=person, group=group, names=list(names), **about))


def end(play, **cards):
    """Count all of a play of one stage or round, and finish it."""
    stage, person = play.game.stages[0], owner_of(play)
    count(play, stage=stage.key, **cards)
    lifecycle.close_stage(again(play), stage, person=person, anyway=True)
    if again(play).game.rounds:
        Play.objects.filter(pk=play.pk).update(rounds_over=True)
    lifecycle.finish(again(play), person=person)
    return again(play)


def totals(phone, group, title, wins, **fields):
    about = {"title": title, "played_on": "2026-11-18", "wins": wins, "player-0": "Anna", "player-1": "Bea", **fields}
    assert phone.post(reverse("totals", args=[group.uuid]), about).status_code == 302


@pytest.fixture
def group():
    """A group with every kind of play."""
    first = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}}, options={"points_water": 7})
    group, person, phone = first.group, owner_of(first), owners_phone(first)
    Play.objects.filter(pk=first.pk).update(place="at home", notes="Rain\n=1+1", minutes=45)
    # Each game with a module, open and counted in part; the solo game is lost.
    for slug in GAMES:
        a_play(game=slug, group=group, owner=person, names=THREE[: GAMES[slug].seats[0]])
    lost = a_play(game="five-tribes-solo", group=group, owner=person, names=["Anna"])
    end(lost, anna={"viziers": 1, "council": 2, "gold": 9})
    lifecycle.stop(a_play(group=group, owner=person), person=person)
    closed(group=group, owner=person, cards={"chris": {"salt": 3}})
    # Of the library: alone, in teams and rounds, together.
    tichu = play_of(group, WithLibrary(GAMES)["tichu"], "Anna", "Ben", "Chris", "Dora", teams=[1, 2, 1, 2])
    seats.change_team(again(tichu), seat_of(tichu, "Dora"), 1, person=person)
    seats.change_team(again(tichu), seat_of(tichu, "Dora"), 2, person=person)
    count(tichu, stage="1", anna={"cards": 60}, ben={"cards": 40})
    lifecycle.close_stage(again(tichu), again(tichu).game.stage("1"), person=person, anyway=True)
    end(play_of(group, WithLibrary(GAMES)["the-crew"], "Anna", "Ben"))
    end(play_of(group, WithLibrary(GAMES)["6-nimmt"], "Anna", "Ben"), anna={"heads": 3}, ben={"heads": 12})
    # Of the group's own, by two versions, with a tie that is broken; and one that was never played.
    own = make(group, BEANS, person=person)
    end(play_of(group, own.newest.game, "Anna", "Ben"), anna={"corn": 3, "coins": 1}, ben={"corn": 3, "coins": 2})
    keep(own, MORE_BEANS, person=person)
    end(play_of(group, own.newest.game, "Ben", "Chris"), ben={"corn": 3, "weeds": 2}, chris={"corn": 3})
    make(group, {**BEANS, "title": "Never played"}, person=person, is_hidden=True)
    totals(phone, group, "Jass", "most", **{"total-0": "157", "total-1": "-12"})
    totals(phone, group, "Golf", "fewest", **{"total-0": "72", "total-1": "70"})
    totals(phone, group, "Chess by the lake", "winner", **{"won-1": "1"})
    totals(phone, group, "", "most", of="tuareg", **{"total-0": "30", "total-1": "28"})
    # One was corrected, and somebody came and went.
    corrected = closed(group=group, owner=person, cards={"anna": {"water": 3}}, second={"ben": {"gold": 2}}, stages=2)
    count(corrected, anna={"water": 2})
    lifecycle.finish(again(corrected), person=person)
    lifecycle.save_notes(again(corrected), was={"notes": ""}, now={"notes": "Clara counted wrong"}, person=person)
    late = a_play(group=group, owner=person)
    seats.add(again(late), "Emil", person=person)
    seats.rename(again(late), seat_of(late, "Emil"), "Emily", person=person)
    lifecycle.change_options(again(late), {**late.game.options_with({}), "points_gold": 9}, person=person)
    photo = {"photo": [a_photo()], "caption": "All of us"}
    assert phone.post(at("add_photos", first), photo).status_code == 302
    played_again_by_row(group)
    more_totals(phone, group)
    return group


def played_again_by_row(group):
    """Start a play that is counted row by row, with somebody who begins and a chosen colour, and its rematch."""
    about = {"options": {}, "played_on": "2026-11-21", "by_row": True, "first": "Gil", "colours": [0, 7]}
    person = group.members.get(role="owner").person
    play = lifecycle.start(GAMES["tuareg"], person=person, group=group, names=["Anna", "Gil"], **about)
    lifecycle.rematch(again(play), person=person, played_on="2026-11-22")


def more_totals(phone, group):
    """Keep totals with decimals and with a tie that was broken, places, and a play that nobody won."""
    third = {"player-2": "Chris", "total-2": "12"}
    totals(phone, group, "Darts", "most", **{"total-0": "10.5", "total-1": "-0.25"})
    totals(phone, group, "Whist", "most", **third, **{"total-0": "41", "total-1": "41", "won-1": "1"})
    totals(phone, group, "Boat race", "", known="places", **{"total-0": "2", "total-1": "1"})
    totals(phone, group, "Bowls", "winner", **{"nobody": "1", "known": "winner", "played-0": "1", "played-1": "1"})


def file_of(group) -> list:
    return json.loads("".join(plays_as_json(group)))


def brought_into(group, file, *, person=None):
    import_plays(group, BytesIO(as_file(file)), person=person or group.members.get(role="owner").person)
    return group


def without_ids(value, *, but=()):
    """A file without what differs between two groups of one server: ids, and photos, which have a file of their own."""
    if isinstance(value, list):
        return [without_ids(each) for each in value if not (isinstance(each, dict) and each.get("kind") == "photo")]
    if isinstance(value, dict):
        return {key: without_ids(its) for key, its in value.items() if key not in ("id", "photos")}
    return value


def facts_of(group):
    """What pages show of a group's plays, read from what is stored."""
    found = []
    for play in group.plays.filter(deleted_at=None).order_by("played_on", "pk"):
        pad = Scorepad(play)
        happened = [each for each in Trail(play, None).happenings if not is_of_this_group(each)]
        cards = {
            (card.seat.position, card.stage.key): (card.amounts, card.is_in)
            for card in pad.cards.values()
            if card.revision
        }
        found.append(
            {
                "game": (str(play.game.title), play.game.slug == play.game_slug, len(play.game.stages)),
                "sheet": play.sheet and play.sheet.data,
                "about": (pad.options, play.played_on, play.place, play.notes, play.minutes, play.created_at),
                "state": (play.state, play.closed_stages, play.rounds_over, play.by_row, play.high_score),
                "seats": list(
                    play.seats.at_table().values_list(
                        *("player__name", "player__colour", "position", "is_first", "team"),
                        *("points", "rank", "is_winner", "lines", "took", "tier"),
                    )
                ),
                "cards": cards,
                "history": sorted(Trail(play, None).text(each) for each in happened),
            }
        )
    return found


def is_of_this_group(happening) -> bool:
    """Whether something happened in this group alone: the import, and photos, which have a file of their own."""
    return isinstance(happening, Event) and happening.kind in (Event.Kind.IMPORT, Event.Kind.PHOTO)


def collection_of(group):
    hidden = [version.sheet.is_hidden for version in newest_versions(group).values()]
    return [str(game.title) for game in games_on_shelf(group)], hidden


class TestIntoAnotherGroup:
    def test_export_is_the_same_again(self, group):
        file = file_of(group)
        for _ in range(2):
            other = brought_into(an_empty_group(), file)
            assert without_ids(file_of(other)) == without_ids(file)
            file = file_of(other)

    def test_plays_collection_and_change_history_are_the_same(self, group):
        other = brought_into(an_empty_group(), file_of(group))
        assert facts_of(other) == facts_of(group)
        assert collection_of(other) == collection_of(group)

    def test_it_is_the_same_where_the_group_was_deleted(self, group):
        file, person = file_of(group), group.members.get(role="owner").person
        before = facts_of(group)
        founding.delete_for_good(group)
        other = brought_into(founding.found(person), file)
        assert without_ids(file_of(other)) == without_ids(file)
        assert [each["seats"] for each in facts_of(other)] == [each["seats"] for each in before]
        assert {play["id"] for play in file if "id" in play} == {str(play.uuid) for play in other.plays.all()}

    def test_photos_come_with_their_own_file(self, group):
        first = next(play for play in group.plays.all() if play.photos.exists())
        shots = b"".join(owners_phone(first).get(reverse("export_photos", args=[group.uuid])).streaming_content)
        file, person = file_of(group), group.members.get(role="owner").person
        founding.delete_for_good(group)
        other = brought_into(founding.found(person), file)
        phone = owners_phone(other.plays.first())
        album = {"file": a_photo("photos.zip", shots)}
        answer = phone.post(reverse("imports", args=[other.uuid]), album, follow=True)
        phone.post(answer.redirect_chain[-1][0], {"bring_in": "1"}, follow=True)
        told = [play["photos"] for play in file if "photos" in play]
        assert [play["photos"] for play in file_of(other) if "photos" in play] == told
        assert told[0][0]["caption"] == "All of us"

    def test_every_line_is_as_the_schema_says(self, group):
        games = WithLibrary({**GAMES, **{slug: each.game for slug, each in newest_versions(group).items()}})
        used = {play["game"] for play in file_of(group) if "seats" in play}
        schema = jsonschema.Draft202012Validator(play_schema({slug: games[slug] for slug in used}))
        for each in file_of(group):
            if "seats" in each:
                schema.validate(each)

    def test_a_second_import_changes_nothing(self, group):
        file, other = file_of(group), an_empty_group()
        brought_into(other, file)
        before = facts_of(other), collection_of(other)
        brought_into(other, file)
        assert (facts_of(other), collection_of(other)) == before


class TestGamesOfAFile:
    def test_a_game_that_is_here_already_is_not_there_twice(self, group):
        other = an_empty_group()
        make(other, MORE_BEANS, person=None)
        brought_into(other, file_of(group))
        titles = [str(game.title) for game in games_on_shelf(other)]
        assert titles.count("Bean field") == 1
        assert {play.sheet.data == MORE_BEANS for play in other.plays.all() if play.sheet} == {True, False}

    def test_what_is_played_from_now_on_stays(self, group):
        own = next(each.sheet for each in newest_versions(group).values() if each.data == MORE_BEANS)
        file = file_of(group)
        changed = {**MORE_BEANS, "title": "Bean fields"}
        keep(own, changed, person=None)
        group.plays.filter(sheet__sheet=own).update(sheet=own.newest)
        own.versions.filter(data__title="Bean field").delete()
        brought_into(group, file)
        assert own.newest.data == changed
        assert own.versions.count() == 3

    @pytest.mark.parametrize(
        "game",
        [
            {"format": "caravan.game/1", "game": "own-1", "version": 1, "sheet": {"rows": []}},
            {"format": "caravan.game/1", "game": "tuareg", "version": 1, "sheet": BEANS},
            {"format": "caravan.game/1", "game": "own-1", "version": "1", "sheet": BEANS},
            {"format": "caravan.game/1", "game": ["own-1"], "version": 1, "sheet": BEANS},
            {"format": "caravan.game/1", "game": "own-1", "version": 1, "sheet": BEANS, "more": 1},
        ],
    )
    def test_a_game_that_can_not_be_right_is_refused(self, game):
        other = an_empty_group()
        with pytest.raises(Refusal):
            brought_into(other, [game])
        assert not other.sheets.exists()


class TestHistoryOfAFile:
    @pytest.mark.parametrize(
        "event",
        [
            {"kind": "unheard", "at": "2026-11-20T20:00:00+00:00"},
            {"kind": "start", "at": "2026-11-20"},
            {"kind": "start", "at": "9999-12-31T23:59:59+00:00"},
            {"kind": "start", "at": "2026-11-20T20:00:00+00:00", "by": 7},
            {"kind": "seats", "at": "2026-11-20T20:00:00+00:00", "details": {"what": "add", "player": 7}},
            {"kind": "seats", "at": "2026-11-20T20:00:00+00:00", "details": {"what": "x", "player": "Anna"}},
            {"kind": "notes", "at": "2026-11-20T20:00:00+00:00", "details": {"played_on": ["", "x"]}},
            {"kind": "options", "at": "2026-11-20T20:00:00+00:00", "details": {"points_water": 6}},
            {"kind": "photo", "at": "2026-11-20T20:00:00+00:00", "details": {"what": "add", "photos": ["x"]}},
            {
                "kind": "card",
                "at": "2026-11-20T20:00:00+00:00",
                "details": {"seat": 7, "stage": "1", "set": {"water": 1}},
            },
            {
                "kind": "card",
                "at": "2026-11-20T20:00:00+00:00",
                "details": {"seat": 0, "stage": "1", "set": {"water": "many"}},
            },
        ],
    )
    def test_an_event_that_can_not_be_read_is_refused(self, event):
        [play] = file_of(finished().group)
        with pytest.raises(Refusal):
            brought_into(an_empty_group(), [{**play, "events": [event]}], person=Person.objects.create_visitor())

    def test_who_did_it_is_named_and_loses_the_name_with_the_player(self):
        play = finished()
        play.group.players.filter(name="Anna").update(person=owner_of(play))
        other = brought_into(an_empty_group(), file_of(play.group))

        phone = owners_phone(other.plays.get())

        def named():
            return {each["by"] for each in phone.get(at("trail", other.plays.get())).context["happenings"]}

        assert "Anna" in named()
        players.rename(other.players.get(name="Anna"), "Zoë")
        assert "Zoë" in named()
        players.make_anonymous(other.players.get(name="Zoë"))
        assert not {"Anna", "Zoë"} & named()


class TestWhoChangedAFigure:
    @pytest.fixture
    def play(self):
        """A play in which Anna has entered her water, and Ben has corrected it."""
        play = finished(cards={"anna": {"water": 4}})
        play.group.players.filter(name="Anna").update(person=owner_of(play))
        play.group.players.filter(name="Ben").update(person=Person.objects.create_visitor())
        count(again(play), anna={"water": 3})
        newest = seat_of(play, "Anna").holdings.order_by("revision").last()
        Holdings.objects.filter(pk=newest.pk).update(person=play.group.players.get(name="Ben").person)
        return again(play)

    @staticmethod
    def changed_by(group):
        """Who has changed a figure, in their order, as the page of the change history says."""
        play = group.plays.get()
        shown = owners_phone(play).get(at("trail", play)).context["happenings"]
        return [each["by"] for each in reversed(shown) if "Anna, stage 1: water" in each["text"]]

    def test_name_comes_along_into_every_other_group(self, play):
        file = file_of(play.group)
        there = brought_into(an_empty_group(), file)
        assert self.changed_by(there) == self.changed_by(play.group) == ["Anna", "Ben"]
        assert without_ids(file_of(there)) == without_ids(file)

    def test_only_change_of_a_score_sheet_has_its_name_too(self):
        play = finished(cards={"anna": {"water": 4}})
        play.group.players.filter(name="Anna").update(person=owner_of(play))
        there = brought_into(an_empty_group(), file_of(play.group))
        assert self.changed_by(there) == self.changed_by(play.group) == ["Anna"]
        assert without_ids(file_of(there)) == without_ids(file_of(play.group))

    def test_name_changes_and_is_lost_with_the_player(self, play):
        there = brought_into(an_empty_group(), file_of(play.group))
        players.rename(there.players.get(name="Ben"), "Zoë")
        assert self.changed_by(there) == ["Anna", "Zoë"]
        players.make_anonymous(there.players.get(name="Zoë"))
        assert not {"Ben", "Zoë"} & set(self.changed_by(there))
        assert "Zoë" not in json.dumps(file_of(there), ensure_ascii=False)

    def test_file_without_names_is_still_read(self, play):
        events = [{key: its for key, its in each.items() if key != "by"} for each in file_of(play.group)[0]["events"]]
        there = brought_into(an_empty_group(), [{**file_of(play.group)[0], "events": events}])
        assert self.changed_by(there) == ["", ""]


def test_files_of_the_first_format_are_still_read():
    play = finished(cards={"anna": {"water": 4}})
    known = ("format", "id", "game", "played_on", "options", "place", "notes", "state", "seats")
    [file] = [{key: its for key, its in each.items() if key in known} for each in file_of(play.group)]
    other = brought_into(an_empty_group(), without_results([file]))
    assert other.plays.get().seats.get(player__name="Anna").points == 6
