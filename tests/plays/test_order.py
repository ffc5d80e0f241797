"""In which order a table is asked for its counts: player by player, or row by row."""

from companion.plays import lifecycle
from tests.phones import HTMX, a_play, again, at, owner_of, owners_phone


class TestOrder:
    def test_a_table_is_asked_player_by_player_until_it_says_otherwise(self, play, phone):
        assert "by player" in phone.get(at("play", play)).content.decode()
        answer = phone.post(at("order", play), {"by_row": "1"}, headers=HTMX)
        assert "by row" in answer.content.decode()
        assert again(play).by_row
        assert "data-by-row" in phone.get(at("play", play)).content.decode()
        phone.post(at("order", play), headers=HTMX)
        assert not again(play).by_row

    def test_all_phones_of_the_table_hear_of_it(self, play, phone):
        before = again(play).revision
        phone.post(at("order", play), {"by_row": "1"}, headers=HTMX)
        asked = {"revision": before, "page": "cards", "stage": "1"}
        assert "data-by-row" in phone.get(at("live", play), asked, headers=HTMX).content.decode()

    def test_a_rematch_is_asked_in_the_same_order(self, play, phone):
        phone.post(at("order", play), {"by_row": "1"})
        assert lifecycle.rematch(again(play), person=owner_of(play), played_on=play.played_on).by_row

    def test_where_it_makes_no_difference_nothing_is_offered(self):
        play = a_play(game="6-nimmt")
        assert 'id="order"' not in owners_phone(play).get(at("play", play)).content.decode()
