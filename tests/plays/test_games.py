"""A game's page, and the start of a play from it."""

import datetime
import json
import re

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from companion.core.language.evenings import this_evening
from companion.models import Event, Group, Play, Player
from companion.rules import GAMES
from tests.lanes import each_third, long
from tests.phones import a_play, again, fields_of, owner_of, owners_phone, text_of

PAGE = "/games/tuareg"
VALUES = {"points_water": "6", "points_gold": "5", "points_salt": "4", "points_millet": "3"}
SWITCHES = {"maps": "once", "tie_break": "hand-sum"}
FAMILY = "👨‍👩‍👧"


def form(*names, **typed):
    """What the start's form sends, for a new group where it names none."""
    return {"group": "", "player": names, "played_on": "2020-11-20", "start": "1"} | VALUES | SWITCHES | typed


def start(*names, phone=None, **typed):
    return (phone or Client()).post(PAGE, form(*names, **typed))


def names_of(play):
    return [seat.player.name for seat in play.seats.select_related("player")]


def names_offered(page):
    return [person["name"] for person in page.context["people"]]


class TestPage:
    @pytest.mark.parametrize("slug", GAMES)
    def test_every_game_says_who_made_it_and_how_it_scores(self, slug):
        page = Client().get(f"/games/{slug}")
        assert page.status_code == 200
        for fact in (GAMES[slug].publisher, GAMES[slug].designer, str(GAMES[slug].year)):
            assert fact in text_of(page)
        assert "Scoring rules" in text_of(page)

    def test_it_begins_with_an_empty_name_for_each_seat_and_the_usual_values(self):
        fields = fields_of(Client().get(PAGE))
        assert fields["player"] == [""] * 5
        assert {key: fields[key] for key in VALUES | SWITCHES} == VALUES | SWITCHES
        assert fields["played_on"] == this_evening().isoformat()

    def test_its_form_sends_what_the_start_takes(self):
        fields = fields_of(Client().get(PAGE))
        answer = Client().post(PAGE, fields | {"player": ["Anna", "Ben"]})
        assert answer.status_code == 302

    @pytest.mark.parametrize("slug", ["nonesuch", "Tuareg", long("tuareg-2"), long("-")])
    def test_there_is_no_page_of_a_game_nobody_knows(self, slug):
        assert Client().get(f"/games/{slug}").status_code == 404
        assert Client().post(f"/games/{slug}", form("Anna", "Ben")).status_code == 404

    @pytest.mark.parametrize(
        "query", ["group=x", long("group="), "group=%00", long("group=" + "9" * 3000), long("x[]=1&x[]=2")]
    )
    def test_rubbish_in_the_address_is_passed_over(self, query):
        assert Client().get(f"{PAGE}?{query}").status_code == 200


class TestStart:
    def test_a_play_begins_in_a_new_group_and_its_page_follows(self):
        answer = start("Anna", "Ben")
        play = Play.objects.get()
        assert answer.url == f"/plays/{play.uuid}/"
        assert (play.game_slug, play.state, play.played_on) == ("tuareg", "open", datetime.date(2020, 11, 20))
        assert str(play.group) == "Anna, Ben"
        assert [event.kind for event in Event.objects.all()] == ["start"]

    def test_the_seats_stand_in_the_order_typed(self):
        start("Chris", "Anna", "Ben")
        assert names_of(Play.objects.get()) == ["Chris", "Anna", "Ben"]

    def test_empty_names_are_passed_over(self):
        start("", "Anna", "  ", "\t", "Ben", "\u200b")
        assert names_of(Play.objects.get()) == ["Anna", "Ben"]

    def test_whoever_starts_it_owns_its_group(self):
        start("Anna", "Ben")
        play = Play.objects.get()
        assert play.group.members.get().role == "owner"
        assert Event.objects.get().person == owner_of(play)

    def test_a_new_group_takes_the_language_of_the_moment(self):
        Client().post(PAGE, form("Anna", "Ben"), headers={"Accept-Language": "ja"})
        assert Group.objects.get().language == "ja"

    def test_a_form_that_is_sent_twice_starts_one_play(self):
        phone = Client()
        play_id = fields_of(phone.get(PAGE))["play_id"]
        answers = [start("Anna", "Ben", phone=phone, play_id=play_id) for _ in range(2)]
        assert answers[0].url == answers[1].url
        assert (Play.objects.count(), Group.objects.count(), Event.objects.count()) == (1, 1, 1)

    def test_the_id_of_somebody_elses_play_leads_nowhere(self):
        others = a_play()
        assert start("Dora", "Emil", play_id=str(others.uuid)).status_code == 404
        assert names_of(others) == ["Anna", "Ben", "Chris"]

    @pytest.mark.parametrize("date", ["2020-11-20", long("2020-02-29"), "1900-01-01"])
    def test_the_date_can_be_any_that_was(self, date):
        phone = Client()
        answer = start("Anna", "Ben", phone=phone, played_on=date)
        assert Play.objects.get().played_on.isoformat() == date
        assert phone.get(answer.url).status_code == 200
        assert phone.get(f"/groups/{Group.objects.get().uuid}/").status_code == 200

    @pytest.mark.parametrize("language", ["de", long("ja")])
    def test_the_date_of_a_phone_is_understood_in_every_language(self, language):
        Client().post(PAGE, form("Anna", "Ben"), headers={"Accept-Language": language})
        assert Play.objects.get().played_on == datetime.date(2020, 11, 20)


class TestKnownGroup:
    def test_the_newest_group_is_proposed_with_its_names(self):
        play = a_play()
        page = owners_phone(play).get(PAGE)
        assert fields_of(page)["group"] == str(play.group.uuid)
        assert names_offered(page) == ["Anna", "Ben", "Chris"]

    def test_a_play_of_known_names_is_a_play_of_the_same_players(self):
        play = a_play()
        start("ben", " ANNA ", phone=owners_phone(play), group=str(play.group.uuid))
        newer = Play.objects.latest("pk")
        assert newer.group == play.group
        assert names_of(newer) == ["Ben", "Anna"]
        assert Player.objects.count() == 3

    def test_a_new_name_joins_the_group(self):
        play = a_play()
        start("Anna", "Dora", phone=owners_phone(play), group=str(play.group.uuid))
        assert str(Group.objects.get()) == "Anna, Ben, Chris, Dora"

    def test_nobody_starts_in_a_group_of_others(self):
        play = a_play()
        assert start("Anna", "Ben", group=str(play.group.uuid)).status_code == 404
        assert list(Play.objects.all()) == [play]

    def test_the_values_on_the_cards_are_remembered_by_group(self):
        phone = Client()
        start("Anna", "Ben", phone=phone, points_water="8", maps="every-stage")
        start("Dora", "Emil", phone=phone)
        older, newer = Group.objects.order_by("pk")
        first = fields_of(phone.get(f"{PAGE}?group={older.uuid}"))
        assert (first["points_water"], first["maps"]) == ("8", "every-stage")
        assert fields_of(phone.get(f"{PAGE}?group={newer.uuid}"))["points_water"] == "6"
        assert fields_of(phone.get(f"{PAGE}?group="))["points_water"] == "6"

    def test_a_hidden_player_is_not_proposed(self):
        play = a_play()
        play.group.players.filter(name="Ben").update(is_hidden=True)
        assert names_offered(owners_phone(play).get(PAGE)) == ["Anna", "Chris"]

    def test_people_stand_in_the_order_of_the_last_table_and_the_others_after_them(self):
        play = a_play()
        phone, group = owners_phone(play), str(play.group.uuid)
        start("Chris", "Dora", "Anna", phone=phone, group=group, played_on=play.played_on)
        assert names_offered(phone.get(PAGE)) == ["Chris", "Dora", "Anna", "Ben"]
        assert names_offered(phone.get("/games/targi")) == ["Anna", "Ben", "Chris", "Dora"]

    def test_the_same_are_those_of_the_last_play_of_this_game(self):
        play = a_play()
        phone, group = owners_phone(play), str(play.group.uuid)
        assert "The same three Anna, Ben, and Chris" in text_of(phone.get(PAGE))
        start("Ben", "Anna", phone=phone, group=group, played_on=play.played_on)
        assert "The same two Ben and Anna" in text_of(phone.get(PAGE))
        assert "The same" not in text_of(phone.get("/games/basari"))
        assert "The same" not in text_of(phone.get(f"{PAGE}?group="))

    def test_first_player_is_drawn_only_where_a_game_has_one(self):
        phone = owners_phone(a_play())
        assert 'name="draw"' in phone.get(PAGE).content.decode()
        assert 'name="draw"' not in phone.get("/games/basari").content.decode()

    @pytest.mark.long
    def test_the_same_are_not_proposed_when_one_of_them_is_hidden_or_that_play_is_deleted(self):
        play = a_play()
        Play.objects.filter(pk=play.pk).update(deleted_at=timezone.now())
        assert "The same" not in text_of(owners_phone(play).get(PAGE))
        Play.objects.filter(pk=play.pk).update(deleted_at=None)
        assert "The same" in text_of(owners_phone(play).get(PAGE))
        play.group.players.filter(name="Ben").update(is_hidden=True)
        assert "The same" not in text_of(owners_phone(play).get(PAGE))

    def test_the_page_asks_as_much_of_the_database_however_many_groups_there_are(self, django_assert_max_num_queries):
        play = a_play()
        for number in range(4):
            a_play(owner=owner_of(play), names=("Anna", f"Ben {number}"))
        phone = owners_phone(play)
        with django_assert_max_num_queries(10):
            phone.get(PAGE)


class TestWithoutScript:
    def test_enter_and_a_known_name_add_one_more(self):
        play = a_play()
        page = owners_phone(play).post(PAGE, form("Ben", add="Anna", group=str(play.group.uuid)))
        assert page.status_code == 200
        assert fields_of(page)["player"] == ["Ben", "Anna", "", "", ""]
        assert {person["name"]: person["seat"] for person in page.context["people"]} == {
            "Anna": 2,
            "Ben": 1,
            "Chris": 0,
        }
        assert Play.objects.count() == 1

    def test_whoever_sits_gets_up_again(self):
        play = a_play()
        page = owners_phone(play).post(PAGE, form("Anna", "Ben", "Chris", off="ben", group=str(play.group.uuid)))
        assert fields_of(page)["player"] == ["Anna", "Chris", "", "", ""]
        assert [person["seat"] for person in page.context["people"]] == [1, 0, 2]

    def test_the_same_sit_down_at_once_in_place_of_whoever_sat(self):
        play = a_play()
        typed = form("Dora", same="1", points_water="9", group=str(play.group.uuid))
        fields = fields_of(owners_phone(play).post(PAGE, typed))
        assert fields["player"] == ["Anna", "Ben", "Chris", "", ""]
        assert fields["points_water"] == "9"
        assert Play.objects.count() == 1

    def test_the_same_of_no_group_leave_the_names_as_they_are(self):
        assert fields_of(Client().post(PAGE, form("Dora", same="1")))["player"][:2] == ["Dora", ""]

    def test_enter_keeps_everything_typed(self):
        page = Client().post(PAGE, form("Anna", add="", played_on="2020-01-01", points_water="9", maps="every-stage"))
        fields = fields_of(page)
        assert page.status_code == 200
        assert (fields["player"][0], fields["played_on"]) == ("Anna", "2020-01-01")
        assert (fields["points_water"], fields["maps"]) == ("9", "every-stage")

    def test_an_arrow_moves_a_name_one_up(self):
        page = Client().post(PAGE, form("Anna", "Ben", "Chris", up="2"))
        assert fields_of(page)["player"][:3] == ["Anna", "Chris", "Ben"]

    @pytest.mark.parametrize("place", ["0", long("3"), long("-1"), "x", long(""), "²", long("9" * 5000), long("\0")])
    def test_an_arrow_that_leads_nowhere_moves_nothing(self, place):
        page = Client().post(PAGE, form("Anna", "Ben", "Chris", up=place))
        assert page.status_code == 200
        assert fields_of(page)["player"][:3] == ["Anna", "Ben", "Chris"]


class TestNames:
    @pytest.mark.parametrize(
        "name",
        each_third(
            [
                "José",
                "Åse-Line O'Brien",
                "絵美",
                "سارة",
                "שרה",
                "नेहा",
                "می‌خواهم",
                "👩‍🚀",
                FAMILY,
                "❤️",
                "O’Neill & Co",
                "%s",
            ]
        ),
    )
    def test_a_name_is_kept_as_it_is_written(self, name):
        phone = Client()
        answer = start("Anna", name, phone=phone)
        assert names_of(Play.objects.get()) == ["Anna", name]
        assert name in text_of(phone.get(answer.url))

    @pytest.mark.parametrize(
        ("typed", "kept"),
        [
            ("  Ben  Maier ", "Ben Maier"),
            ("Be\0n", "Ben"),
            ("Ben\u202e", "Ben"),
            long("\u200dBen\u200b", "Ben"),
            ("Jose\u0301", "José"),
            long("Ben\nMaier", "Ben Maier"),
            long("Ben \u200d Maier", "Ben Maier"),
        ],
    )
    def test_what_nobody_sees_does_not_come_in(self, typed, kept):
        start("Anna", typed)
        assert names_of(Play.objects.get()) == ["Anna", kept]

    def test_markup_is_shown_and_not_obeyed(self):
        markup = "<b onclick=x>&amp;\"'</b>"
        phone = Client()
        page = phone.get(start("Anna", markup, phone=phone).url)
        assert markup.encode() not in page.content
        shown = page.content.decode().replace("&quot;", "&#34;").replace("&#x27;", "&#39;")
        assert "&lt;b onclick=x&gt;&amp;amp;&#34;&#39;&lt;/b&gt;" in shown

    def test_a_name_has_sixty_characters_at_most(self):
        assert start("Anna", "x" * 60).status_code == 302
        page = start("Anna", "x" * 61)
        assert page.status_code == 422
        assert "longer than 60 characters" in text_of(page)
        assert fields_of(page)["player"][:2] == ["Anna", "x" * 61]

    def test_sixty_characters_that_grow_when_they_are_compared_fit(self):
        start("Anna", "ΐ" * 60)
        assert len(Player.objects.latest("pk").folded_name) <= Player._meta.get_field("folded_name").max_length

    @pytest.mark.parametrize("twin", [long("Anna"), "ANNA", long(" anna "), "An\u200bna"])
    def test_two_of_one_name_are_refused(self, twin):
        page = start("Anna", "Ben", twin)
        assert page.status_code == 422
        assert "two players are called anna" in text_of(page).casefold()
        assert fields_of(page)["player"][:3] == ["Anna", "Ben", twin.strip() if twin.isspace() else twin]

    @pytest.mark.parametrize("names", [long([]), ["Anna"], ["A", "B", "C", "D", "E", "F"]])
    def test_too_few_and_too_many_are_refused_with_the_limits(self, names):
        page = start(*names)
        assert page.status_code == 422
        assert f"2 to 5 players, not {len(names)}" in text_of(page)
        assert [name for name in fields_of(page)["player"] if name] == names

    def test_no_field_at_all_is_refused_and_makes_no_error(self):
        page = Client().post(PAGE, {})
        assert page.status_code == 422
        assert "2 to 5 players, not 0" in text_of(page)
        assert "None" not in text_of(page)

    @pytest.mark.long
    def test_hundreds_of_names_are_refused(self):
        assert start(*(f"Player {number}" for number in range(500))).status_code == 422


class TestValues:
    @pytest.mark.parametrize(
        "value", ["0", "100", long("-1"), "six", "", long("3.5"), long("9" * 5000), long("\0"), long("1e1")]
    )
    def test_points_that_are_on_no_card_are_refused_with_the_limits(self, value):
        page = start("Anna", "Ben", points_water=value)
        assert page.status_code == 422
        assert "from 1 to 99" in text_of(page)
        assert Play.objects.count() == 0

    def test_they_are_kept_as_they_were_typed_with_all_the_rest(self):
        fields = fields_of(start("Anna", "Ben", points_water="six", played_on="2020-01-01", maps="every-stage"))
        assert fields["points_water"] == "six"
        assert (fields["player"][:2], fields["played_on"]) == (["Anna", "Ben"], "2020-01-01")
        assert (fields["points_gold"], fields["maps"]) == ("5", "every-stage")

    @pytest.mark.parametrize("value", ["８", long(" 8 "), long("08")])
    def test_a_number_may_be_typed_as_people_type(self, value):
        start("Anna", "Ben", points_water=value)
        assert Play.objects.get().options["points_water"] == 8

    @pytest.mark.parametrize("value", ["twice", long(""), long("\0")])
    def test_a_rule_nobody_knows_is_refused(self, value):
        page = start("Anna", "Ben", maps=value)
        assert page.status_code == 422
        assert "Please choose one." in text_of(page)

    @pytest.mark.parametrize(
        "date", ["", long("tomorrow"), "2026-02-30", long("2026-13-01"), long("99999-01-01"), "\0", long("9" * 3000)]
    )
    def test_a_day_that_is_in_no_calendar_is_refused_and_kept(self, date):
        page = start("Anna", "Ben", played_on=date)
        assert page.status_code == 422
        assert fields_of(page)["player"][:2] == ["Anna", "Ben"]
        assert fields_of(page)["played_on"] == date.replace("\0", "\ufffd") or "\0" in date

    @pytest.mark.parametrize("date", [long("9999-12-31"), "2999-01-01"])
    def test_a_day_that_is_still_to_come_is_refused(self, date):
        page = start("Anna", "Ben", played_on=date)
        assert page.status_code == 422
        assert "This date is in the future." in text_of(page)
        assert fields_of(page)["played_on"] == date

    def test_the_day_of_a_phone_where_it_is_tomorrow_already_is_none_to_come(self):
        where_days_begin = datetime.timezone(datetime.timedelta(hours=14))
        assert start("Anna", "Ben", played_on=timezone.localdate(timezone=where_days_begin)).status_code == 302

    @pytest.mark.parametrize("date", ["0020-11-20", long("0001-01-01"), "1899-12-31"])
    def test_a_year_of_which_two_digits_were_typed_is_asked_again(self, date):
        assert "Enter the year" in text_of(start("Anna", "Ben", played_on=date))

    def test_a_date_that_was_chosen_is_not_replaced_by_the_phones_when_the_page_comes_back(self):
        page = start("Anna", played_on="2020-01-01")
        assert page.status_code == 422
        assert "data-today" not in page.content.decode()
        assert "data-today" in Client().get(PAGE).content.decode()

    @pytest.mark.parametrize("play_id", ["x", "", long("\0"), long("None"), long("9" * 5000)])
    def test_an_id_that_is_none_stands_in_nobodys_way(self, play_id):
        assert start("Anna", "Ben", play_id=play_id).status_code == 302

    def test_a_value_that_was_stored_before_the_option_was_known_is_its_default(self):
        play = a_play()
        Play.objects.filter(pk=play.pk).update(options={}, revision=F("revision") + 1)
        assert owners_phone(play).get(f"/plays/{again(play).uuid}/options").context["form"].initial["points_water"] == 6


class TestFolds:
    def test_the_rules_and_the_day_are_told_on_their_folds(self):
        page = text_of(Client().get(PAGE))
        assert "House rules maps: once · tie: the whole hand" in page
        assert "Points for most as printed on your cards; tap to change 6 · 5 · 4 · 3" in page
        assert "Date and location today" in page

    def test_what_was_chosen_is_told_when_the_page_comes_back(self):
        page = text_of(start("Anna", maps="every-stage", played_on="2020-01-02", place="at Ben’s", points_water="7"))
        assert "maps: in every stage" in page
        assert "Date and location 2 Jan 2020 , at Ben’s" in page
        assert "7 · 5 · 4 · 3" in page

    @pytest.mark.parametrize(
        ("typed", "fold"),
        [({"maps": "twice"}, "maps"), ({"played_on": "x"}, "played_on"), ({"points_gold": "x"}, "points_gold")],
    )
    def test_a_fold_with_a_fault_is_open(self, typed, fold):
        page = start("Anna", "Ben", **typed).content.decode()
        [opened] = re.findall(r"<details[^>]* open>(.*?)</details>", page, re.S)
        assert f'name="{fold}"' in opened


def test_the_start_says_how_many_are_missing_and_how_many_play():
    play = a_play()
    assert labels_of(owners_phone(play).get(PAGE))[:3] == ["Choose 2 or more", "Choose 2 or more", "Start with 2"]
    assert labels_of(owners_phone(play).get("/games/targi")) == ["Choose 2", "Choose 2", "Start with 2"]
    assert labels_of(Client().get(PAGE))[:3] == ["Enter 2 names or more", "Enter 2 names or more", "Start with 2"]
    assert labels_of(Client().get("/games/targi"))[0] == "Enter 2 names"
    assert labels_of(Client().get("/games/five-tribes-solo")) == ["Who plays?", "Start"]


def test_start_of_a_team_game_says_that_teams_are_next():
    assert labels_of(Client().get("/games/tichu"))[4] == "Next: teams"


def labels_of(page):
    return json.loads(page.context["labels"])


def test_only_a_whole_set_up_is_called_one():
    told = "Counting out For 2 players"
    assert told in text_of(Client().get("/games/five-tribes"))
    assert "The rest of the setup is in the rulebook." in text_of(Client().get("/games/five-tribes"))
    # Where nothing is to be counted out there is no heading for it.
    assert "Counting out" not in text_of(Client().get("/games/qwirkle"))
    text = text_of(Client().get("/games/targi"))
    assert "Set up For 2 players Lay the 16 border cards" in text
    assert "Counting out" not in text


def test_nobody_sits_in_an_order_in_a_game_for_one():
    assert "In the order you sit" in text_of(Client().get("/games/targi"))
    text = text_of(Client().get("/games/five-tribes-solo"))
    assert "Who plays?" in text
    assert "In the order you sit" not in text
