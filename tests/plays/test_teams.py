"""Who plays together has one card: a team, or everybody in a game against the game."""

import re
from io import BytesIO

import pytest
from django.test import Client

from companion.entry.scorepad import Scorepad
from companion.history.statistics_rows import history_of
from companion.models import Play
from companion.plays import lifecycle
from companion.statistics.rivals import count_pairs
from companion.statistics.wins import count_wins
from companion.transfer.caravan.imports import import_plays
from tests.phones import a_play, again, at, count, form_to, guests_phone, owner_of, owners_phone, seat_of, send, text_of

pytestmark = pytest.mark.django_db

FOUR = ("Anna", "Ben", "Chris", "Dora")


def started(phone, slug, names, **more):
    return phone.post(f"/games/{slug}", {"player": names, "played_on": "2026-11-20", **more})


def in_teams(*teams, slug="tichu", names=FOUR):
    """A play of these teams, and its owner's phone."""
    phone = Client()
    answer = started(phone, slug, names, team=teams)
    assert answer.status_code == 302, text_of(answer)
    return Play.objects.latest("pk"), phone


def over(play, stage="1", **cards):
    """The play after its only round."""
    count(play, stage=stage, **cards)
    lifecycle.close_stage(again(play), again(play).game.stage(stage), person=owner_of(play), anyway=True)
    if again(play).game.rounds:
        again(play).touch(rounds_over=True)
    lifecycle.finish(again(play), person=owner_of(play))
    return again(play)


def names_above(play):
    return [seat.player.name for seat in Scorepad(again(play)).seats]


class TestStart:
    def test_once_it_is_known_who_plays_it_is_asked_who_plays_with_whom(self):
        phone = Client()
        answer = started(phone, "tichu", FOUR)
        assert answer.status_code == 200
        assert not Play.objects.exists()
        text = text_of(answer)
        assert "Who’s on which team?" in text
        # By turns they sit, so by turns they are proposed.
        assert [option for option in ("team 1", "team 2") if option in text] == ["team 1", "team 2"]
        fields = form_to("/games/tichu", answer)
        assert fields["team"] == ["1", "2", "1", "2"]
        assert phone.post("/games/tichu", fields).status_code == 302
        play = Play.objects.get()
        assert [seat.team for seat in play.seats.all()] == [1, 2, 1, 2]
        assert names_above(play) == ["Anna & Chris", "Ben & Dora"]

    def test_who_played_together_last_time_is_proposed_again(self):
        play, phone = in_teams(1, 1, 2, 2)
        answer = started(phone, "tichu", ("Dora", "Anna", "Chris", "Ben"), group=str(play.group.uuid))
        fields = form_to("/games/tichu", answer)
        assert fields["team"] == ["2", "1", "2", "1"]

    def test_all_in_one_team_have_nobody_to_play_against(self):
        answer = started(Client(), "tichu", FOUR, team=[1, 1, 1, 1])
        assert answer.status_code == 422
        assert "there are no opponents" in text_of(answer)
        assert not Play.objects.exists()

    def test_rubbish_instead_of_teams_is_nobody_in_a_team_or_asked_again(self):
        assert started(Client(), "tichu", FOUR, team=["x", "", "-1", "99999999999"]).status_code == 302
        assert {seat.team for seat in Play.objects.get().seats.all()} == {0}
        assert started(Client(), "tichu", FOUR, team=["1"]).status_code == 200

    def test_who_is_here_is_asked_for_teams_at_once_on_the_page_of_the_group(self):
        play, phone = in_teams(1, 1, 2, 2)
        answer = phone.post(f"/groups/{play.group.uuid}/start", {"game": "tichu", "player": FOUR}, follow=True)
        fields = form_to("/games/tichu", answer)
        phone.post("/games/tichu", fields)
        assert play.group.plays.count() == 2

    def test_a_rematch_keeps_the_teams(self):
        play, phone = in_teams(1, 2, 2, 1)
        over(play, anna={"cards": 100})
        phone.post(f"/plays/{play.uuid}/rematch", {"played_on": "2026-11-20"})
        newest = Play.objects.latest("pk")
        assert newest != play
        assert [seat.team for seat in newest.seats.all()] == [1, 2, 2, 1]


class TestCards:
    def test_there_is_a_column_a_team(self):
        play, phone = in_teams(1, 2, 1, 2)
        page = phone.get(f"/plays/{play.uuid}/").content.decode()
        assert len(re.findall(r'scope="col" class="p\d[^"]*" data-seat', page)) == 2
        assert "Anna &amp; Chris" in page

    def test_any_of_the_team_may_be_the_phone_that_enters_it(self):
        play, phone = in_teams(1, 2, 1, 2)
        page = phone.get(f"/plays/{play.uuid}/seats/mine").content.decode()
        assert page.count('type="checkbox" name="seat"') == 2

    def test_question_about_two_figures_names_the_team(self):
        play, phone = in_teams(1, 2, 1, 2)
        for number, other in (("60", guests_phone(play)), ("40", phone)):
            send(other, play, "Anna", stage="1", revision=0, cards=number)
        assert "Anna & Chris, card points: two phones" in text_of(phone.get(f"/plays/{play.uuid}/"))

    def test_the_card_that_was_begun_stays_with_the_team_whoever_moves_or_goes(self):
        play, phone = in_teams(1, 2, 1, 2, slug="canasta")
        count(play, stage="1", anna={"melds": 300})
        chris = seat_of(play, "Chris")
        for _ in range(2):
            phone.post(f"/plays/{play.uuid}/seats", {"up": chris.pk})
        assert names_above(play)[0] == "Chris & Anna"
        pad = Scorepad(again(play))
        assert [bool(card.amounts) for card in pad.cards_of(play.game.stages[0])] == [True, False]

    def test_whoever_leaves_leaves_the_card_of_the_team(self):
        play, phone = in_teams(1, 1, 2, 2, 2, slug="codenames", names=(*FOUR, "Emil"))
        count(play, stage="end", anna={"winner__": "yes"})
        phone.post(f"/plays/{play.uuid}/seats", {"remove": seat_of(play, "Anna").pk, "yes": "1"})
        pad = Scorepad(again(play))
        assert {seat.player.name for seat in pad.everybody} == {"Ben", "Chris", "Dora", "Emil"}
        assert pad.cards_of(play.game.stages[0])[0].amounts == {"winner__": "yes"}

    def test_a_seat_changes_its_team_until_its_team_has_begun(self):
        play, phone = in_teams(1, 1, 2, 2, slug="codenames")
        path = f"/plays/{play.uuid}/seats"
        phone.post(path, {"of_team": seat_of(play, "Ben").pk, "team": "2"})
        assert names_above(play) == ["Anna", "Ben & Chris & Dora"]
        answer = phone.post(path, {"of_team": seat_of(play, "Anna").pk, "team": "2"})
        assert "there are no opponents" in text_of(answer)
        count(play, stage="end", ben={"winner__": "yes"})
        answer = phone.post(path, {"of_team": seat_of(play, "Ben").pk, "team": "1"})
        assert "so the score sheet stays with this player." in text_of(answer)

    def test_three_against_one_while_counting_is_refused_when_it_is_scored(self):
        play, phone = in_teams(1, 2, 1, 2)
        phone.post(at("plays:seats", play), {"of_team": seat_of(play, "Ben").pk, "team": "1"})
        assert names_above(play) == ["Anna & Ben & Chris", "Dora"]
        count(play, stage="1", anna={"cards": 60}, dora={"cards": 40})
        answer = phone.post(at("plays:close", play, "1"), follow=True)
        assert "Each team has the same number of players." in text_of(answer)
        assert again(play).closed_stages == 0


class TestResults:
    def test_each_of_a_team_has_what_the_team_has(self):
        play, phone = in_teams(1, 2, 1, 2)
        play = over(play, anna={"cards": 60}, ben={"cards": 40})
        assert [(seat.points, seat.rank, seat.is_winner) for seat in play.seats.all()] == [
            (60, 1, True),
            (40, 2, False),
            (60, 1, True),
            (40, 2, False),
        ]
        page = text_of(phone.get(f"/plays/{play.uuid}/"))
        assert "Anna & Chris" in page
        assert "win by 20 points" in page
        sheet = phone.get(f"/plays/{play.uuid}/sheet").content.decode()
        assert re.findall(r'<svg class="bar([^"]*)"', sheet) == [" won", ""]
        assert "by 20" in text_of(phone.get(f"/groups/{play.group.uuid}/plays"))

    @pytest.mark.parametrize("is_over", [True, False])
    def test_a_corrected_figure_moves_the_points_of_its_team(self, is_over):
        play, phone = in_teams(1, 2, 1, 2)
        if is_over:
            play = over(play, anna={"cards": 60}, ben={"cards": 40})
        else:
            count(play, anna={"cards": 60}, ben={"cards": 40})
            lifecycle.close_stage(again(play), again(play).game.stage("1"), person=owner_of(play))
        address = at("plays:correct", play, "1", again(play).game.stage("1").items[0].key)
        form = form_to(address, phone.get(address))
        ben = seat_of(play, "Ben").pk
        page = text_of(phone.get(phone.post(address, form | {f"seat{ben}-tichu_lost": ["1"]}).url))
        assert "Corrected: Ben & Dora: Tichu failed – → 1 · Ben & Dora −100" in page
        assert phone.get(f"/plays/{play.uuid}/").status_code == 200

    def test_a_team_wins_as_one_and_its_players_are_not_rivals(self):
        play, _phone = in_teams(1, 2, 1, 2)
        over(play, anna={"cards": 60}, ben={"cards": 40})
        history = history_of(play.group)
        anna = seat_of(play, "Anna").player.pk
        wins = count_wins(history)[anna]
        assert (wins.wins, wins.shared, wins.credit, wins.chance) == (1, 0, 1.0, 0.5)
        assert len(count_pairs(history)) == 4

    @pytest.mark.long
    def test_it_goes_out_and_comes_in_as_a_file_with_its_teams(self):
        play, phone = in_teams(1, 2, 1, 2)
        over(play, anna={"cards": 60}, ben={"cards": 40})
        file = phone.get(f"/groups/{play.group.uuid}/export").getvalue()
        assert b'"team": "1"' in file
        other = a_play()
        import_plays(other.group, BytesIO(file), person=owner_of(other))
        found = other.group.plays.get(game_slug="tichu")
        assert [(seat.points, seat.team) for seat in found.seats.all()] == [(60, 1), (40, 2), (60, 1), (40, 2)]


class TestTogether:
    def test_all_have_one_card_and_win_or_lose_together(self):
        phone = Client()
        started(phone, "pandemic", FOUR, difficulty="five")
        play = Play.objects.latest("pk")
        page = phone.get(f"/plays/{play.uuid}/").content.decode()
        assert len(re.findall(r'scope="col" class="p\d[^"]*" data-seat', page)) == 1
        rows = {row["key"] for row in play.sheet.data["rows"]}
        won = play.sheet.data["won"]["row"]
        assert won in rows
        play = over(play, stage="end", anna={won: "yes"})
        assert {seat.is_winner for seat in play.seats.all()} == {True}
        page = text_of(phone.get(f"/plays/{play.uuid}/"))
        assert "Won together A Anna B Ben C Chris D Dora" in page
        assert "share the win" not in page
        assert "cures discovered: yes" not in page
        assert re.search("yes ?, Correct", page), page[:400]
        assert "co-op win" in text_of(phone.get(f"/groups/{play.group.uuid}/plays"))
        assert count_pairs(history_of(play.group)) == []
        assert phone.get(f"/plays/{play.uuid}/watch").status_code == 200
        page = text_of(phone.get(f"/groups/{play.group.uuid}/games/pandemic"))
        assert "Co-op 1 of 1 won" in page
        assert "Co-op: won 1 of 1" in text_of(phone.get(f"/groups/{play.group.uuid}/games"))
        anna = play.group.players.get(name="Anna")
        page_of_anna = text_of(phone.get(f"/groups/{play.group.uuid}/players/{anna.pk}"))
        assert "Pandemic Co-op: 1 of 1 won" in page_of_anna
        assert "5 epidemics (standard) 1 1 100" in page
        assert "4 epidemics" not in page
        assert owners_phone(play).get(f"/plays/{play.uuid}/trail").status_code == 200


class TestWithoutPoints:
    def test_it_says_who_won_and_counts_no_points(self):
        play, phone = in_teams(1, 2, 1, 2, slug="codenames")
        play = over(play, stage="end", anna={"winner__": "yes"}, ben={"winner__": "no"})
        assert [seat.is_winner for seat in play.seats.all()] == [True, False, True, False]
        page = phone.get(f"/plays/{play.uuid}/")
        podium = page.content.decode().partition('<section class="podium')[2].partition("</section>")[0]
        assert "Anna and Chris" in podium
        assert "points" not in podium
        assert "tie" not in podium
        why = text_of(page).partition(" where every point comes from ")[2]
        assert "Has won Anna & Chris Anna & Chris yes , · Ben & Dora no " in why
        assert "nobody" not in why
        assert "+0" not in why

    @pytest.mark.parametrize(("bens", "shown"), [({"winner__": "no"}, "no"), ({}, "")])
    def test_no_reads_no_everywhere_and_what_was_not_answered_stays_empty(self, bens, shown):
        play, phone = in_teams(1, 2, 1, 2, slug="codenames")
        play = over(play, stage="end", anna={"winner__": "yes"}, ben=bens)
        result = phone.get(f"/plays/{play.uuid}/").content.decode()
        [anna, ben] = re.findall(r'<td class="cell[^"]*"><a id="at-end-winner__-.*?<b[^>]*>(.*?)</b>', result)
        assert (anna, ben) == ("yes", shown)
        for page in ("watch", "sheet"):
            text = text_of(phone.get(f"/plays/{play.uuid}/{page}"))
            row = re.search("has won yes(?: (no|–|✓))?", text, re.IGNORECASE)
            assert (row[1] or "") == shown, page

    @pytest.mark.long
    def test_where_nobody_is_ticked_nobody_has_won(self):
        play, phone = in_teams(1, 2, 1, 2, slug="codenames")
        play = over(play, stage="end", anna={"winner__": "no"}, ben={"winner__": "no"})
        assert not any(seat.is_winner for seat in play.seats.all())
        page = text_of(phone.get(f"/plays/{play.uuid}/"))
        assert "Nobody has won" in page
        assert "Has won nobody" in page


def test_phone_of_a_team_is_told_by_the_name_of_its_column():
    play, phone = in_teams(1, 2, 1, 2)
    guest = guests_phone(play)
    seat = play.seats.get(player__name="Anna")
    guest.post(at("plays:mine", play), {"seat": seat.pk})
    phone.post(at("plays:mine", play), {"seat": seat.pk, "anyway": "1"})
    assert "now counts for Anna & Chris." in text_of(guest.get(at("plays:play", play)))
