"""In which order a table is asked for its counts: player by player, or row by row."""

import re

from companion.plays import lifecycle
from tests.phones import HTMX, a_play, again, at, count, owner_of, owners_phone, text_of


class TestOrder:
    def test_a_table_is_asked_player_by_player_until_it_says_otherwise(self, play, phone):
        assert "by player" in phone.get(at("plays:play", play)).content.decode()
        answer = phone.post(at("plays:order", play), {"by_row": "1"}, headers=HTMX)
        assert "by row" in answer.content.decode()
        assert again(play).by_row
        assert "data-by-row" in phone.get(at("plays:play", play)).content.decode()
        phone.post(at("plays:order", play), headers=HTMX)
        assert not again(play).by_row

    def test_all_phones_of_the_table_hear_of_it(self, play, phone):
        before = again(play).revision
        phone.post(at("plays:order", play), {"by_row": "1"}, headers=HTMX)
        asked = {"revision": before, "page": "cards", "stage": "1"}
        assert "data-by-row" in phone.get(at("plays:live", play), asked, headers=HTMX).content.decode()

    def test_a_rematch_is_asked_in_the_same_order(self, play, phone):
        phone.post(at("plays:order", play), {"by_row": "1"})
        assert lifecycle.rematch(again(play), person=owner_of(play), played_on=play.played_on).by_row

    def asked_first(self, play):
        """Return who is asked first on the owner's page, and then whom that phone asks after them."""
        page = owners_phone(play).get(at("plays:play", play)).content.decode()
        names = {str(seat.pk): seat.player.name for seat in play.seats.all()}
        enters = re.search(r'data-enters="([^"]*)"', page)[1].split()
        return names[re.search(r'data-opens="([^"]*)"', page)[1]], [names[number] for number in enters]

    def test_bids_begin_left_of_the_dealer_that_the_play_has_named(self):
        play = a_play(game="wizard")
        # As Ben deals the second round, Anna has dealt the first one.
        assert self.asked_first(play) == ("Ben", ["Ben", "Chris", "Anna"])
        its = {"tricks__bid": 0, "tricks__made": 0}
        count(play, anna=its | {"tricks__made": 1}, ben=its, chris=its)
        lifecycle.close_stage(again(play), play.stage, person=owner_of(play))
        page = text_of(owners_phone(play).get(at("plays:stage", play, "1")))
        assert re.search(r"Ben\W+deals the next round", page)
        assert self.asked_first(again(play)) == ("Chris", ["Chris", "Anna", "Ben"])

    def test_bids_of_the_first_round_begin_with_the_first_player_if_nobody_is_said_to_deal(self):
        play = a_play(game="skull-king")
        play.seats.filter(player__name="Ben").update(is_first=True)
        assert self.asked_first(again(play)) == ("Ben", ["Ben", "Chris", "Anna"])

    def test_where_it_makes_no_difference_nothing_is_offered(self):
        play = a_play(game="6-nimmt")
        assert 'id="order"' not in owners_phone(play).get(at("plays:play", play)).content.decode()
