"""Help during the game: where it is found, what is said without JavaScript, and how a game becomes a play."""

import html
import itertools
import json
import re

import pytest
from django.test import Client

from companion.models import CardSave, Play
from companion.rules import GAMES
from companion.rules.player_aids import referees_of
from tests.lanes import each_third, long
from tests.phones import a_play, card_of, fields_of, guests_phone, owners_phone, text_of

GAME = "/games/five-tribes-solo"
PAGE = f"{GAME}/referee/yazid/"
BEGIN = {"do": "begin"}
DICE = {"do": "dice", "white": 2, "black": 4}
BUILDER = {"do": "take", "figure": "builder"}
CLEAR = {"do": "clear", "camel": "none", "blue": 4}
# What no page of ours sends as its journal.
RUBBISH = ["x", "{}", "[[[", "7", "[" * 20_000, '["x"]', "[null]", "[" + "1," * 6000 + "1]"]
LOST = [DICE, BUILDER, CLEAR, {"set": "gold", "to": 3}, DICE, BUILDER, {"do": "clear", "camel": "his"}]


def solo(**options):
    return a_play(game="five-tribes-solo", names=["Anna"], options=options)


def in_play(play):
    return f"{PAGE}?play={play.uuid}"


def fill_in(play, *journal, sent=None):
    """Send what the referee's page of a play sends after these steps, to fill in the card."""
    journal = json.dumps(journal) if sent is None else sent
    return owners_phone(play).post(in_play(play), {"journal": journal, "referee": "yazid", "keep": "1"})


def table_in(page):
    """What the page hands over to the referee."""
    return page.context["table"]


def without_javascript(page):
    """What stands there where no script runs."""
    [said] = re.findall(r"<main.*<noscript>(.*?)</noscript>", page.content.decode(), re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", said)).split())


class TestWhereItIs:
    @pytest.mark.parametrize("slug", GAMES)
    def test_every_games_page_leads_to_its_help(self, slug):
        assert f'href="/games/{slug}/referee/"' in Client().get(f"/games/{slug}").content.decode()
        assert Client().get(f"/games/{slug}/referee/").status_code == 200

    def test_the_help_leads_to_its_referees(self):
        assert f'href="{PAGE}"' in Client().get(f"{GAME}/referee/").content.decode()

    @pytest.mark.parametrize("players", [long(3), 4, 5])
    def test_what_is_there_for_five_players_alone_is_offered_to_no_other_play(self, players):
        play = a_play(game="basari", names=["Anna", "Ben", "Chris", "Dora", "Max"][:players])
        help_page = owners_phone(play).get(f"/games/basari/referee/?play={play.uuid}").content.decode()
        assert "/games/basari/referee/bidding/" in help_page
        assert ("/games/basari/referee/exchange/" in help_page) == (players == 5)
        # Where nobody knows how many will play, it is.
        assert "/games/basari/referee/exchange/" in Client().get("/games/basari/referee/").content.decode()

    def test_a_plays_page_leads_to_its_help_and_that_to_each_referee_and_back_the_same_way(self):
        play = solo()
        phone = owners_phone(play)
        help_page = f"{GAME}/referee/?play={play.uuid}"
        steps = [f"/plays/{play.uuid}/", help_page, f"{PAGE}?play={play.uuid}"]
        for here, there in itertools.pairwise(steps):
            assert f'href="{there}"' in phone.get(here).content.decode()
            assert f'href="{here}"' in phone.get(there).content.decode()

    @pytest.mark.parametrize("path", [f"{GAME}/referee/nobody/", "/games/nonesuch/referee/", "/games/x/referee/yazid/"])
    def test_there_is_no_page_of_a_referee_nobody_knows(self, path):
        assert Client().get(path).status_code == 404

    def test_a_play_is_told_of_only_to_who_may_see_it(self):
        play = solo()
        page = f"{PAGE}?play={play.uuid}"
        assert guests_phone(play).get(page).status_code == 200
        assert Client().get(page).status_code == 404

    @pytest.mark.parametrize("rubbish", ["x", "", "0c0ffee0-0000-4000-8000-000000000000"])
    def test_a_play_that_is_none_has_no_referee(self, rubbish):
        assert owners_phone(solo()).get(f"{PAGE}?play={rubbish}").status_code == 404

    def test_a_play_of_another_game_has_not_this_one(self):
        play = a_play()
        assert owners_phone(play).get(f"{PAGE}?play={play.uuid}").status_code == 404


@pytest.mark.parametrize("slug", GAMES)
class TestWithoutJavaScript:
    def test_each_says_so_and_tells_what_it_can_of_start_and_end(self, slug):
        for referee in referees_of(slug):
            page = Client().get(f"/games/{slug}/referee/{referee.KEY}/")
            said = without_javascript(page)
            assert said.startswith("This help needs JavaScript, which is off in this browser.")
            assert str(GAMES[slug].last_round) in said
            assert str(GAMES[slug].first_player or "") in said
            assert f'href="/games/{slug}#setup"' in page.content.decode()

    def test_nothing_stands_there_that_would_do_nothing(self, slug):
        for referee in referees_of(slug):
            page = Client().get(f"/games/{slug}/referee/{referee.KEY}/").content.decode()
            [_before, asked] = page.split('<div id="asked" hidden>')
            assert "<button" in asked
            assert "<button" not in _before.split("<main", 1)[1]


class TestWhatItBeginsWith:
    @pytest.mark.parametrize(("language", "water"), [("en", "water"), ("de", "Wasser"), ("ja", "水")])
    def test_labels_are_those_of_the_card_in_the_readers_language(self, language, water):
        page = Client(headers={"accept-language": language}).get("/games/tuareg/referee/loading/")
        assert table_in(page)["labels"]["water"] == water

    @pytest.mark.parametrize(
        ("language", "gold"), [("en", "starting gold"), ("de", "Startgold"), ("ja", "開始時のゴールド")]
    )
    def test_options_are_asked_as_a_play_asks_for_them(self, language, gold):
        page = Client(headers={"accept-language": language}).get(PAGE)
        [asked] = [each for each in table_in(page)["asked"] if each["key"] == "start_gold"]
        assert asked["label"] == gold
        assert [each["value"] for each in asked["choices"]] == [25, 20]

    @pytest.mark.parametrize("language", ["en", "de", "ja"])
    def test_its_script_is_that_of_the_readers_language(self, language):
        page = Client(headers={"accept-language": language}).get(PAGE)
        assert re.search(rf'src="/static/referees/yazid\.{language}(\.\w+)?\.js"', page.content.decode())

    def test_in_a_play_it_has_its_options_and_players(self):
        play = solo(start_gold=20)
        table = table_in(owners_phone(play).get(in_play(play)))
        assert (table["options"]["start_gold"], table["players"], table["is_play"]) == (20, ["Anna"], True)


class TestKeeping:
    def test_the_end_leads_to_the_start_of_a_play_with_its_options(self):
        hard = {"do": "option", "option": "start_gold", "value": 20}
        page = Client().post(GAME, {"journal": json.dumps([hard, BEGIN, *LOST]), "referee": "yazid", "keep": "1"})
        assert page.status_code == 200
        assert fields_of(page)["start_gold"] == "20"
        assert "Enter who played, then complete the score sheet." in text_of(page)

    def test_what_the_referee_knows_stands_in_the_plays_card(self):
        phone = Client()
        nekir = {"do": "own", "djinn": "nekir"}
        kept = {"journal": json.dumps([BEGIN, nekir, *LOST]), "referee": "yazid"}
        fields = fields_of(phone.post(GAME, kept | {"keep": "1"}))
        for _twice in range(2):
            phone.post(GAME, {**fields, "player": ["Anna"], "start": "1"})
        card = card_of(Play.objects.get(), "Anna", stage="end")
        assert card.amounts == {"gold": 3, "djinns": ["nekir"], "council": 0, "eliminated": "gold"}
        assert not card.is_in
        assert card.revision == 1

    def test_a_wrong_name_forgets_nothing_of_it(self):
        kept = {"journal": json.dumps([BEGIN, *LOST]), "referee": "yazid", "keep": "1"}
        fields = fields_of(Client().post(GAME, kept))
        again = fields_of(Client().post(GAME, {**fields, "player": ["Anna", "Ben"], "start": "1"}))
        assert (again["journal"], again["referee"]) == (fields["journal"], "yazid")

    @pytest.mark.parametrize(
        "rubbish", [{"referee": "nobody"}, *({"journal": each} for each in each_third(RUBBISH)), {"journal": "[]"}, {}]
    )
    def test_of_what_is_no_end_nothing_is_kept(self, rubbish):
        page = Client().post(GAME, {"journal": "[]", "referee": "yazid", "keep": "1"} | rubbish)
        assert page.status_code == 200
        assert "Enter who played, then complete the score sheet." not in text_of(page)


class TestInAPlay:
    def test_its_end_fills_in_the_card_and_leaves_what_else_stands_there(self):
        play = solo()
        seat = play.seats.get()
        card = {"viziers": "4", "revision": "0", "save_id": "1"}
        owners_phone(play).post(f"/plays/{play.uuid}/seats/{seat.pk}/end", card)
        assert fill_in(play, *LOST).headers["Location"] == f"/plays/{play.uuid}/"
        card = card_of(play, "Anna", stage="end")
        assert (card.amounts["viziers"], card.amounts["gold"], card.amounts["eliminated"]) == (4, 3, "gold")
        assert not card.is_in

    def test_before_the_end_nothing_is_filled_in(self):
        play = solo()
        fill_in(play, DICE)
        assert card_of(play, "Anna", stage="end").is_empty

    @pytest.mark.parametrize("rubbish", RUBBISH)
    def test_steps_that_cannot_have_been_fill_in_nothing(self, rubbish):
        play = solo()
        assert fill_in(play, sent=rubbish).headers["Location"] == f"/plays/{play.uuid}/"
        assert card_of(play, "Anna", stage="end").is_empty

    @pytest.mark.parametrize(
        "cheat", [{"set": "gold", "to": 9999}, {"set": "gold", "to": "3"}, {"do": "end"}, {"set": {}, "to": []}]
    )
    def test_a_step_that_was_not_offered_ends_what_is_believed(self, cheat):
        play = solo()
        fill_in(play, DICE, cheat, *LOST[1:])
        assert card_of(play, "Anna", stage="end").is_empty

    def test_what_belongs_to_no_play_fills_in_none(self):
        answer = owners_phone(solo()).post(PAGE, {"journal": json.dumps([BEGIN, *LOST]), "keep": "1"})
        assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
        assert not CardSave.objects.exists()
