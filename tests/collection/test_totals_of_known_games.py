"""Of a known game no more may be known than the totals: it counts in wins and points, and not in what wins."""

import json
import re
from io import BytesIO

import pytest

from companion.history.page_parts import find_item_leads
from companion.models import OwnSheet, Play
from companion.rules import GAMES
from companion.rules.scoring.play_format import NotAPlay
from companion.rules.scoring.result import score_play
from companion.transfer.caravan.imports import import_plays
from tests.lanes import long
from tests.phones import a_play, again, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def group():
    return a_play().group


@pytest.fixture
def phone(group):
    return owners_phone(group.plays.first())


@pytest.fixture
def path(group):
    return f"/groups/{group.uuid}/totals"


def kept(phone, path, **more):
    sent = {"of": "tuareg", "played_on": "2019-11-20", "wins": "most", "player-0": "Anna", "total-0": "41"}
    answer = phone.post(path, {**sent, "player-1": "Ben", "total-1": "38", **more})
    assert answer.status_code == 302, text_of(answer)
    return Play.objects.latest("pk")


def test_the_page_of_a_start_leads_there_and_it_asks_for_no_name_of_a_game(phone, group, path):
    assert "I only have the final scores" in text_of(phone.get(f"/games/tuareg?group={group.uuid}"))
    page = phone.get(path, {"of": "tuareg"})
    assert "Tuareg" in text_of(page)
    assert 'name="title"' not in page.content.decode()
    assert phone.get(path, {"of": "nonesuch"}).status_code == 404


def test_it_is_a_play_of_that_game_on_an_old_evening(phone, group, path):
    play = kept(phone, path)
    assert (play.game_slug, play.is_finished, play.played_on.year) == ("tuareg", True, 2019)
    assert [(seat.points, seat.is_winner) for seat in play.seats.all()] == [(41, True), (38, False)]
    page = text_of(phone.get(f"/plays/{play.uuid}/"))
    assert "Tuareg" in page
    assert "wins by 3 points" in page
    assert "1 play" in text_of(phone.get(f"/groups/{group.uuid}/games/tuareg"))
    assert phone.get(f"/plays/{play.uuid}/sheet").status_code == 200


def test_it_tells_nothing_of_what_wins_and_the_house_rules_stay(phone, group, path):
    before = dict(group.options)
    kept(phone, path)
    assert find_item_leads(group, "tuareg") == []
    group.refresh_from_db()
    assert group.options == before


def test_its_game_is_on_the_shelf_once_and_not_as_totals(phone, group, path):
    for wins in ("most", "most", "fewest"):
        kept(phone, path, wins=wins)
    assert OwnSheet.objects.filter(totals_of="tuareg").count() == 2
    own = OwnSheet.objects.first()
    library = text_of(phone.get("/library", {"group": str(group.uuid)}))
    assert "In your collection" not in library
    for place in (f"/games/{own.slug}", f"/groups/{group.uuid}/sheets/{own.slug}/"):
        assert phone.get(place).status_code == 404
    assert "Tuareg" in text_of(phone.get(f"/games/tuareg?group={group.uuid}"))


@pytest.mark.parametrize("game", [long("azul"), "hearts"])
def test_a_game_of_the_library_is_taken_with_it(phone, group, path, game):
    play = kept(phone, path, of=game, wins="fewest")
    assert play.game_slug == game
    assert [seat.is_winner for seat in play.seats.all()] == [False, True]
    assert group.sheets.filter(slug=game).count() == 1


def test_who_stood_there_and_has_no_total_did_not_play(phone, group, path):
    page = phone.get(path)
    assert 'name="player-2" value="Chris"' in page.content.decode()
    play = kept(phone, path, **{"player-2": "Chris", "offered-2": "Chris", "total-2": ""})
    assert [str(seat) for seat in play.seats.all()] == ["Anna", "Ben"]
    answer = phone.post(path, {"of": "tuareg", "played_on": "2019-11-20", "wins": "most", "player-0": "Dora"})
    assert "Dora has no total" in text_of(answer)


def test_it_goes_out_as_a_file_comes_in_again_and_is_scored_by_the_command(phone, group, path):
    play = kept(phone, path)
    file = phone.get(f"/groups/{group.uuid}/export").getvalue()
    [told] = [each for each in json.loads(file) if each["id"] == str(play.uuid)]
    assert (told["game"], told["totals"]) == ("tuareg", "most")
    assert [seat.points for seat in score_play(told, GAMES).standings] == [41, 38]
    other = a_play()
    import_plays(other.group, BytesIO(file), person=owner_of(other))
    found = other.group.plays.get(game_slug="tuareg", state="finished")
    assert [seat.points for seat in found.seats.all()] == [41, 38]
    assert again(found).sheet.sheet.totals_of == "tuareg"


@pytest.mark.parametrize("totals", ["all", 3, None, ["most"], {}])
def test_a_file_that_says_something_else_of_totals_is_no_play(totals):
    with pytest.raises(NotAPlay):
        score_play({"game": "tuareg", "totals": totals, "seats": [{"player": "Anna"}]}, GAMES)


def test_it_can_be_opened_again_and_played_once_more_as_the_whole_game(phone, group, path):
    play = kept(phone, path)
    phone.post(f"/plays/{play.uuid}/rematch", {"played_on": "2026-11-20"})
    newest = Play.objects.latest("pk")
    assert (newest.game_slug, newest.sheet) == ("tuareg", None)
    phone.post(f"/plays/{play.uuid}/reopen")
    assert again(play).is_open
    assert phone.get(f"/plays/{play.uuid}/", follow=True).status_code == 200


@pytest.mark.parametrize("about", [{}, {"of": "", "title": "Nimm was"}], ids=["known game", "new game"])
def test_tick_breaks_a_tie_of_totals(phone, path, about):
    play = kept(phone, path, **about, **{"total-1": "41", "won-1": "1", "player-2": "Chris", "total-2": "12"})
    assert [(seat.points, seat.is_winner) for seat in play.seats.all()] == [(41, False), (41, True), (12, False)]
    again_without_a_tick = kept(phone, path, **about, wins="")
    assert [seat.is_winner for seat in again_without_a_tick.seats.all()] == [True, False]


def test_reasons_of_a_broken_tie_name_the_tiebreaker_and_those_who_were_tied(phone, path):
    play = kept(phone, path, **{"total-1": "41", "won-1": "1", "player-2": "Chris", "total-2": "12"})
    page = text_of(phone.get(f"/plays/{play.uuid}/"))
    reasons = page[page.index("where every point comes from") :]
    assert "Has won" not in reasons
    assert re.search(r"Tiebreaker\W+Ben\b", reasons)
    assert "Ben: tied at 41; decided at the table" in reasons
    assert "Anna: tied at 41" in reasons
    assert "Chris: tied" not in reasons


def ranks_of(play):
    return {seat.player.name: seat.rank for seat in play.seats.all()}


@pytest.mark.parametrize("about", [{}, {"of": "", "title": "Nimm was"}], ids=["known game", "new game"])
@pytest.mark.parametrize(("wins", "behind"), [("most", ("12", "30", "12")), ("fewest", ("90", "70", "90"))])
def test_those_behind_a_broken_tie_are_ranked_by_their_totals(phone, path, about, wins, behind):
    others = {"player-2": "Chris", "player-3": "Dora", "player-4": "Emil"}
    others |= {f"total-{place}": total for place, total in enumerate(behind, 2)}
    play = kept(phone, path, **about, wins=wins, **{"total-1": "41", "won-1": "1"}, **others)
    assert ranks_of(play) == {"Ben": 1, "Anna": 2, "Dora": 3, "Chris": 4, "Emil": 4}


def test_two_winners_of_a_broken_tie_share_the_first_rank(phone, path):
    ticks = {"won-0": "1", "won-1": "1", "total-1": "41"}
    play = kept(phone, path, **ticks, **{"player-2": "Chris", "total-2": "41", "player-3": "Dora", "total-3": "5"})
    assert ranks_of(play) == {"Anna": 1, "Ben": 1, "Chris": 3, "Dora": 4}


@pytest.mark.parametrize(
    "totals",
    [("41", "38", "12"), ("38", "41", "12"), ("41", "41", "")],
    ids=["no tie to break", "winner without the best total", "a total unknown"],
)
def test_noted_totals_rank_nobody_unless_a_tie_was_broken(phone, path, totals):
    noted = {f"total-{place}": total for place, total in enumerate(totals)}
    play = kept(phone, path, wins="winner", **noted, **{"won-0": "1", "player-2": "Chris", "played-2": "1"})
    assert ranks_of(play) == {"Anna": 1, "Ben": 2, "Chris": 2}


def test_tick_that_agrees_with_the_totals_changes_nothing(phone, path):
    play = kept(phone, path, **{"won-0": "1"})
    assert play.sheet.data["wins"] == "most"
    assert [seat.is_winner for seat in play.seats.all()] == [True, False]


def test_tick_of_a_player_without_the_best_total_is_refused(phone, path):
    sent = {"of": "tuareg", "played_on": "2019-11-20", "wins": "most", "player-0": "Anna", "total-0": "41"}
    answer = phone.post(path, {**sent, "player-1": "Ben", "total-1": "38", "won-1": "1"})
    assert "Ben is ticked as the winner but doesn’t have the best total." in text_of(answer)
    assert not Play.objects.filter(played_on="2019-11-20").exists()


@pytest.mark.parametrize("totals", [("41", "41"), ("", "")], ids=["with totals", "without totals"])
def test_printed_sheet_of_a_play_that_notes_the_winner_shows_no_points(phone, path, totals):
    play = kept(phone, path, wins="winner", **{"total-0": totals[0], "total-1": totals[1], "won-1": "1"})
    text = text_of(phone.get(f"/plays/{play.uuid}/sheet"))
    assert "Ben wins" in text
    assert not re.search(r"\b0\b|\+0", text)
    assert "corrected since" not in text
