"""A game that is a sheet is started, counted, ended and looked up like one that has a module."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from companion.entry.merging import Sent
from companion.entry.saving import save_holdings
from companion.entry.scorepad import Scorepad
from companion.models import Event, OwnSheet, Play
from companion.models.sheets import add_sheet, games_of
from companion.plays import lifecycle
from companion.rules import GAMES
from tests.phones import a_play, again, count, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db

EXPANSIONS = ("more", "seafarers", "knights")
OURS = {
    "format": "caravan.sheet/1",
    "title": "Our game",
    "players": [2, 5],
    "rows": [{"key": "forests", "label": "forests", "kind": "most", "places": [5, 2], "ties": "share"}],
}

TRICK, NO_TRICK = {"tricks__bid": 1, "tricks__made": 1}, {"tricks__bid": 0, "tricks__made": 0}


def started(phone, slug, *names, **more):
    answer = phone.post(f"/games/{slug}", {"player": names, "played_on": "2026-11-20", **more})
    assert answer.status_code == 302, answer.content.decode()[-2000:]
    return Play.objects.latest("pk")


def close(play, stage, **cards):
    count(play, stage=stage, **cards)
    lifecycle.close_stage(again(play), again(play).game.stage(stage), person=owner_of(play))
    return again(play)


def test_a_game_of_the_library_is_started_like_any_other():
    phone = Client()
    assert "Azul" in phone.get("/games/azul").content.decode()
    play = started(phone, "azul", "Anna", "Ben")
    assert play.sheet.data["key"] == "azul"
    assert "Azul" in phone.get(f"/plays/{play.uuid}/", follow=True).content.decode()


def test_it_is_counted_and_ends_with_its_points_and_reasons():
    play = started(Client(), "azul", "Anna", "Ben")
    play = close(play, "end", anna={"track": 48, "lines": 2}, ben={"track": 50})
    phone = owners_phone(play)
    assert "2\u00a0×\u00a02" in phone.get(f"/plays/{play.uuid}/stages/end").content.decode()
    phone.post(f"/plays/{play.uuid}/finish")
    page = phone.get(f"/plays/{play.uuid}/", follow=True).content.decode()
    assert "52" in page
    assert [seat.is_winner for seat in play.seats.all()] == [True, False]
    group = f"/groups/{play.group.uuid}/"
    for path in ("", "plays", "tonight", "settings", "export", "sheet", "games/azul"):
        answer = phone.get(group + path)
        assert answer.status_code == 200, path
        assert answer.getvalue(), path
    assert phone.get(f"/plays/{play.uuid}/sheet").status_code == 200
    player = play.seats.get(player__name="Anna").player
    assert "Azul" in phone.get(f"{group}players/{player.pk}").content.decode()
    assert phone.get(f"/games/azul/sheet?group={play.group.uuid}").status_code == 200


def test_more_may_play_where_an_expansion_is_ticked_and_otherwise_not():
    names = ["Anna", "Ben", "Chris", "Dora", "Emil"]
    phone = Client()
    answer = phone.post(
        "/games/catan", {"player": names, "played_on": "2026-11-20", **dict.fromkeys(EXPANSIONS, "False")}
    )
    assert answer.status_code == 422
    assert "Catan is for 3 to 4 players, not 5." in answer.content.decode()
    play = started(phone, "catan", *names, **dict.fromkeys(EXPANSIONS, "True"))
    assert play.seats.count() == 5
    close(play, "end", **{name.lower(): {"settlements": 2} for name in names})


class TestRounds:
    def test_there_is_always_one_more_until_the_table_says_so(self):
        play = started(Client(), "wizard", "Anna", "Ben", "Chris")
        miss = {"tricks__bid": 1, "tricks__made": 0}
        for number in (1, 2):
            assert play.stage.key == str(number)
            hit = {"tricks__bid": number, "tricks__made": number}
            play = close(play, str(number), anna=hit, ben=miss, chris=miss)
        phone = owners_phone(play)
        page = phone.get(f"/plays/{play.uuid}/stages/2").content.decode()
        assert "End the game after this round" in page
        assert "Count round 3" in page
        phone.post(f"/plays/{play.uuid}/last-round")
        play = again(play)
        assert play.is_finished
        assert [seat.points for seat in play.seats.all()] == [70, -20, -20]
        assert len(play.game.stages) == 2

    def test_they_end_by_themselves_at_a_total(self):
        play = started(Client(), "6-nimmt", "Anna", "Ben")
        play = close(play, "1", anna={"heads": 40}, ben={"heads": 3})
        assert play.stage.key == "2"
        play = close(play, "2", anna={"heads": 30}, ben={"heads": 3})
        assert play.stage is None
        lifecycle.finish(play, person=owner_of(play))
        assert [seat.is_winner for seat in play.seats.all()] == [False, True]

    def test_a_round_that_has_begun_is_counted_first(self):
        play = close(started(Client(), "wizard", "Anna", "Ben", "Chris"), "1", anna=TRICK, ben=NO_TRICK, chris=NO_TRICK)
        count(play, stage="2", anna={"tricks__bid": 1}, is_in=False)
        answer = owners_phone(play).post(f"/plays/{play.uuid}/last-round", follow=True)
        assert "Round 2 has started: enter its scores before the play ends." in answer.content.decode()
        assert again(play).is_open

    @pytest.mark.long
    def test_a_play_of_many_rounds_asks_no_more_than_one_of_few(self):
        play = started(Client(), "skull-king", "Anna", "Ben")
        phone, asked = owners_phone(play), []
        for number in range(1, 7):
            play = close(play, str(number), anna={}, ben={})
            with CaptureQueriesContext(connection) as queries:
                phone.get(f"/plays/{play.uuid}/")
            asked.append(len(queries))
        assert max(asked[1:]) == asked[1]


class TestTogether:
    def test_one_card_is_enough_and_all_lose_without_its_being_a_draw(self):
        play = started(Client(), "pandemic", "Anna", "Ben", difficulty="six")
        play = close(play, "end", anna={"cured": "no", "cures": 2})
        assert play.stage is None
        lifecycle.finish(play, person=owner_of(play))
        play = again(play)
        assert (play.is_lost, play.is_draw) == (True, False)
        player = play.seats.get(player__name="Anna").player
        page = owners_phone(play).get(f"/groups/{play.group.uuid}/players/{player.pk}").content.decode()
        assert "draw" not in page


class TestOwn:
    def its_play(self):
        """A group, and a play it has started of its own game."""
        first = a_play()
        add_sheet(first.group, OURS, slug="own-1", person=owner_of(first))
        phone = owners_phone(first)
        return started(phone, "own-1", "Anna", "Ben", group=str(first.group.uuid)), phone

    def test_it_is_played_by_its_group(self):
        play, phone = self.its_play()
        play = close(play, "end", anna={"forests": 5}, ben={"forests": 3})
        assert "Most forests: 5, ahead of Ben with 3" in phone.get(f"/plays/{play.uuid}/stages/end").content.decode()
        assert "Our game" in phone.get(f"/groups/{play.group.uuid}/").content.decode()

    def test_nobody_else_sees_it(self):
        play, phone = self.its_play()
        other = owners_phone(a_play())
        for path in ("/games/own-1", "/games/own-1/sheet", "/games/own-1/timer"):
            assert other.get(path).status_code == Client().get(path).status_code == 404, path
            assert phone.get(path).status_code == 200
        assert other.post("/games/own-1", {"player": ["A", "B"]}).status_code == 404

    def test_a_play_keeps_the_version_it_was_started_with(self):
        play, phone = self.its_play()
        changed = {**OURS, "rows": [{**OURS["rows"][0], "places": [9]}]}
        add_sheet(play.group, changed, slug="own-1", person=None)
        play = close(play, "end", anna={"forests": 5}, ben={"forests": 3})
        assert [standing.points for standing in Scorepad(play).result.standings] == [5, 2]
        again_ = lifecycle.rematch(play, person=owner_of(play), played_on=play.played_on)
        assert again_.sheet.number == 2
        # The game of its own is there once, whatever version.
        assert games_of(play.group).keys() == {*GAMES, "own-1"}

    def test_its_plays_come_out_and_in_again(self):
        play, phone = self.its_play()
        play = close(play, "end", anna={"forests": 5}, ben={"forests": 3})
        lifecycle.finish(play, person=owner_of(play))
        answer = phone.get(f"/groups/{play.group.uuid}/export")
        exported = json.loads(b"".join(answer.streaming_content) if answer.streaming else answer.content)
        assert [each["points"] for each in exported[-1]["seats"]] == [5, 2]


def test_a_play_of_the_library_comes_in_by_import_and_its_game_is_taken():
    play = a_play()
    seats = [
        {"player": name, "stages": {"1": {"heads": first}, "2": {"heads": second}}}
        for name, first, second in (("Anna", 12, 3), ("Ben", 40, 30))
    ]
    file = SimpleUploadedFile("x.json", json.dumps([{"game": "6-nimmt", "state": "finished", "seats": seats}]).encode())
    answer = owners_phone(play).post(f"/groups/{play.group.uuid}/import", {"file": file})
    assert answer.status_code in (200, 302), answer.content.decode()
    new = Play.objects.get(game_slug="6-nimmt")
    assert new.is_finished
    assert new.sheet.sheet.group == play.group
    assert [seat.is_winner for seat in new.seats.all()] == [True, False]
    assert len(new.game.stages) == 2
    assert new.events.get().kind == Event.Kind.IMPORT
    assert OwnSheet.objects.get().slug == "6-nimmt"


def test_tie_is_told_only_once_no_further_round_is_to_be_played():
    first, coins = a_play(), [{"asked": "coins", "label": "coins left"}]
    add_sheet(first.group, OURS | {"rounds": {"number": 2}, "ties": coins}, slug="own-1", person=owner_of(first))
    phone = owners_phone(first)
    play = started(phone, "own-1", "Anna", "Ben", group=str(first.group.uuid))
    for stage in ("1", "2"):
        play = close(play, stage, anna={"forests": 5}, ben={"forests": 5})
        page = phone.get(f"/plays/{play.uuid}/stages/{stage}").content.decode()
        assert ("Tie for first place" in page) == (stage == "2")


def test_what_is_no_game_is_not_found():
    for path in ("/games/nonesuch", "/games/nonesuch/sheet", "/games/nonesuch/timer"):
        assert Client().get(path).status_code == 404


class TestImpossible:
    """A row that needs another is refused as soon as its seat has entered both."""

    def faults(self, play, stage):
        return [(each.code, each.seat, each.field) for each in Scorepad(again(play)).impossible(play.game.stage(stage))]

    def test_a_bonus_of_a_missed_bid_is_refused_while_nobody_else_has_counted(self):
        play = started(Client(), "skull-king", "Anna", "Ben")
        count(play, is_in=False, anna={"tricks__bid": 1, "bonus": 20})
        assert self.faults(play, "1") == []
        count(play, is_in=False, anna={"tricks__bid": 1, "tricks__made": 0, "bonus": 20})
        assert self.faults(play, "1") == [("needs", "Anna", "bonus")]
        page = owners_phone(play).get(f"/plays/{play.uuid}/").content.decode()
        assert 'data-field-at="bonus tricks__bid tricks__made" data-name="Anna"' in page
        count(play, is_in=False, anna={"tricks__bid": 1, "tricks__made": 1, "bonus": 20})
        assert self.faults(play, "1") == []

    def test_a_question_that_is_not_answered_yet_is_missed_only_once_its_card_is_in(self):
        play = started(Client(), "canasta", "Anna", "Ben", "Clara", "Dirk", team=[1, 2, 1, 2])
        seat = Scorepad(play).seats[0]
        for is_in, told in (False, []), (True, [("needs", seat.player.name, "concealed")]):
            base = Scorepad(again(play)).card(seat, play.stage).revision
            sent = Sent(entries={"concealed": "yes"}, base=base, save_id=f"save {is_in}", is_in=is_in)
            with transaction.atomic():
                save_holdings(again(play), seat, play.stage, sent, person=owner_of(play))
            assert self.faults(play, play.stage.key) == told


def test_result_shows_bids_with_tricks_made_and_says_no_points_twice():
    play = started(Client(), "skull-king", "Anna", "Ben")
    anna, ben = {"tricks__bid": 1, "tricks__made": 1, "bonus": 10}, {"tricks__bid": 1, "tricks__made": 0, "bonus": 0}
    play = close(play, "1", anna=anna, ben=ben)
    phone = owners_phone(play)
    page = phone.get(f"/plays/{play.uuid}/stages/1").content.decode()
    assert '<small class="answer">1/1</small>' in page
    assert '<small class="answer">1/0</small>' in page
    text = text_of(phone.get(f"/plays/{play.uuid}/stages/1"))
    assert "Tricks Anna +20 Ben −10 Anna 1/1 , · Ben 1/0" in text
    assert "Bonus Anna +10 Anna +10 :" in text


def test_result_answers_yes_or_no_with_no_instead_of_0():
    play = started(Client(), "yahtzee", "Anna", "Ben")
    key = play.stage.key
    play = close(play, key, anna={"full": "no"}, ben={"full": "yes"})
    page = owners_phone(play).get(f"/plays/{play.uuid}/stages/{key}").content.decode()
    assert '<b class="long">no</b>' in page


def test_co_op_counts_one_column_without_saying_how_many():
    play = started(Client(), "pandemic", "Anna", "Ben", difficulty="six")
    text = text_of(owners_phone(play).get(f"/plays/{play.uuid}/"))
    assert "of 1 counted" not in text and "of 2 counted" not in text


def test_game_without_points_shows_none_while_it_is_counted():
    play = started(Client(), "pandemic", "Anna", "Ben", difficulty="six")
    count(play, stage=play.game.stages[0].key, anna={"cured": "yes", "cures": 4})
    text = text_of(owners_phone(play).get(f"/plays/{play.uuid}/"))
    assert "+0" not in text
    assert "Choose my players" not in text


def test_menu_offers_values_and_rules_only_if_the_game_has_some():
    for game, has_some in (("skull-king", False), ("pandemic", True)):
        play = started(Client(), game, "Anna", "Ben", **({"difficulty": "six"} if has_some else {}))
        text = text_of(owners_phone(play).get(f"/plays/{play.uuid}/more"))
        assert ("Card values and rules" in text) is has_some


def test_corner_names_teams_where_teams_count():
    four, two = ("Anna", "Ben", "Clara", "Doro"), ("Anna", "Ben")
    for game, names, more, word in (("tichu", four, {"team": [1, 2, 1, 2]}, "by team"), ("azul", two, {}, "by player")):
        play = started(Client(), game, *names, **more)
        assert f"↓ {word}" in text_of(owners_phone(play).get(f"/plays/{play.uuid}/", follow=True))
