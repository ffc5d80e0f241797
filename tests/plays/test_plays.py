"""A play as a whole: its page, options and trail, and how it stops, goes, comes back and is played again."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from companion.core.language.evenings import this_evening
from companion.models import Play
from companion.plays.lifecycle import delete
from tests.lanes import long
from tests.phones import (
    a_play,
    again,
    at,
    card_of,
    closed,
    count,
    fields_of,
    finished,
    form_to,
    guests_phone,
    key_of,
    open_card,
    owner_of,
    owners_phone,
    seat_of,
    send,
    text_of,
)

VALUES = {"points_water": "6", "points_gold": "5", "points_salt": "4", "points_millet": "3"}
OPTIONS = VALUES | {"maps": "once", "tie_break": "hand-sum"}
FIVE = ("Anna", "Ben", "Chris", "Dora", "Emil")


def its_marks(page) -> str:
    """Which columns of a sheet are marked as the reader's own, by their numbers from 1."""
    return re.search(r'<section class="entry" data-mine="([0-9 ]*)"', page.content.decode())[1]


class TestPage:
    @pytest.mark.parametrize("names", [long(("Anna", "Ben")), FIVE])
    def test_it_asks_the_database_as_often_however_many_sit_at_the_table(self, names, django_assert_num_queries):
        play = a_play(names=names)
        count(play, anna={"water": 4})
        phone = owners_phone(play)
        with django_assert_num_queries(4):
            assert phone.get(at("plays:play", play)).status_code == 200

    def test_what_waits_for_a_choice_at_every_seat_keeps_it_within_five(self, django_assert_max_num_queries):
        play = a_play(names=FIVE)
        phone = owners_phone(play)
        for name in FIVE:
            count(play, **{name: {"gold": 1}})
            count(play, **{name: {"gold": 2}})
            send(phone, play, name, revision=1, gold="0")
        with django_assert_max_num_queries(5):
            assert text_of(phone.get(at("plays:play", play))).count("two phones") == 5

    def test_my_own_card_is_open_first(self, play, phone):
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        assert open_card(phone.get(at("plays:play", play))) == "Ben"

    def test_my_column_is_marked_without_a_script_and_on_my_phone_alone(self, play, phone):
        phone.post(reverse("groups:claim_player", args=[play.group.uuid, seat_of(play, "Ben").player.pk]), {"me": "1"})
        assert its_marks(phone.get(at("plays:play", play))) == "2"
        assert its_marks(guests_phone(play).get(at("plays:play", play))) == ""

    def test_columns_of_seats_that_are_taken_on_this_phone_are_marked_on_it_alone(self, play, phone):
        phone.post(at("plays:mine", play), {"seat": [seat_of(play, name).pk for name in ("Anna", "Chris")]})
        assert its_marks(phone.get(at("plays:play", play))) == "1 3"
        assert its_marks(guests_phone(play).get(at("plays:play", play))) == ""

    def test_cards_of_other_phones_are_left_to_them(self, play, phone):
        guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Anna").pk})
        assert open_card(phone.get(at("plays:play", play))) == "Ben"

    def test_when_my_cards_are_in_none_is_open(self, play, phone):
        phone.post(at("plays:mine", play), {"seat": seat_of(play, "Ben").pk})
        send(phone, play, "Ben", done="nothing")
        page = phone.get(at("plays:play", play))
        assert open_card(page) is None
        assert "1 of 3 counted" in text_of(page)

    def test_points_stay_hidden_until_the_last_card_is_in(self, play, phone):
        count(play, anna={"water": 4}, ben={"water": 2})
        assert "points" not in text_of(phone.get(at("plays:play", play)))
        count(play, chris={"water": 1})
        assert "1 Anna +6 6 points" in text_of(phone.get(at("plays:play", play)))

    def test_they_stay_hidden_while_something_cannot_be_true(self, play, phone):
        count(play, anna={"water": 8}, ben={"water": 2}, chris={})
        text = text_of(phone.get(at("plays:play", play)))
        assert "points" not in text
        assert "Water: Anna 8 and Ben 2 make 10, but there are only 8." in text

    def test_what_makes_a_closed_stage_impossible_is_said_while_the_next_is_counted(self, play):
        play = closed(names=("Anna", "Ben"), cards={"anna": {"maps": 3}})
        phone = owners_phone(play)
        phone.post(at("plays:seats", play), {"name": "Chris"})
        page = phone.get(at("plays:play", play))
        assert page.status_code == 200
        assert "there are only 2" in text_of(page)

    def test_a_play_of_which_all_is_counted_shows_its_last_result(self):
        play = closed(stages=2)
        assert owners_phone(play).get(at("plays:play", play)).url == at("plays:stage", play, "2")

    def test_what_people_may_do_stands_there_for_members_alone(self, play, phone):
        for here, may in ((phone, True), (guests_phone(play), False)):
            page = here.get(at("plays:play", play)).content.decode()
            assert (at("plays:more", play) in page) == may
            assert (at("plays:table", play) in page) == may


class TestEnd:
    @pytest.mark.parametrize(("good", "points"), [("gold", "1 point"), long("millet", "3 points")])
    def test_it_says_by_how_much(self, good, points):
        play = finished(cards={"anna": {"water": 4}, "ben": {good: 1}})
        assert f"Anna wins by {points}" in text_of(owners_phone(play).get(at("plays:play", play)))

    def test_it_names_the_winner_and_every_rank(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"gold": 1}})
        text = text_of(owners_phone(play).get(at("plays:play", play)))
        assert "Anna wins" in text
        assert "1 Anna 6 points 2 Ben 5 points 3 Chris 0 points" in text

    def test_joint_winners_are_both_named(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}})
        text = text_of(owners_phone(play).get(at("plays:play", play)))
        assert "Anna and Ben share the win" in text

    def test_it_says_what_decided(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}}, second={"anna": {"hand_value": 3}})
        assert "wins on the tiebreaker" not in text_of(owners_phone(play).get(at("plays:play", play)))
        play = finished(
            cards={"anna": {"water": 4}, "ben": {"water": 4}},
            second={"anna": {"hand_value": 3}, "ben": {"hand_value": 2}},
        )
        assert "wins on the tiebreaker · value of the hand cards" in text_of(
            owners_phone(play).get(at("plays:play", play))
        )

    def test_a_guest_sees_it_and_may_do_nothing_with_it(self):
        play = finished()
        page = guests_phone(play).get(at("plays:play", play)).content.decode()
        for action in ("plays:rematch", "plays:reopen", "plays:delete", "plays:more"):
            assert at(action, play) not in page
        assert f"/groups/{play.group.uuid}/" not in page

    def test_a_result_that_would_be_another_by_todays_rules_says_so(self):
        play = finished(cards={"anna": {"water": 4}})
        assert "has been corrected since" not in text_of(owners_phone(play).get(at("plays:play", play)))
        seat = seat_of(play, "Anna")
        seat.points = 7
        seat.save()
        assert "has been corrected since" in text_of(owners_phone(play).get(at("plays:play", play)))

    @pytest.mark.parametrize("names", [long(("Anna", "Ben")), FIVE])
    def test_it_asks_the_database_as_often_however_many_played(self, names, django_assert_num_queries):
        play = finished(names=names, cards={"anna": {"water": 4}, "ben": {"water": 2}})
        phone = owners_phone(play)
        with django_assert_num_queries(10):
            phone.get(at("plays:play", play))


class TestStop:
    def test_it_is_kept_without_a_winner(self):
        play = closed(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        page = phone.get(phone.post(at("plays:stop", play)).url)
        assert again(play).state == "stopped"
        assert "saved without a winner" in text_of(page)
        assert "1 Anna 6 points" in text_of(page)
        assert [seat.points for seat in play.seats.all()] == [None] * 3

    def test_before_anything_was_counted_it_can_be_stopped_too(self, play, phone):
        phone.post(at("plays:stop", play))
        assert phone.get(at("plays:play", play)).status_code == 200

    def test_twice_is_once(self, play, phone):
        phone.post(at("plays:stop", play))
        phone.post(at("plays:stop", play))
        assert play.events.filter(kind="stop").count() == 1

    def test_a_finished_play_is_not_stopped(self):
        play = finished()
        owners_phone(play).post(at("plays:stop", play))
        assert again(play).state == "finished"

    def test_it_goes_on_where_it_was(self):
        play = closed(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        phone.post(at("plays:stop", play))
        phone.post(at("plays:reopen", play))
        play = again(play)
        assert (play.state, play.closed_stages) == ("open", 1)
        assert phone.get(at("plays:play", play)).status_code == 200

    @pytest.mark.parametrize("page", ["plays:options", "plays:seats"])
    def test_what_needs_an_open_play_says_so(self, play, phone, page):
        phone.post(at("plays:stop", play))
        answer = phone.post(at(page, play), OPTIONS | {"name": "Dora"}, follow=True)
        assert "The play has ended." in text_of(answer)
        assert play.seats.count() == 3


class TestReopen:
    def test_it_takes_the_result_back(self):
        play = finished(cards={"anna": {"water": 4}})
        owners_phone(play).post(at("plays:reopen", play))
        seats = play.seats.all()
        assert {(seat.points, seat.rank, seat.is_winner, tuple(seat.lines)) for seat in seats} == {
            (None, None, False, ())
        }
        assert again(play).state == "open"

    def test_an_open_play_stays_as_it_is(self, play, phone):
        before = play.revision
        phone.post(at("plays:reopen", play))
        assert again(play).revision == before
        assert not play.events.filter(kind="reopen").exists()


class TestOptions:
    def test_its_form_shows_what_counts(self, phone, play):
        Play.objects.update(options={"points_water": 8})
        fields = fields_of(phone.get(at("plays:options", play)))
        shown = OPTIONS | {"points_water": "8"}
        assert fields == shown | {f"initial-{key}": value for key, value in shown.items()}

    def test_everything_is_scored_again(self):
        play = closed(cards={"anna": {"water": 4}})
        phone = owners_phone(play)
        assert "1 Anna +6 6 points" in text_of(phone.get(at("plays:stage", play, "1")))
        phone.post(at("plays:options", play), OPTIONS | {"points_water": "9"})
        assert "1 Anna +9 9 points" in text_of(phone.get(at("plays:stage", play, "1")))

    def test_the_trail_says_what_was_changed(self, play, phone):
        phone.post(at("plays:options", play), OPTIONS | {"points_water": "9", "maps": "every-stage"})
        text = text_of(phone.get(at("plays:trail", play)))
        assert "points for most water: 6 → 9" in text
        assert "maps count: once → in every stage" in text

    def test_the_group_remembers_them(self, play, phone):
        phone.post(at("plays:options", play), OPTIONS | {"points_water": "9"})
        assert fields_of(phone.get(f"/games/tuareg?group={play.group.uuid}"))["points_water"] == "9"

    def test_the_other_phones_notice(self, play, phone):
        phone.post(at("plays:options", play), OPTIONS | {"points_water": "9"})
        assert again(play).revision == play.revision + 1

    def test_the_same_again_changes_nothing(self, play, phone):
        phone.post(at("plays:options", play), OPTIONS)
        assert again(play).revision == play.revision
        assert play.events.count() == 1

    @pytest.mark.parametrize(
        "wrong",
        [
            {"points_water": "0"},
            long({"points_water": "100"}),
            {"points_water": "six"},
            long({"points_water": ""}),
            long({"points_water": "9" * 5000}),
            {"maps": "twice"},
            long({"maps": "\0"}),
        ],
    )
    def test_what_cannot_be_is_refused_and_kept_as_typed(self, play, phone, wrong):
        page = phone.post(at("plays:options", play), OPTIONS | {"points_gold": "7"} | wrong)
        assert page.status_code == 422
        assert again(play).options == {}
        fields = form_to("", page)
        assert fields["points_gold"] == ["7"]
        assert "points_water" not in wrong or fields["points_water"] == [wrong["points_water"]]

    def test_no_field_at_all_changes_nothing(self, play, phone):
        assert phone.post(at("plays:options", play), {}).status_code in (200, 422)
        assert phone.post(at("plays:options", play), {"x": "1"}).status_code == 422
        assert again(play).options == {}

    def test_another_tie_break_asks_another_question(self):
        play = closed(stages=2, done=True)
        phone = owners_phone(play)
        assert "Enter for each player: value of the hand cards in dinar." in text_of(
            phone.get(at("plays:tie_break", play))
        )
        phone.post(at("plays:options", play), OPTIONS | {"tie_break": "best-card"})
        assert "Enter for each player: most valuable hand card in dinar." in text_of(
            phone.get(at("plays:tie_break", play))
        )


class TestDelete:
    def test_it_asks_once_in_words_that_name_what_goes(self, play, phone):
        text = text_of(phone.get(at("plays:delete", play)))
        assert "Tuareg" in text
        assert "Anna, Ben, and Chris" in text
        assert again(play).deleted_at is None

    def test_a_deleted_play_is_out_of_everybodys_sight(self, play, phone):
        guest = guests_phone(play)
        answer = phone.post(at("plays:delete", play))
        assert answer.url == f"/groups/{play.group.uuid}/"
        for here in (phone, guest):
            for page in (
                "plays:play",
                "plays:more",
                "plays:options",
                "plays:seats",
                "plays:table",
                "plays:mine",
                "plays:delete",
            ):
                assert here.get(at(page, play)).status_code == 404
            assert str(play.uuid) not in here.get("/").content.decode()

    def test_its_table_link_leads_nowhere(self, play, phone):
        phone.post(at("plays:delete", play))
        assert phone.get(f"/t/{key_of(play)}").status_code == 404

    def test_the_groups_page_offers_to_put_it_back(self, play, phone):
        page = phone.post(at("plays:delete", play), follow=True)
        assert at("plays:restore", play) in page.content.decode()
        assert "30 days" in text_of(page)

    def test_put_back_it_is_as_it_was(self, play, phone):
        count(play, anna={"water": 4})
        phone.post(at("plays:delete", play))
        assert phone.post(at("plays:restore", play)).url == at("plays:play", play)
        assert card_of(play, "Anna").amounts == {"water": 4}
        assert phone.get(at("plays:play", play)).status_code == 200

    def test_twice_is_once(self, play, phone):
        for _ in range(2):
            assert phone.post(at("plays:delete", play)).url == f"/groups/{play.group.uuid}/"
        for _ in range(2):
            assert phone.post(at("plays:restore", play)).url == at("plays:play", play)
        assert [event.kind for event in play.events.all()] == ["restore", "delete", "start"]

    @pytest.mark.parametrize(("days", "status"), [(29, 302), (31, 404)])
    def test_it_can_be_put_back_for_30_days(self, play, phone, days, status):
        delete(play, person=owner_of(play))
        Play.objects.update(deleted_at=timezone.now() - datetime.timedelta(days=days))
        page = phone.get(f"/groups/{play.group.uuid}/settings").content.decode()
        assert (at("plays:restore", play) in page) == (status == 302)
        assert phone.post(at("plays:restore", play)).status_code == status

    def test_a_guest_cannot_put_it_back(self, play):
        guest = guests_phone(play)
        delete(play, person=owner_of(play))
        assert guest.post(at("plays:restore", play)).status_code == 404

    def test_a_play_that_was_not_deleted_stays_as_it_is(self, play, phone):
        assert phone.post(at("plays:restore", play)).url == at("plays:play", play)
        assert again(play).revision == play.revision


class TestRematch:
    @pytest.fixture
    def over(self):
        play = finished(names=("Chris", "Anna", "Ben"), options={"points_water": 9})
        guests_phone(play).post(at("plays:mine", play), {"seat": seat_of(play, "Anna").pk})
        return play

    def test_it_has_the_same_seats_and_options(self, over):
        owners_phone(over).post(at("plays:rematch", over), {"played_on": "2020-01-01"})
        newer = Play.objects.latest("pk")
        assert (newer.group, newer.game_slug, newer.options) == (over.group, over.game_slug, over.options)
        assert [seat.player for seat in newer.seats.all()] == [seat.player for seat in over.seats.all()]

    def test_only_the_phone_that_starts_it_has_its_seat_again(self, over):
        phone = owners_phone(over)
        phone.post(at("plays:mine", over), {"seat": seat_of(over, "Ben").pk})
        phone.post(at("plays:rematch", over))
        newer = Play.objects.latest("pk")
        assert {seat.player.name: seat.person for seat in newer.seats.all()} == {
            "Chris": None,
            "Anna": None,
            "Ben": owner_of(over),
        }

    def test_a_phone_that_goes_on_to_it_takes_no_seat_that_another_one_has_by_now(self, over):
        guest = guests_phone(over)
        guest.post(at("plays:mine", over), {"seat": seat_of(over, "Ben").pk})
        owner = owners_phone(over)
        owner.post(at("plays:rematch", over))
        newer = Play.objects.latest("pk")
        owner.post(at("plays:mine", newer), {"seat": seat_of(newer, "Ben").pk})
        guest.post(at("plays:go_on", over))
        assert seat_of(newer, "Ben").person == owner_of(over)
        assert guest.get(at("plays:play", newer)).status_code == 404

    def test_it_starts_from_nothing(self, over):
        answer = owners_phone(over).post(at("plays:rematch", over))
        newer = Play.objects.latest("pk")
        assert answer.url == at("plays:play", newer)
        assert (newer.state, newer.closed_stages, newer.seats.exclude(points=None).count()) == ("open", 0, 0)
        assert key_of(newer) != key_of(over)

    def test_the_phones_at_the_table_go_on_to_it_without_a_new_code(self, over):
        guest = guests_phone(over)
        guest.post(at("plays:mine", over), {"seat": seat_of(over, "Ben").pk})
        owners_phone(over).post(at("plays:rematch", over))
        newer = Play.objects.latest("pk")
        assert guest.get(at("plays:play", newer)).status_code == 404
        assert form_to(at("plays:go_on", over), guest.get(at("plays:play", over))) == {}
        assert guest.post(at("plays:go_on", over)).url == at("plays:play", newer)
        assert open_card(guest.get(at("plays:play", newer))) == "Ben"

    @pytest.mark.long
    def test_they_go_on_to_it_also_where_the_clock_was_set_back_meanwhile(self, over):
        Play.objects.update(created_at=timezone.now() + datetime.timedelta(days=1))
        phone = owners_phone(over)
        phone.post(at("plays:rematch", over))
        assert at("plays:play", Play.objects.latest("pk")) in phone.get(at("plays:play", over)).content.decode()

    @pytest.mark.long
    def test_sent_again_it_changes_nothing_at_the_new_table(self, over):
        phone, sent = owners_phone(over), {"play_id": "0" * 31 + "1"}
        phone.post(at("plays:rematch", over), sent)
        newer = Play.objects.latest("pk")
        phone.post(at("plays:mine", newer), {"seat": seat_of(newer, "Ben").pk})
        assert phone.post(at("plays:rematch", over), sent).url == at("plays:play", newer)
        assert seat_of(newer, "Ben").person == owner_of(over)
        assert Play.objects.filter(group=over.group).count() == 2

    def test_a_phone_without_a_seat_does_not_see_it(self, over):
        guest = guests_phone(over)
        owners_phone(over).post(at("plays:rematch", over))
        newer = Play.objects.latest("pk")
        assert at("plays:play", newer) not in guest.get(at("plays:play", over)).content.decode()
        assert guest.get(at("plays:play", newer)).status_code == 404

    def test_it_takes_the_phones_date(self, over):
        owners_phone(over).post(at("plays:rematch", over), {"played_on": "2020-01-01"})
        assert Play.objects.latest("pk").played_on == datetime.date(2020, 1, 1)

    @pytest.mark.parametrize("date", ["", long("x"), "2026-02-30", long("\0"), long("9" * 5000)])
    def test_without_one_it_takes_the_servers(self, over, date):
        owners_phone(over).post(at("plays:rematch", over), {"played_on": date})
        assert Play.objects.latest("pk").played_on == this_evening()

    def test_its_button_sent_twice_is_one_play(self, over):
        phone = owners_phone(over)
        fields = form_to(at("plays:rematch", over), phone.get(at("plays:play", over)))
        sent = {key: values[0] for key, values in fields.items()}
        assert phone.post(at("plays:rematch", over), sent).url == phone.post(at("plays:rematch", over), sent).url
        assert over.group.plays.count() == 2

    @pytest.mark.long
    def test_a_seat_that_was_taken_away_does_not_come_back_by_it(self, play, phone):
        phone.post(at("plays:seats", play), {"remove": seat_of(play, "Ben").pk})
        phone.post(at("plays:rematch", play))
        assert [str(seat) for seat in Play.objects.latest("pk").seats.all()] == ["Anna", "Chris"]


def test_a_play_of_a_game_that_is_gone_is_an_error_page_that_says_what_is_safe(phone, play):
    Play.objects.update(game_slug="nonesuch")
    phone.raise_request_exception = False
    page = phone.get(at("plays:play", play))
    assert page.status_code == 500
    assert "Everything you saved is safe." in text_of(page)
