"""Help during the game: where it is found, how it works without JavaScript, and how a game becomes a play."""

import itertools
import json
import re

import pytest
from django.test import Client

from companion.models import Play
from companion.rules import GAMES
from tests.phones import a_play, card_of, fields_of, forms_of, guests_phone, owners_phone, text_of

GAME = "/games/five-tribes-solo"
PAGE = f"{GAME}/referee/yazid/"
BEGIN = {"do": "begin"}
DICE = {"do": "dice", "white": 2, "black": 4}
BUILDER = {"do": "take", "figure": "builder"}
CLEAR = {"do": "clear", "camel": "none", "blue": 4}
LOST = [DICE, BUILDER, CLEAR, {"set": "gold", "to": 3}, DICE, BUILDER, {"do": "clear", "camel": "his"}]


def solo(**options):
    return a_play(game="five-tribes-solo", names=["Anna"], options=options)


def send(*journal, phone=None, page=PAGE, **sent):
    """Send the form of the page after these steps."""
    return (phone or Client()).post(page, {"journal": json.dumps(journal), **sent})


def tap(action, *journal, **sent):
    """Tap a button after these steps."""
    return send(*journal, action=json.dumps(action), **sent)


def journal_of(page):
    return page.context["journal"]


def offers_to_keep(page):
    """Whether the form that makes a play of it is shown."""
    [attributes] = re.findall(r'<form id="keep"([^>]*)>', page.content.decode())
    return "hidden" not in attributes


class TestWhereItIs:
    @pytest.mark.parametrize("slug", GAMES)
    def test_every_games_page_leads_to_its_help(self, slug):
        assert f'href="/games/{slug}/referee/"' in Client().get(f"/games/{slug}").content.decode()
        assert Client().get(f"/games/{slug}/referee/").status_code == 200

    def test_the_help_leads_to_its_referees(self):
        assert f'href="{PAGE}"' in Client().get(f"{GAME}/referee/").content.decode()

    def test_a_plays_page_leads_to_its_help_and_that_to_each_referee_and_back_the_same_way(self):
        play = solo()
        phone = owners_phone(play)
        help_page = f"{GAME}/referee/?play={play.uuid}"
        steps = [f"/plays/{play.uuid}/", help_page, f"{PAGE}?play={play.uuid}"]
        for here, there in itertools.pairwise(steps):
            assert f'href="{there}"' in phone.get(here).content.decode()
            assert f'href="{here}"' in phone.get(there).content.decode()

    @pytest.mark.parametrize("path", [f"{GAME}/referee/nobody/", "/games/chess/referee/", "/games/x/referee/yazid/"])
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


class TestWithoutJavaScript:
    def test_a_button_does_its_step(self):
        assert "Roll the dice for Yazid." in text_of(tap(BEGIN))

    def test_a_form_of_the_page_sends_what_the_next_step_takes(self):
        [fields, *_] = [form["fields"] for form in forms_of(Client().get(PAGE))]
        assert "Roll the dice" in text_of(Client().post(PAGE, fields | {"action": json.dumps(BEGIN)}))

    def test_dice_are_rolled_here(self):
        *_, rolled = journal_of(tap({"do": "dice"}, BEGIN))
        assert rolled["white"] in range(1, 7)
        assert rolled["black"] in range(1, 7)

    def test_own_dice_show_their_target(self):
        assert "Yazid clears column 2, row 4." in text_of(tap(DICE, BEGIN))

    def test_what_happened_is_told(self):
        assert "Pay 4 gold for the builders; 21 left." in text_of(tap(CLEAR, BEGIN, DICE, BUILDER))

    def test_a_typed_counter_goes_along_with_the_next_step(self):
        assert "10 left" in text_of(tap(DICE, BEGIN, **{"set-gold": "16"}))

    @pytest.mark.parametrize("typed", ["", "x", "-3", "99999", "１", "1" * 5000])
    def test_a_counter_that_cannot_be_so_stays(self, typed):
        page = tap(DICE, BEGIN, **{"set-gold": typed})
        assert page.status_code == 200
        assert [action for action in journal_of(page) if action.get("to") != 1] == [BEGIN, DICE]

    def test_the_last_step_can_be_undone(self):
        assert journal_of(send(BEGIN, DICE, undo="1")) == [BEGIN]

    def test_all_can_be_begun_anew(self):
        assert journal_of(send(BEGIN, DICE, anew="1")) == []

    def test_a_step_that_is_not_offered_is_not_done(self):
        assert journal_of(tap(CLEAR, BEGIN)) == [BEGIN]

    @pytest.mark.parametrize(
        "rubbish", ["x", "{}", "[[[", "7", "[" * 20_000, '["x"]', "[null]", "[" + "1," * 6000 + "1]"]
    )
    def test_steps_that_cannot_have_been_are_left_out_with_a_sentence(self, rubbish):
        page = Client().post(PAGE, {"journal": rubbish})
        assert page.status_code == 200
        assert "Some steps could not have been so." in text_of(page)
        assert journal_of(page) == []

    @pytest.mark.parametrize("rubbish", ["x", "[[[", "7", "{", "1,2", '{"set": "gold"}', '{"set": {}, "to": []}'])
    def test_rubbish_is_no_step(self, rubbish):
        page = Client().post(PAGE, {"journal": json.dumps([BEGIN]), "action": rubbish})
        assert page.status_code == 200
        assert journal_of(page) == [BEGIN]

    @pytest.mark.parametrize(("language", "told"), [("de", "Würfle"), ("ja", "ダイス")])
    def test_it_speaks_the_readers_language(self, language, told):
        phone = Client(headers={"accept-language": language})
        assert told in text_of(tap(BEGIN, phone=phone))


class TestKeeping:
    def test_a_game_in_its_middle_is_no_play_yet(self):
        assert not offers_to_keep(tap(DICE, BEGIN))
        assert offers_to_keep(send(BEGIN, *LOST))

    def test_the_end_leads_to_the_start_of_a_play_with_its_options(self):
        hard = {"do": "option", "option": "start_gold", "value": 20}
        page = Client().post(GAME, {"journal": json.dumps([hard, BEGIN, *LOST]), "referee": "yazid", "keep": "1"})
        assert page.status_code == 200
        assert fields_of(page)["start_gold"] == "20"
        assert "say who played" in text_of(page)

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

    @pytest.mark.parametrize("rubbish", [{"referee": "nobody"}, {"journal": "x"}, {"journal": "[]"}, {}])
    def test_of_what_is_no_end_nothing_is_kept(self, rubbish):
        page = Client().post(GAME, {"journal": "[]", "referee": "yazid", "keep": "1"} | rubbish)
        assert page.status_code == 200
        assert "say who played" not in text_of(page)


class TestInAPlay:
    def test_it_goes_by_the_plays_options(self):
        play = solo(start_gold=20)
        page = owners_phone(play).get(f"{PAGE}?play={play.uuid}")
        assert "Roll the dice" in text_of(page)
        assert fields_of(page)["set-gold"] == "20"

    def test_its_end_fills_in_the_card_and_leaves_what_else_stands_there(self):
        play = solo()
        phone, page = owners_phone(play), f"{PAGE}?play={play.uuid}"
        seat = play.seats.get()
        phone.post(f"/plays/{play.uuid}/seats/{seat.pk}/end", {"viziers": "4", "revision": "0", "save_id": "1"})
        assert "Fill in the card" in text_of(send(*LOST, phone=phone, page=page))
        answer = send(*LOST, phone=phone, page=page, keep="1")
        assert answer.headers["Location"] == f"/plays/{play.uuid}/"
        card = card_of(play, "Anna", stage="end")
        assert (card.amounts["viziers"], card.amounts["gold"], card.amounts["eliminated"]) == (4, 3, "gold")
        assert not card.is_in

    def test_before_the_end_nothing_is_filled_in(self):
        play = solo()
        send(DICE, phone=owners_phone(play), page=f"{PAGE}?play={play.uuid}", keep="1")
        assert card_of(play, "Anna", stage="end").is_empty
