"""Who sits at the table: seats are added, renamed, moved up, taken away and put back."""

from itertools import product

import pytest

from companion.core.streams import wire
from companion.models import Play, Player
from companion.plays import seats
from tests.lanes import each_third, long
from tests.phones import (
    a_play,
    again,
    at,
    card_of,
    closed,
    count,
    fields_of,
    finished,
    owner_of,
    owners_phone,
    seat_of,
    text_of,
)

FIVE = ("Anna", "Ben", "Chris", "Dora", "Emil")


def act(phone, play, **fields):
    """Press a button of the page; a seat is given by its player's name."""
    sent = {
        key: seat_of(play, value).pk if key in ("up", "remove", "back", "rename") else value
        for key, value in fields.items()
    }
    return phone.post(at("plays:seats", play), sent)


def at_table(play):
    return [str(seat) for seat in play.seats.filter(removed_at=None).select_related("player")]


class TestAdd:
    def test_one_more_sits_at_the_end(self, play, phone):
        assert act(phone, play, name=" Dora ").url == at("plays:seats", play)
        assert at_table(play) == ["Anna", "Ben", "Chris", "Dora"]

    def test_the_trail_and_the_other_phones_know(self, play, phone):
        act(phone, play, name="Dora")
        assert "Dora joined the table" in text_of(phone.get(at("plays:trail", play)))
        assert again(play).revision > play.revision

    def test_a_known_name_is_the_known_player(self, play, phone):
        other = a_play(owner=owner_of(play), group=play.group, names=("Dora", "Emil"))
        act(phone, play, name="DORA")
        assert seat_of(play, "Dora").player == seat_of(other, "Dora").player

    def test_who_was_taken_away_comes_back_with_all_that_was_entered(self, play, phone):
        count(play, ben={"water": 2})
        act(phone, play, remove="Ben", yes="1")
        act(phone, play, name="ben")
        assert at_table(play) == ["Anna", "Ben", "Chris"]
        assert card_of(play, "Ben").amounts == {"water": 2}

    def test_a_full_table_says_so(self):
        play = a_play(names=FIVE)
        phone = owners_phone(play)
        assert "Add a player" not in text_of(phone.get(at("plays:seats", play)))
        page = act(phone, play, name="Finn")
        assert "at most 5 players" in text_of(page)
        assert at_table(play) == list(FIVE)

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("anna", "Two players are called anna"),
            ("x" * 61, "longer than 60 characters"),
            ("", "Enter a player’s name."),
        ],
    )
    def test_what_cannot_be_a_name_here_is_refused_and_stays(self, play, phone, name, said):
        page = act(phone, play, name=name)
        assert page.status_code == 422
        assert said in text_of(page)
        assert fields_of(page)["name"][-1] == name
        assert at_table(play) == ["Anna", "Ben", "Chris"]

    @pytest.mark.parametrize("name", [long(" "), "\0", "\u200b\u200d", long("\n")])
    def test_a_name_nobody_sees_is_none(self, play, phone, name):
        assert "Enter a player’s name." in text_of(act(phone, play, name=name))

    def test_markup_is_shown_and_not_obeyed(self, play, phone):
        act(phone, play, name="<i>Dora</i>")
        for page in ("plays:seats", "plays:play", "plays:trail", "plays:mine", "plays:delete"):
            body = phone.get(at(page, play)).content
            assert b"<i>Dora" not in body
            assert b"&lt;i&gt;Dora" in body

    def test_who_comes_later_takes_no_part_in_stages_that_were_closed(self):
        play = closed(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        act(phone, play, name="Dora")
        page = phone.get(at("plays:stage", play, "1"))
        assert page.status_code == 200
        assert "1 Anna" in text_of(page)


class TestRename:
    def test_the_seat_has_another_name_and_what_it_entered(self, play, phone):
        count(play, ben={"water": 2})
        act(phone, play, rename="Ben", name="Benno")
        assert at_table(play) == ["Anna", "Benno", "Chris"]
        assert card_of(play, "Benno").amounts == {"water": 2}
        assert "Ben was renamed to Benno" in text_of(phone.get(at("plays:trail", play)))

    def test_a_name_that_never_played_goes(self, play, phone):
        act(phone, play, rename="Ben", name="Dora")
        assert str(play.group) == "Anna, Chris, Dora"

    def test_a_name_that_played_elsewhere_stays(self, play, phone):
        a_play(owner=owner_of(play), group=play.group, names=("Ben", "Emil"))
        act(phone, play, rename="Ben", name="Dora")
        assert Player.objects.filter(name="Ben").exists()

    def test_another_spelling_is_the_same_player(self, play, phone):
        before = seat_of(play, "Ben").player_id
        act(phone, play, rename="Ben", name="BEN")
        assert seat_of(play, "BEN").player_id == before

    def test_to_the_name_it_has_nothing_happens(self, play, phone):
        act(phone, play, rename="Ben", name="Ben")
        assert again(play).revision == play.revision

    def test_to_a_name_at_the_table_is_refused_and_stays_typed(self, play, phone):
        page = act(phone, play, rename="Ben", name="ANNA")
        assert page.status_code == 422
        assert "Two players are called ANNA" in text_of(page)
        assert fields_of(page)["name"] == ["Anna", "ANNA", "Chris", ""]
        assert at_table(play) == ["Anna", "Ben", "Chris"]


class TestMove:
    def test_one_changes_places_with_the_one_before(self, play, phone):
        act(phone, play, up="Chris")
        assert at_table(play) == ["Anna", "Chris", "Ben"]

    def test_the_first_stays_first(self, play, phone):
        act(phone, play, up="Anna")
        assert at_table(play) == ["Anna", "Ben", "Chris"]
        assert again(play).revision == play.revision

    def test_cards_and_results_follow_the_order(self):
        play = closed(cards={"anna": {"water": 4}, "ben": {"water": 4}})
        phone = owners_phone(play)
        act(phone, play, up="Ben")
        assert "1 Ben +5 5 points 1 Anna +5 5 points" in text_of(phone.get(at("plays:stage", play, "1")))

    def test_a_seat_that_was_taken_away_moves_nowhere(self, play, phone):
        act(phone, play, remove="Ben")
        assert act(phone, play, up="Ben").status_code == 302
        assert at_table(play) == ["Anna", "Chris"]


class TestTakeAway:
    def test_a_seat_without_holdings_goes_at_once(self, play, phone):
        assert act(phone, play, remove="Ben").url == at("plays:seats", play)
        assert at_table(play) == ["Anna", "Chris"]

    def test_one_with_holdings_goes_after_a_question_that_names_it(self, play, phone):
        count(play, ben={"water": 2})
        page = act(phone, play, remove="Ben")
        assert "Remove Ben from the play?" in text_of(page)
        assert at_table(play) == ["Anna", "Ben", "Chris"]
        act(phone, play, remove="Ben", yes="1")
        assert at_table(play) == ["Anna", "Chris"]

    def test_what_it_entered_no_longer_counts(self):
        play = closed(cards={"anna": {"water": 4}, "ben": {"water": 2}}, done=True)
        phone = owners_phone(play)
        act(phone, play, remove="Anna", yes="1")
        text = text_of(phone.get(at("plays:stage", play, "1")))
        assert "1 Ben +6 6 points 2 Chris" in text

    def test_it_can_be_put_back_with_all_of_it(self, play, phone):
        count(play, ben={"water": 2})
        act(phone, play, remove="Ben", yes="1")
        assert "Removed players Ben" in text_of(phone.get(at("plays:seats", play)))
        act(phone, play, back="Ben")
        assert at_table(play) == ["Anna", "Ben", "Chris"]
        assert card_of(play, "Ben").amounts == {"water": 2}

    @pytest.mark.parametrize("button", ["remove", long("back")])
    def test_twice_is_once(self, play, phone, button):
        count(play, ben={"water": 2})
        act(phone, play, remove="Ben", yes="1")
        if button == "back":
            act(phone, play, back="Ben")
        before = again(play).revision
        assert act(phone, play, **{button: "Ben"}, yes="1").status_code == 302
        assert again(play).revision == before

    def test_the_fewest_stay(self):
        play = a_play(names=("Anna", "Ben"))
        page = act(owners_phone(play), play, remove="Ben")
        assert "needs at least 2 players" in text_of(page)
        assert at_table(play) == ["Anna", "Ben"]

    def test_a_full_table_takes_nobody_back(self):
        play = a_play(names=FIVE)
        phone = owners_phone(play)
        act(phone, play, remove="Ben")
        act(phone, play, name="Finn")
        assert "at most 5 players" in text_of(act(phone, play, back="Ben"))

    def test_nobody_comes_back_beside_a_seat_of_the_same_name(self, play, phone):
        act(phone, play, remove="Ben")
        act(phone, play, rename="Anna", name="Ben")
        gone = play.seats.exclude(removed_at=None).get()
        assert "Two players are called Ben" in text_of(phone.post(at("plays:seats", play), {"back": gone.pk}))

    @pytest.mark.long
    def test_fewer_seats_may_make_a_closed_stage_impossible_and_no_page_breaks(self):
        play = closed(stages=2, second={"anna": {"donkeys": 3}})
        phone = owners_phone(play)
        act(phone, play, remove="Chris", yes="1")
        for page in (
            "plays:play",
            "plays:more",
            "plays:seats",
            "plays:options",
            "plays:mine",
            "plays:delete",
            "plays:table",
        ):
            assert phone.get(at(page, play), follow=True).status_code == 200
        page = phone.get(at("plays:stage", play, "2"))
        assert "Anna, donkeys (unused): 3, but there are only 2." in text_of(page)
        assert at("plays:correct", play, "2", "specials") in page.content.decode()
        phone.post(at("plays:stop", play))
        assert phone.get(at("plays:play", play)).status_code == 200


BUTTONS = "remove", "back", "up", "rename"
NO_NUMBERS = "0", "-1", "x", "²", "1.5", "9" * 30, "9" * 5000, "\0"


class TestRubbish:
    @pytest.mark.parametrize(("button", "number"), each_third(list(product(BUTTONS, NO_NUMBERS))))
    def test_a_seat_there_is_none_of_is_not_there(self, play, phone, button, number):
        assert phone.post(at("plays:seats", play), {button: number, "name": "X"}).status_code == 404
        assert at_table(play) == ["Anna", "Ben", "Chris"]

    @pytest.mark.parametrize("button", BUTTONS)
    def test_a_seat_of_another_play_is_not_there(self, play, phone, button):
        other = a_play(owner=owner_of(play))
        assert phone.post(at("plays:seats", play), {button: seat_of(other, "Ben").pk, "name": "X"}).status_code == 404
        assert at_table(other) == ["Anna", "Ben", "Chris"]

    def test_nothing_sent_does_nothing(self, play, phone):
        assert phone.post(at("plays:seats", play), {}).status_code == 422
        assert at_table(play) == ["Anna", "Ben", "Chris"]


def test_seats_of_a_play_that_is_over_stay_as_they_are():
    play = finished()
    page = act(owners_phone(play), play, remove="Ben")
    assert page.url == at("plays:play", play)
    assert at_table(play) == ["Anna", "Ben", "Chris"]


@pytest.mark.parametrize("names", [long(("Anna", "Ben")), FIVE])
def test_the_page_asks_the_database_as_often_however_many_sit_there(names, django_assert_max_num_queries):
    phone = owners_phone(a_play(names=names))
    with django_assert_max_num_queries(8):
        phone.get(at("plays:seats", Play.objects.get()))


def test_phones_are_to_ask_who_counts_a_column_before_they_are_sent_what_is_new_for_all(
    monkeypatch, django_capture_on_commit_callbacks
):
    """Otherwise a phone that has the new revision is told that nothing has changed, and shows its columns as before."""
    told = []
    monkeypatch.setattr(wire, "is_enabled", lambda: True)
    monkeypatch.setattr(wire, "tell", lambda message: told.append(message["kind"]))
    play = a_play()
    with django_capture_on_commit_callbacks(execute=True):
        seats.take(play, [seat_of(play, "Anna")], person=owner_of(play))
    assert told == ["shut", "new"]
