"""Plays of another program: a file is looked at, comes in, comes again, and is taken back."""

import json
from contextlib import nullcontext
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from companion.collection.maker import create_sheet, save_version
from companion.core.uploads import MOST_BYTES
from companion.groups import founding, players
from companion.models import Alias, Arrival, Event, Group, Import, OwnSheet, Play, Player, Seat, Upload
from companion.models.sheets import totals_version
from companion.models.uploads import UNDO_UPLOAD_WITHIN
from companion.plays import lifecycle
from companion.rules import GAMES
from companion.transfer.updates import find_untouched, remove_plays
from tests.builders import points_of, tuareg_play
from tests.lanes import long
from tests.phones import finished, owner_of, phone_of, text_of
from tests.photos.samples import photo_of

from .bgstats import a_file, a_play, as_bytes
from .test_bgg import COLLECTION, PLAYS


@pytest.fixture
def phone(group):
    return phone_of(group.members.get(role="owner").person)


def sent(phone, group, content, name="plays.bgsplay"):
    """The answer to a file that is sent to be looked at."""
    content = content if isinstance(content, bytes) else as_bytes(content)
    file = SimpleUploadedFile(name, content, "application/json")
    return phone.post(reverse("transfer:imports", args=[group.uuid]), {"file": file})


def looked_at(phone, group, content):
    """The page that shows what a file would bring."""
    answer = sent(phone, group, content)
    assert answer.status_code == 302, text_of(answer)
    return phone.get(answer.url)


def brought(phone, group, content, **choices):
    """What the page says once a file was brought in, with these answers to its questions, by their names there."""
    address = sent(phone, group, content).url
    page = phone.get(address)
    fields = {
        match["field"]: choices[match["name"]]
        for match, _field, _is_long in questions(page)
        if match["name"] in choices
    }
    answer = phone.post(address, {"bring_in": "1", **fields})
    assert answer.status_code == 302, text_of(answer)
    return text_of(phone.get(answer.url))


def questions(page):
    return [*page.context["people"]["asks"], *page.context["games"]["asks"]]


def fault(phone, group, content) -> str:
    """Why nothing of a file is looked at."""
    answer = sent(phone, group, content)
    assert answer.status_code == 422
    assert not Upload.objects.exists()
    [sentence] = answer.context["faults"]
    return sentence


def undo(phone, group) -> str:
    """What is said once the newest import was taken back."""
    newest = group.uploads.filter(state=Upload.State.DONE).latest("pk")
    answer = phone.post(reverse("transfer:undo_upload", args=[group.uuid, newest.uuid]))
    return text_of(phone.get(answer.url))


def results(group):
    """Who came to what in each play: points and whether they won."""
    return [
        {seat.player.name: (seat.points, seat.is_winner) for seat in play.seats.at_table()}
        for play in group.plays.order_by("pk")
    ]


def stored():
    return [model.objects.count() for model in (Group, Play, Seat, Event, Player, OwnSheet, Arrival, Import)]


LONG_SHEET = {
    "format": "caravan.sheet/1",
    "title": "Bean field",
    "players": [2, 5],
    "rows": [
        {"key": f"row_{n}", "label": f"corn {n} {'of beans ' * 4}", "kind": "count", "worth": 2} for n in range(40)
    ],
}
TWO = a_file(a_play(1, anna="20*", ben="12"), a_play(2, game="Azul", anna="31", ben="3+40*"))


class TestTheWay:
    def test_nothing_is_written_before_it_was_looked_at(self, phone, group):
        before = stored()
        page = looked_at(phone, group, TWO)
        assert stored() == before
        assert "2 plays in the file" in text_of(page)
        assert "Import 2 plays" in text_of(page)

    def test_it_comes_in_with_totals_people_games_and_what_was_noted(self, phone, group):
        assert "2 plays imported." in brought(phone, group, TWO)
        assert results(group) == [{"Anna": (20, True), "Ben": (12, False)}, {"Anna": (31, False), "Ben": (43, True)}]
        skat, azul = group.plays.order_by("pk")
        assert azul.game_slug == "azul"
        assert str(skat.game.title) == "Skat"
        assert (azul.played_on.isoformat(), azul.minutes, azul.place, azul.state) == (
            "2026-11-20",
            45,
            "at Dora’s",
            "finished",
        )
        assert azul.arrival.rest["seats"][1]["score"] == "3+40"
        assert azul.arrival.rest["rest"]["somethingNew"] == {"kept": True}

    def test_the_same_again_changes_nothing(self, phone, group):
        brought(phone, group, TWO)
        before, plays = stored(), list(group.plays.values())
        page = looked_at(phone, group, TWO)
        assert "Everything in this file is already here." in text_of(page)
        assert not questions(page)
        answer = phone.post(page.request["PATH_INFO"], {"bring_in": "1"})
        assert "Nothing new." in text_of(phone.get(answer.url))
        assert (stored(), list(group.plays.values())) == (before, plays)

    def test_what_has_changed_there_changes_here_unless_it_was_changed_here_too(self, phone, group):
        brought(phone, group, TWO)
        skat, azul = group.plays.order_by("pk")
        azul.touch(notes="ours")
        later = a_file(a_play(1, anna="20", ben="22*", chris="9"), a_play(2, game="Azul", anna="99*", ben="1"))
        assert "Nothing new. 1 play updated." in brought(phone, group, later)
        assert results(group) == [
            {"Anna": (20, False), "Ben": (22, True), "Chris": (9, False)},
            {"Anna": (31, False), "Ben": (43, True)},
        ]
        assert "Everything in this file is already here." in text_of(looked_at(phone, group, later))

    def test_undo_takes_it_back_with_all_that_came_along(self, phone, group):
        before = stored()
        brought(phone, group, TWO)
        assert "2 plays removed again." in undo(phone, group)
        assert stored() == before
        assert "2 plays imported." in brought(phone, group, TWO)

    @pytest.mark.long
    def test_undo_turns_back_what_has_changed_there_as_often_as_it_has(self, phone, group):
        def told(anna, ben):
            return a_file(
                a_play(1, anna=anna, ben="12", **({"chris": "1"} if ben == "0" else {})),
                a_play(2, game="Azul", anna="31", ben=f"{ben}*"),
            )

        files = [TWO, told("22*", "40"), told("24*", "0")]
        before = []
        for file in files:
            brought(phone, group, file)
            before.append((results(group), set(group.players.values_list("name", flat=True))))
        for was in reversed(before[:-1]):
            assert "2 plays reverted." in undo(phone, group)
            assert (results(group), set(group.players.values_list("name", flat=True))) == was
        assert "Everything in this file is already here." in text_of(looked_at(phone, group, TWO))
        assert "2 plays updated." in brought(phone, group, files[-1])
        assert results(group) == before[-1][0]

    def test_undo_turns_nothing_back_that_was_changed_here_since(self, phone, group):
        brought(phone, group, TWO)
        later = a_file(a_play(1, anna="20", ben="22*"), a_play(2, game="Azul", anna="99*", ben="1"))
        brought(phone, group, later)
        group.plays.get(game_slug="azul").touch(notes="ours")
        said = undo(phone, group)
        assert "1 play reverted. 1 play unchanged because it was edited here." in said
        assert "removed again 0 reverted 1 unchanged 1" in said
        assert results(group) == [{"Anna": (20, True), "Ben": (12, False)}, {"Anna": (99, True), "Ben": (1, False)}]

    @pytest.mark.long
    def test_what_has_no_sheet_any_more_to_be_as_it_was_stays_as_it_is(self, phone, group):
        brought(phone, group, TWO)
        brought(phone, group, a_file(a_play(1, anna="20", ben="22*")))
        arrival = Arrival.objects.get(key="u-1")
        Arrival.objects.filter(pk=arrival.pk).update(before=[arrival.before[0] | {"sheet": str(uuid4())}])
        assert "1 play unchanged because it was edited here." in undo(phone, group)
        assert results(group)[0] == {"Anna": (20, False), "Ben": (22, True)}

    def test_undo_leaves_what_was_changed_here(self, phone, group):
        brought(phone, group, TWO)
        group.plays.get(game_slug="azul").touch(notes="ours")
        assert "1 play removed again. 1 play unchanged because it was edited here." in undo(phone, group)
        assert [play.game_slug for play in group.plays.all()] == ["azul"]
        assert set(group.players.values_list("name", flat=True)) == {"Anna", "Ben"}

    def test_undo_leaves_a_name_that_somebody_has_said_is_theirs(self, phone, group):
        brought(phone, group, TWO)
        ben = group.players.get(name="Ben")
        phone.post(reverse("groups:claim_player", args=[group.uuid, ben.pk]), {"me": "1"})
        assert "2 plays removed again." in undo(phone, group)
        assert list(group.players.values_list("name", flat=True)) == ["Ben"]

    def test_undo_leaves_a_sheet_that_came_along_and_was_changed_here(self, phone, group):
        brought(phone, group, a_file(a_play(1, game="Zibbel", anna="20*", ben="12")))
        own = OwnSheet.objects.get(group=group)
        version = own.versions.get()
        assert save_version(own, version.data | {"title": "Zibbel with dice"}, person=None) == []
        assert "1 play removed again." in undo(phone, group)
        assert [each.data["title"] for each in own.versions.order_by("number")][-1] == "Zibbel with dice"

    @pytest.mark.long
    def test_what_is_changed_or_gets_a_photo_while_they_go_stays(self, phone, group):
        brought(phone, group, TWO)
        upload = group.uploads.get()
        going = [play.pk for play in find_untouched(upload)]
        assert len(going) == 2
        group.plays.get(game_slug="azul").touch(notes="ours")
        photo_of(group.plays.exclude(game_slug="azul").get())
        assert remove_plays(upload, going, within=nullcontext) == 0
        assert group.plays.count() == 2

    @pytest.mark.long
    def test_for_which_a_photo_is_on_its_way_stays(self, phone, group):
        brought(phone, group, TWO)
        upload, person = group.uploads.get(), group.members.first().person
        going = [play.pk for play in find_untouched(upload)]
        group.plays.first().sent_photos.create(person=person)
        assert find_untouched(upload).count() == 1
        group.plays.last().sent_photos.create(person=person)
        assert remove_plays(upload, going, within=nullcontext) == 0

    def test_after_thirty_days_nothing_is_taken_back(self, phone, group):
        brought(phone, group, TWO)
        upload = group.uploads.get()
        upload.done_at -= UNDO_UPLOAD_WITHIN
        upload.save()
        assert "can no longer be undone" in undo(phone, group)
        assert group.plays.count() == 2

    def test_what_was_only_looked_at_can_be_let_go(self, phone, group):
        page = looked_at(phone, group, TWO)
        phone.post(page.request["PATH_INFO"] + "/drop")
        assert not group.uploads.exists()

    def test_a_file_that_caravan_has_exported_comes_in_as_ever(self, phone, group):
        play = finished()
        exported = b"".join(
            phone_of(owner_of(play)).get(reverse("transfer:export_group", args=[play.group.uuid])).streaming_content
        )
        answer = sent(phone, group, exported, "ours.json")
        assert "1 play added." in text_of(phone.get(answer.url))

    @pytest.mark.parametrize(
        "first",
        [
            {"format": "caravan.game/1", "game": "own-1", "version": 1, "sheet": LONG_SHEET},
            {"format": "caravan.group/1", "players": [{"player": f"Anna {number}"} for number in range(200)]},
        ],
    )
    def test_a_file_of_caravan_is_known_by_what_is_before_its_plays(self, phone, group, first):
        play = {"format": "caravan.play/1", "game": "6-nimmt", "seats": [{"player": "Mira"}, {"player": "Jo"}]}
        answer = sent(phone, group, [first, play], "group.json")
        assert answer.status_code == 302, text_of(answer)
        assert "1 play added." in text_of(phone.get(answer.url))

    def test_a_play_that_was_noted_here_too_does_not_come_twice(self, phone, group):
        version = totals_version(group, "azul", "most")
        play = lifecycle.start(
            version.game,
            person=None,
            group=group,
            names=["Ben", "Anna"],
            options={},
            played_on="2026-11-20",
            version=version,
        )
        page = looked_at(phone, group, TWO)
        assert (page.context["ready"], page.context["here"]) == (1, 1)
        brought(phone, group, TWO)
        assert group.plays.count() == 2
        assert not Arrival.objects.filter(play=play).exists()


class TestNames:
    def test_who_is_called_the_same_is_found_and_who_is_called_alike_is_asked_about(self, phone, group):
        founding.ensure_players(group, ["ANNA", "Benjamin K."])
        page = looked_at(phone, group, TWO)
        [(match, _field, _is_long)] = questions(page)
        assert (match["name"], match["choice"]["label"], page.context["preview"]["counts"]["asks"]) == (
            "Ben",
            "Benjamin K.",
            2,
        )
        assert [choice["value"] for choice in match["choices"]][1:] == ["new", "out"]

    def test_who_sits_at_a_table_with_somebody_is_not_the_same(self, phone, group):
        founding.ensure_players(group, ["Ben"])
        file = a_file(a_play(1, ben="1", benedict="2*", anna="0"))
        [(match, _field, _is_long)] = questions(looked_at(phone, group, file))
        assert (match["name"], match["choice"]["value"]) == ("Benedict", "new")

    def test_what_was_said_once_is_not_asked_again(self, phone, group):
        [ben] = founding.ensure_players(group, ["Benjamin K."])
        brought(phone, group, TWO, Ben=str(ben.pk))
        assert set(group.players.values_list("name", flat=True)) == {"Anna", "Benjamin K."}
        third = a_file(a_play(3, day="2026-11-21", anna="2*", ben="1"))
        assert not questions(looked_at(phone, group, third))
        brought(phone, group, third)
        assert results(group)[-1] == {"Anna": (2, True), "Benjamin K.": (1, False)}

    def test_somebody_new_of_a_known_name_gets_a_number(self, phone, group):
        founding.ensure_players(group, ["Benedict"])
        brought(phone, group, TWO, Ben="new")
        assert set(group.players.values_list("name", flat=True)) == {"Anna", "Ben", "Benedict"}

    def test_a_name_can_be_left_out(self, phone, group):
        founding.ensure_players(group, ["Benedict"])
        brought(phone, group, TWO, Ben="out")
        assert results(group)[0] == {"Anna": (20, True), "Unknown player": (12, False)}
        assert group.players.get(name="Unknown player").is_hidden
        assert not questions(looked_at(phone, group, a_file(a_play(3, day="2026-11-21", anna="2*", ben="1"))))

    def test_anybody_can_be_asked_about(self, phone, group):
        [dora] = founding.ensure_players(group, ["Dora"])
        page = looked_at(phone, group, TWO)
        address = page.request["PATH_INFO"]
        anna = next(match for match in page.context["people"]["first"] if match["name"] == "Anna")
        page = phone.get(phone.post(address, {"ask": anna["field"]}).url)
        [(match, _field, _is_long)] = questions(page)
        phone.post(address, {match["field"]: dora.pk, "bring_in": "1"})
        assert results(group)[0] == {"Dora": (20, True), "Ben": (12, False)}

    def test_a_game_of_a_longer_title_is_asked_about_and_is_one_of_its_own_unless_said(self, phone, group):
        file = a_file(a_play(1, game="Azul: Queen’s Garden", anna="1*", ben="0"))
        [(match, _field, _is_long)] = questions(looked_at(phone, group, file))
        assert (match["choice"]["value"], [choice["value"] for choice in match["choices"]]) == ("new", ["azul", "new"])
        brought(phone, group, file, **{"Azul: Queen’s Garden": "azul"})
        assert group.plays.get().game_slug == "azul"

    def test_a_game_that_was_chosen_and_deleted_since_is_a_new_one(self, phone, group):
        own = create_sheet(group, LONG_SHEET, person=None)
        file = a_file(a_play(1, game="Bean field: the rows", anna="20*", ben="12"))
        address = sent(phone, group, file).url
        [(match, _field, _is_long)] = phone.get(address).context["games"]["asks"]
        phone.post(address, {match["field"]: own.slug})
        own.delete()
        phone.post(address, {"bring_in": "1"})
        assert str(group.plays.get().game.title) == "Bean field: the rows"

    @pytest.mark.long
    def test_two_seats_of_one_person_have_two_names(self, phone, group):
        [anna] = founding.ensure_players(group, ["Anna"])
        file = a_file(a_play(1, anna="3*", annabel="1"))
        brought(phone, group, file, Annabel=str(anna.pk))
        assert results(group) == [{"Anna": (3, True), "Anna 2": (1, False)}]

    def test_players_who_become_one_stay_known(self, phone, group):
        brought(phone, group, TWO)
        ben, [benjamin] = group.players.get(name="Ben"), founding.ensure_players(group, ["Benjamin"])
        players.merge(ben, benjamin)
        assert Alias.objects.get(key="p-ben").player == benjamin

    def test_who_was_made_anonymous_is_known_no_more(self, phone, group):
        brought(phone, group, TWO)
        players.make_anonymous(group.players.get(name="Ben"))
        assert not Alias.objects.filter(key="p-ben").exists()


class TestWhatIsKnown:
    @pytest.mark.parametrize(
        ("scores", "state", "points"),
        [
            ({"anna": "5", "ben": "9*"}, "finished", [(5, False), (9, True)]),
            long({"anna": "-5", "ben": "−3 + 1*"}, "finished", [(-5, False), (-2, True)]),
            # Who won decides, not the points, and what was not told is not invented.
            ({"anna": "5*", "ben": "9"}, "finished", [(5, True), (9, False)]),
            long({"anna": "5*", "ben": "5"}, "finished", [(5, True), (5, False)]),
            long({"anna": "*", "ben": ""}, "finished", [(None, True), (None, False)]),
            ({"anna": "well", "ben": "badly*"}, "finished", [(None, False), (None, True)]),
            ({"anna": "", "ben": ""}, "stopped", [(None, False), (None, False)]),
        ],
    )
    def test_a_play_comes_in_with_what_its_file_can_say(self, phone, group, scores, state, points):
        brought(phone, group, a_file(a_play(1, **scores)))
        play = group.plays.get()
        assert (play.state, list(results(group)[0].values())) == (state, points)

    @pytest.mark.parametrize("notes", ["long " * 400 + "x", "line\n" * 21, "x"])
    def test_notes_that_are_shortened_are_counted_before(self, phone, group, notes):
        page = looked_at(phone, group, a_file(a_play(1, more={"comments": notes}, anna="20*", ben="12")))
        are_counted = "The notes or the location of 1 play are too long. They are shortened." in text_of(page)
        assert are_counted == (notes != "x")

    def test_points_that_are_no_numbers_are_in_the_notes(self, phone, group):
        brought(phone, group, a_file(a_play(1, anna="5*", ben="well", more={"comments": "late"})))
        assert group.plays.get().notes == "late\nPoints: 5 · well"

    def test_fewest_points_win_where_the_file_says_so(self, phone, group):
        brought(phone, group, a_file(a_play(1, anna="5*", ben="9"), games={"Skat": {"highestWins": False}}))
        assert results(group) == [{"Anna": (5, True), "Ben": (9, False)}]

    def test_all_lose_together_against_the_game(self, phone, group):
        brought(
            phone, group, a_file(a_play(1, game="Pandemic", anna="", ben=""), games={"Pandemic": {"cooperative": 1}})
        )
        assert (group.plays.get().state, results(group)) == (
            "finished",
            [{"Anna": (None, False), "Ben": (None, False)}],
        )

    def test_rows_that_a_game_has_are_its_rows(self, phone, group):
        rows = {"military conflicts": "3 18", "wonder": "10 4", "guilds (purple)": "2+2 0"}
        assert "With the full score sheet" in text_of(looked_at(phone, group, with_rows("17", "22*", rows)))
        # The points of the rows make the totals, or the rows are no more than what somebody has noted beside.
        brought(phone, group, with_rows("17", "22*", rows))
        play = group.plays.get()
        assert (play.game_slug, play.sheet.sheet.totals_of) == ("7-wonders", "")
        assert list(results(group)[0].values()) == [(17, False), (22, True), (0, False)]

    @pytest.mark.parametrize(
        ("game", "expansion"),
        [
            ("Catan", "CATAN: Seafarers"),
            ("Catan: Die Seefahrer", ""),
            long("Catan: Seefahrer", ""),
            long("Catan", "Seafarers"),
        ],
    )
    def test_an_expansion_that_a_game_knows_is_a_tick_of_it(self, phone, group, game, expansion):
        rows = {"settlements": "3 2 0", "islands and scenarios": "2 4 0"}
        page = text_of(looked_at(phone, group, with_rows("5", "6*", rows, game, expansion)))
        assert "With the full score sheet" in page
        brought(phone, group, with_rows("5", "6*", rows, game, expansion))
        play = group.plays.get()
        assert (play.game_slug, play.options["seafarers"], play.options["knights"]) == ("catan", True, False)

    def test_of_totals_the_expansions_stand_in_the_notes(self, phone, group):
        file = with_rows("5", "6*", {"something else": "5 6 0"}, "Catan", "Catan: Cities & Knights")
        brought(phone, group, file)
        play = group.plays.get()
        assert (play.game_slug, play.notes, play.arrival.rest["expansions"]) == (
            "catan",
            "With: Cities & Knights",
            ["Catan: Cities & Knights"],
        )

    def test_an_expansion_that_no_game_knows_is_asked_about_as_before(self, phone, group):
        file = a_file(a_play(1, game="Catan: Explorers & Pirates", anna="9*", ben="5"))
        [(match, _field, _is_long)] = questions(looked_at(phone, group, file))
        assert match["name"] == "Catan: Explorers & Pirates"

    def test_a_play_that_caravan_has_told_to_the_other_program_comes_back_whole(self, phone, group):
        told = tuareg_play(anna=({"water": 4}, {"gold": 2}), ben=({"water": 2}, {}))
        points = {player: str(total) for player, total in points_of(told).items()}
        ours = {**told, "options": GAMES["tuareg"].options_with({}), "state": "finished"}
        file = a_file(
            a_play(1, game="Tuareg", anna=points["Anna"], ben=points["Ben"], more={"metaData": {"caravan": ours}})
        )
        brought(phone, group, file)
        play = group.plays.get()
        assert (play.sheet, play.seats.get(player__name="Anna").saves.get(stage="2").amounts) == (None, {"gold": 2})

    def test_rows_that_make_other_totals_are_kept_beside_them(self, phone, group):
        brought(phone, group, with_rows("18", "22*", {"wonder": "10 4"}))
        play = group.plays.get()
        assert play.sheet.sheet.totals_of == "7-wonders"
        assert list(results(group)[0].values()) == [(18, False), (22, True), (0, False)]
        assert play.arrival.rest["rows"] == [[1, "wonder", ["10", "4", ""]]]


def with_rows(anna, ben, rows, game="7 Wonders", expansion=""):
    """A play of three with a score sheet; with an expansion where it is named."""
    file = a_file(a_play(1, game=game, anna=anna, ben=ben, chris="0"))
    if expansion:
        file["games"].append({"id": 9, "uuid": "G-9", "name": expansion, "isExpansion": 1})
        file["plays"][0]["expansionPlays"] = [{"gameRefId": 9, "bggId": 0}]
    [play] = file["plays"]
    for number, seat in enumerate(play["playerScores"]):
        seat["metaData"] = json.dumps({"scoreUuid": f"S-{number}"})
    told = [
        {"label": label, "scores": {f"S-{number}": text for number, text in enumerate(texts.split(" "))}}
        for label, texts in rows.items()
    ]
    return file | {"plays": [play | {"scoresheet": {"rounds": [{"rows": told}]}}]}


class TestFaults:
    def test_what_cannot_be_read_is_listed_with_its_reason_and_can_be_had_as_a_text(self, phone, group):
        file = a_file(a_play(1, anna="1*"), a_play(2, more={"playDate": "soon", "playDateYmd": None}, anna="1*"))
        page = looked_at(phone, group, file)
        assert "Play 2 (Skat, soon) “soon” isn’t a date." in text_of(page)
        text = phone.get(page.request["PATH_INFO"] + "/unread")
        assert "Play 2 (Skat, soon)	“soon” isn’t a date." in text.content.decode("utf-8-sig")
        assert "1 play imported." in brought(phone, group, file)

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"", "This file is empty."),
            (b"  \n", "This file is empty."),
            (b'{"plays": [],\n "games": }', "Invalid JSON at line 2, column 11."),
            (b'{"plays": [], "games": {"a": 1}}', "“games” isn’t a list in this file."),
            (b'{"plays": [], "games": []}', "There are no plays in this file."),
            (b'{"names": []}', "This JSON isn’t from BG Stats: it has no plays with games and players."),
            (b"PK\x03\x04" + b"\0" * 50, "This archive was damaged, or is locked by a password."),
        ],
    )
    def test_a_file_that_cannot_be_read_says_why(self, phone, group, content, sentence):
        assert fault(phone, group, content) == sentence

    def test_a_file_that_is_too_large_is_dropped_while_it_comes(self, phone, group):
        assert fault(phone, group, b"x" * (MOST_BYTES + 1)) == "This file is larger than 20 MB."

    def test_too_many_files_in_a_day_are_refused(self, phone, group, settings):
        settings.IMPORTED_PLAYS = 1
        address = sent(phone, group, TWO).url
        answer = phone.post(address, {"bring_in": "1"})
        assert answer.status_code == 422
        assert "You can import at most 1 play a day." in text_of(answer)
        assert not group.plays.exists()
        assert not group.sheets.exists()

    def test_a_choice_that_was_not_offered_is_refused(self, phone, group):
        founding.ensure_players(group, ["Benjamin"])
        page = looked_at(phone, group, TWO)
        [(match, _field, _is_long)] = questions(page)
        for answer in ("x\0y", "999999", "azul"):
            assert phone.post(page.request["PATH_INFO"], {match["field"]: answer, "bring_in": "1"}).status_code == 422
        assert not group.plays.exists()


class TestTables:
    TABLE = b"Day;What;Who;Points\n20.11.2026;Skat;Anna;20\n20.11.2026;Skat;Ben;12"

    def test_the_columns_are_said_first_and_can_be_said_anew(self, phone, group):
        address = sent(phone, group, self.TABLE, "plays.csv").url
        page = phone.get(address)
        assert [field.value() for field, _heading, _cells in page.context["columns"]] == [
            "date",
            "game",
            "player",
            "score",
        ]
        assert "20.11.2026 · 20.11.2026" in text_of(page)
        phone.post(address, columns("date", "player", "game", "score"))
        assert {match["name"] for match in phone.get(address).context["people"]["first"]} == {"Skat"}
        assert phone.get(address + "?columns=1").status_code == 200
        phone.post(address, columns("date", "game", "player", "score"))
        phone.post(address, {"bring_in": "1"})
        assert results(group) == [{"Anna": (20, True), "Ben": (12, False)}]

    def test_a_table_is_pasted_as_well_and_the_same_again_changes_nothing(self, phone, group):
        for plays in (1, 0):
            address = phone.post(reverse("transfer:imports", args=[group.uuid]), {"text": self.TABLE.decode()}).url
            phone.post(address, columns("date", "game", "player", "score"))
            assert phone.get(address).context["coming"] == plays
            phone.post(address, {"bring_in": "1"})
        assert group.plays.count() == 1

    @pytest.mark.parametrize(
        ("chosen", "sentence"),
        [
            (("date", "game", "", "score"), "No column is called “Player”."),
            (("date", "game", "game", "player"), "Several columns are called “Game”."),
            (("date", "game", "player", "x\0"), "Please choose one."),
        ],
    )
    def test_columns_that_cannot_be_are_told(self, phone, group, chosen, sentence):
        address = sent(phone, group, self.TABLE, "plays.csv").url
        answer = phone.post(address, columns(*chosen))
        assert answer.status_code == 422
        assert sentence in text_of(answer)

    def test_nothing_is_neither_a_file_nor_a_table(self, phone, group):
        answer = phone.post(reverse("transfer:imports", args=[group.uuid]), {"text": " \n"})
        assert answer.context["faults"] == ["Please choose a file, or paste a table."]


def columns(*chosen):
    return {"columns": "1", **{f"column-{place}": column for place, column in enumerate(chosen)}}


class TestCollections:
    def test_what_is_owned_is_marked_for_games_that_are_known_and_unmarked_again(self, phone, group):
        page = looked_at(phone, group, COLLECTION.encode())
        assert (page.context["coming"], page.context["preview"]["marks"]) == (0, 3)
        assert "3 marks on games are new." in brought(phone, group, COLLECTION.encode())
        assert set(group.marks.values_list("game_slug", "kind")) == {
            ("azul", "owned"),
            ("azul", "liked"),
            ("catan", "wanted"),
        }
        assert "The marks on games were removed again." in undo(phone, group)
        assert not group.marks.exists()

    def test_plays_of_boardgamegeek_come_as_those_of_others(self, phone, group):
        brought(phone, group, PLAYS.encode())
        assert results(group)[0] == {"Anna": (31, False), "Ben": (43, True)}
        assert [play.state for play in group.plays.order_by("pk")] == ["finished", "stopped", "stopped"]
