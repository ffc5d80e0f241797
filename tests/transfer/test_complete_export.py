"""A group's own file is complete: brought into another group it gives the same plays, games, history and file again."""

import json
from io import BytesIO

import jsonschema
import pytest
from django.urls import reverse

from companion.collection.maker import create_sheet, save_version
from companion.core.refusal import Refusal
from companion.entry.scorepad import Scorepad
from companion.groups import founding, players
from companion.groups.house_rules import remember_options
from companion.history.marks import marks_of_players, set_mark
from companion.models import CardSave, Event, Person, Play
from companion.models.sheets import games_in_collection, games_of, newest_versions
from companion.plays import instructions, lifecycle, seats
from companion.plays.about import save
from companion.plays.change_history import Trail
from companion.rules import GAMES
from companion.rules.kit import Refused
from companion.rules.library import WithLibrary
from companion.rules.scoring.checking import OF_A_PLAY, OF_A_SEAT
from companion.rules.scoring.schema import play_schema
from companion.transfer.caravan import group_details
from companion.transfer.caravan.imports import import_plays
from companion.transfer.caravan.writer import plays_as_json
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
from tests.transfer.test_export_and_import import as_file, without_results

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
    assert phone.post(reverse("collection:totals", args=[group.uuid]), about).status_code == 302


@pytest.fixture
def group():
    """A group with every kind of play."""
    first = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}}, options={"points_water": 7})
    group, person, phone = first.group, owner_of(first), owners_phone(first)
    Play.objects.filter(pk=first.pk).update(place="at home", notes="Rain\n=1+1", minutes=45, variant="Night")
    first.seats.filter(player__name="Anna").update(role="Merchant")
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
    own = create_sheet(group, BEANS, person=person)
    end(play_of(group, own.newest.game, "Anna", "Ben"), anna={"corn": 3, "coins": 1}, ben={"corn": 3, "coins": 2})
    save_version(own, MORE_BEANS, person=person)
    end(play_of(group, own.newest.game, "Ben", "Chris"), ben={"corn": 3, "weeds": 2}, chris={"corn": 3})
    create_sheet(group, {**BEANS, "title": "Never played"}, person=person, is_hidden=True)
    totals(phone, group, "Jass", "most", **{"total-0": "157", "total-1": "-12"})
    totals(phone, group, "Golf", "fewest", **{"total-0": "72", "total-1": "70"})
    totals(phone, group, "Chess by the lake", "winner", **{"won-1": "1"})
    totals(phone, group, "", "most", of="tuareg", **{"total-0": "30", "total-1": "28"})
    # One was corrected, and somebody came and went.
    corrected = closed(group=group, owner=person, cards={"anna": {"water": 3}}, second={"ben": {"gold": 2}}, stages=2)
    count(corrected, anna={"water": 2})
    lifecycle.finish(again(corrected), person=person)
    save(again(corrected), was={"notes": ""}, now={"notes": "Clara counted wrong"}, person=person)
    late = a_play(group=group, owner=person)
    seats.add(again(late), "Emil", person=person)
    seats.rename(again(late), seat_of(late, "Emil"), "Emily", person=person)
    lifecycle.change_options(again(late), {**late.game.options_with({}), "points_gold": 9}, person=person)
    photo = {"photo": [a_photo()], "caption": "All of us"}
    assert phone.post(at("photos:add_photos", first), photo).status_code == 302
    played_again_by_row(group)
    more_totals(phone, group)
    what_tables_did(group)
    beside_plays(group)
    return group


def what_tables_did(group):
    """Remove who has entered something, tick an instruction, type what can't be right, and reopen a round."""
    person = group.members.get(role="owner").person
    left = a_play(group=group, owner=person, names=("Ben", "Anna", "Chris", "Hana"))
    count(left, anna={"water": 2}, ben={"water": Refused("2 or 3")}, is_in=False)
    seats.take_away(again(left), seat_of(left, "Anna"), person=person)
    struck = closed(group=group, owner=person, game="basari", cards={"anna": {"red": 3}, "ben": {"red": 2}})
    strike_one(struck)
    # What the teams are numbered stays, whoever sits first.
    play_of(group, WithLibrary(GAMES)["tichu"], "Anna", "Ben", "Chris", "Dora", teams=[2, 1, 2, 1])
    rounds = a_play(group=group, owner=person, game="6-nimmt", names=("Anna", "Ben"))
    for number in "123":
        count(rounds, stage=number, anna={"heads": 3}, ben={"heads": 2})
        lifecycle.close_stage(again(rounds), again(rounds).game.stage(number), person=person)
    lifecycle.reopen_stage(again(rounds), again(rounds).game.stage("1"), person=person)
    # Nobody has finished it after its last round yet.
    over = a_play(group=group, owner=person, game="6-nimmt", names=("Anna", "Ben"))
    count(over, stage="1", anna={"heads": 3}, ben={"heads": 2})
    lifecycle.close_stage(again(over), again(over).game.stage("1"), person=person)
    Play.objects.filter(pk=over.pk).update(rounds_over=True)


def strike_one(play):
    """Tick the first thing that the table does after stage 1."""
    pad = Scorepad(again(play))
    [first, *_] = instructions.instructions(pad, pad.table_up_to(pad.game.stages[0]), pad.game.stages[0])
    instructions.strike(again(play), first["key"], is_done=True)


def beside_plays(group):
    """House rules, players who haven't played, are hidden or anonymous, and marks."""
    own = next(slug for slug, each in newest_versions(group).items() if each.data["title"] == "Bean field")
    players.add(group, "Ida", colour=6)
    players.hide(players.add(group, "Jon"), hidden=True)
    players.hide(group.players.get(name="Dora"), hidden=True)
    a_play(group=group, owner=group.members.get(role="owner").person, names=("Kim", "Anna"))
    players.make_anonymous(group.players.get(name="Kim"))
    person = Person.objects.create_visitor()
    group.members.create(person=person)
    group.players.filter(name="Ida").update(person=person)
    for slug, kind in (("tuareg", "owned"), (own, "liked"), ("wizard", "wanted")):
        set_mark(group, slug, kind, person=person, on=True)
    remember_options(group, GAMES["tuareg"], {"points_water": 8})


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


def without_ids(file):
    """A file without what differs between two groups of one server: ids, and photos, which have a file of their own."""
    places = {each["id"]: place for place, each in enumerate(file) if "id" in each}

    def without(value):
        if isinstance(value, list):
            return [without(each) for each in value if not (isinstance(each, dict) and each.get("kind") == "photo")]
        if isinstance(value, dict):
            return {key: without(its) for key, its in value.items() if key not in ("id", "photos")}
        return value

    return [without(each) | ({"after": places[each["after"]]} if "after" in each else {}) for each in file]


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
                "left": list(
                    play.seats.filter(removed_at__isnull=False).values_list(
                        *("player__name", "player__colour", "removed_at", "is_first", "team")
                    )
                ),
                "order": [seat.player.name for seat in play.seats.select_related("player")],
                "saves": saves_of(play),
                "done": [
                    each["text"]
                    for stage in pad.scored_stages
                    for each in instructions.instructions(pad, pad.table_up_to(stage), stage)
                    if each["is_struck"]
                ],
                "followed_by": (its := seats.rematch_of(play)) and its.played_on,
                "cards": cards,
                "history": sorted(Trail(play, None).text(each) for each in happened),
            }
        )
    return found


def saves_of(play):
    """What the newest save of each score sheet holds, also of who has left and of rounds that were reopened."""
    rows = CardSave.objects.filter(seat__play=play, fate="counted").order_by("revision")
    return {(row.seat.player.name, row.stage): (row.amounts, row.refused, row.is_in) for row in rows}


def people_of(group):
    """The group's players, and which games they have marked."""
    rows = group.players.values_list("pk", "name", "colour", "is_hidden", "is_anonymous")
    marks = marks_of_players(group, group.players.all())
    titles = {slug: str(game.title) for slug, game in WithLibrary(games_of(group)).items()}
    return sorted(
        (*its, [(kind, sorted(titles[slug] for slug in slugs)) for kind, slugs in sorted(marks.get(pk, {}).items())])
        for pk, *its in rows
    )


def is_of_this_group(happening) -> bool:
    """Whether something happened in this group alone: the import, and photos, which have a file of their own."""
    return isinstance(happening, Event) and happening.kind in (Event.Kind.IMPORT, Event.Kind.PHOTO)


def collection_of(group):
    hidden = [version.sheet.is_hidden for version in newest_versions(group).values()]
    return [str(game.title) for game in games_in_collection(group)], hidden


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
        assert people_of(other) == people_of(group)
        assert group_details.house_rules_as_json(other) == {"tuareg": {"points_water": 8}}

    def test_it_is_the_same_where_the_group_was_deleted(self, group):
        file, person = file_of(group), group.members.get(role="owner").person
        before = facts_of(group)
        founding.delete_for_good(group)
        other = brought_into(founding.create_group(person), file)
        assert without_ids(file_of(other)) == without_ids(file)
        assert [each["seats"] for each in facts_of(other)] == [each["seats"] for each in before]
        assert {play["id"] for play in file if "id" in play} == {str(play.uuid) for play in other.plays.all()}

    def test_photos_come_with_their_own_file(self, group):
        first = next(play for play in group.plays.all() if play.photos.exists())
        shots = b"".join(
            owners_phone(first).get(reverse("transfer:export_photos", args=[group.uuid])).streaming_content
        )
        file, person = file_of(group), group.members.get(role="owner").person
        founding.delete_for_good(group)
        other = brought_into(founding.create_group(person), file)
        phone = owners_phone(other.plays.first())
        album = {"file": a_photo("photos.zip", shots)}
        answer = phone.post(reverse("transfer:imports", args=[other.uuid]), album, follow=True)
        phone.post(answer.redirect_chain[-1][0], {"bring_in": "1"}, follow=True)
        told = [play["photos"] for play in file if "photos" in play]
        assert [play["photos"] for play in file_of(other) if "photos" in play] == told
        assert told[0][0]["caption"] == "All of us"

    def test_every_line_is_as_the_schema_says(self, group):
        games = WithLibrary({**GAMES, **{slug: each.game for slug, each in newest_versions(group).items()}})
        used = {play["game"] for play in file_of(group) if "seats" in play}
        schema = jsonschema.Draft202012Validator(play_schema({slug: games[slug] for slug in used}))
        plays = [each for each in file_of(group) if "seats" in each]
        for each in plays:
            schema.validate(each)
        # There is a play with each key, but for plays of other programs, which have tests of their own.
        assert {key for play in plays for key in play} == OF_A_PLAY - {"origin"}
        assert {key for play in plays for seat in play["seats"] for key in seat} == OF_A_SEAT

    def test_a_second_import_changes_nothing(self, group):
        file, other = file_of(group), an_empty_group()
        brought_into(other, file)
        before = facts_of(other), collection_of(other)
        brought_into(other, file)
        assert (facts_of(other), collection_of(other)) == before


class TestGamesOfAFile:
    def test_a_game_whose_example_has_decimals_comes_in_once(self):
        row = {"key": "thrown", "label": "thrown", "kind": "points", "decimals": 1}
        seats_of_example = [{"player": name, "stages": {"end": {"thrown": 0.1}}} for name in ("Anna", "Ben")]
        darts = {**BEANS, "rows": [row], "ties": [], "example": {"seats": seats_of_example}}
        group, other = an_empty_group(), an_empty_group()
        create_sheet(group, darts, person=None)
        brought_into(other, file_of(group))
        brought_into(other, file_of(group))
        assert [version.data for version in newest_versions(other).values()] == [darts]
        assert other.sheets.get().versions.count() == 1

    def test_a_game_that_is_here_already_is_not_there_twice(self, group):
        other = an_empty_group()
        create_sheet(other, MORE_BEANS, person=None)
        brought_into(other, file_of(group))
        titles = [str(game.title) for game in games_in_collection(other)]
        assert titles.count("Bean field") == 1
        assert {play.sheet.data == MORE_BEANS for play in other.plays.all() if play.sheet} == {True, False}

    def test_what_is_played_from_now_on_stays(self, group):
        own = next(each.sheet for each in newest_versions(group).values() if each.data == MORE_BEANS)
        file = file_of(group)
        changed = {**MORE_BEANS, "title": "Bean fields"}
        save_version(own, changed, person=None)
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

    @pytest.mark.parametrize("version", [[1], {"1": 1}])
    def test_play_whose_version_is_not_a_number_is_refused(self, version):
        about = {"format": "caravan.game/1", "game": "own-1", "version": 1, "sheet": BEANS}
        play = {"game": "own-1", "version": version, "seats": [{"player": "Anna"}, {"player": "Ben"}]}
        other = an_empty_group()
        with pytest.raises(Refusal, match="isn’t a valid value for version"):
            brought_into(other, [about, play])
        assert not other.plays.exists()


class TestGroupOfAFile:
    ABOUT = {
        "format": "caravan.group/1",
        "options": {"tuareg": {"points_water": 9}, "basari": {"nonsense": 1}, "a-game-nobody-knows": {"x": 1}},
        "players": [
            {"player": "Anna", "colour": 8, "hidden": True, "marks": {"owned": ["tuareg"]}},
            {"player": "Zoë", "colour": 8, "hidden": True, "marks": {"liked": ["azul", "a-game-nobody-knows"]}},
        ],
    }

    def test_what_the_group_has_stays_and_what_is_new_comes_in(self):
        group = a_play(names=("Anna", "Ben")).group
        remember_options(group, GAMES["tuareg"], {"points_water": 7})
        brought_into(group, [self.ABOUT])
        group.refresh_from_db()
        assert group.options == {"tuareg": {"points_water": 7}}
        anna, zoe = (group.players.get(name=name) for name in ("Anna", "Zoë"))
        assert (anna.colour, anna.is_hidden, anna.marks.count()) == (1, False, 0)
        assert (zoe.colour, zoe.is_hidden) == (8, True)
        assert list(zoe.marks.values_list("game_slug", "kind")) == [("azul", "liked")]

    @pytest.mark.parametrize(
        "wrong",
        [
            {"options": []},
            {"options": {"tuareg": 1}},
            {"players": [{"player": ""}]},
            {"players": [{"player": "Zoë", "colour": 9}]},
            {"players": [{"player": "Zoë", "hidden": 1}]},
            {"players": [{"player": "Zoë", "marks": {"loved": ["tuareg"]}}]},
            {"players": [{"player": "Zoë", "marks": {"liked": [1]}}]},
            {"name": "Thursday"},
        ],
    )
    def test_what_can_not_be_right_is_refused(self, wrong):
        other = an_empty_group()
        with pytest.raises(Refusal):
            brought_into(other, [{"format": "caravan.group/1", **wrong}])
        assert not other.players.exists()


class TestWhoLeftTheTable:
    LEFT = {"player": "Zoë", "position": 1, "at": "2026-11-20T20:00:00+00:00"}

    @pytest.mark.parametrize(
        "wrong",
        [
            {"left": [{**LEFT, "player": "anna"}]},
            {"left": [{**LEFT, "position": 4}]},
            {"left": [{**LEFT, "at": "today"}]},
            {"left": [{**LEFT, "stages": {}}]},
            {"left": [LEFT, LEFT]},
            {"struck": [{"stage": "3", "text": "Shuffle"}]},
            {"struck": [{"stage": "1", "text": "Shuffle", "seat": 3}]},
            {"struck": [{"stage": "1"}]},
            {"after": "the last one"},
        ],
    )
    def test_what_can_not_be_right_is_refused(self, wrong):
        [play] = file_of(finished().group)
        other = an_empty_group()
        with pytest.raises(Refusal):
            brought_into(other, [{**play, **wrong}])
        assert not other.plays.exists()

    def test_who_left_can_be_put_back_with_what_they_entered(self):
        play = a_play()
        count(play, ben={"water": 4}, is_in=False)
        seats.take_away(again(play), seat_of(play, "Ben"), person=owner_of(play))
        there = brought_into(an_empty_group(), file_of(play.group)).plays.get()
        seats.put_back(there, there.seats.get(player__name="Ben"), person=owner_of(there))
        assert [seat.player.name for seat in there.seats.at_table()] == ["Anna", "Ben", "Chris"]
        assert Scorepad(again(there)).card(seat_of(there, "Ben"), there.game.stages[0]).amounts == {"water": 4}


class TestHistoryOfAFile:
    @pytest.mark.parametrize(
        "event",
        [
            {"kind": "unheard", "at": "2026-11-20T20:00:00+00:00"},
            {"kind": ["start"], "at": "2026-11-20T20:00:00+00:00"},
            {"kind": {"start": 1}, "at": "2026-11-20T20:00:00+00:00"},
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
            return {each["by"] for each in phone.get(at("plays:trail", other.plays.get())).context["happenings"]}

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
        newest = seat_of(play, "Anna").saves.order_by("revision").last()
        CardSave.objects.filter(pk=newest.pk).update(person=play.group.players.get(name="Ben").person)
        return again(play)

    @staticmethod
    def changed_by(group):
        """Who has changed a figure, in their order, as the page of the change history says."""
        play = group.plays.get()
        shown = owners_phone(play).get(at("plays:trail", play)).context["happenings"]
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

    def test_sheet_that_someone_unknown_filled_once_is_in_the_history_of_the_file(self):
        play = closed(stages=2, cards={"anna": {"water": 4}})
        lifecycle.finish(play, person=owner_of(play))
        [file] = file_of(play.group)
        [change] = [each for each in file["events"] if each["kind"] == "card"]
        assert "by" not in change
        assert change["details"] == {"seat": 0, "stage": "1", "set": {"water": 4}, "done": True}
        there = brought_into(an_empty_group(), [file])
        assert self.changed_by(there) == [""]
        assert without_ids(file_of(there)) == without_ids([file])

    def test_sheet_of_a_file_without_history_has_none_in_the_next_file(self):
        [file] = file_of(finished(cards={"anna": {"water": 4}}).group)
        older = {key: its for key, its in file.items() if key != "events"}
        there = brought_into(an_empty_group(), [older])
        [again] = file_of(there)
        assert "events" not in again
        assert again["seats"] == file["seats"]

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
