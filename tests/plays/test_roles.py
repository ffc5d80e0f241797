"""Roles of players, variants and first players: noted at the start or later, shown, counted, and taken along."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Play, Seat
from companion.rules.library import LIBRARY
from tests.phones import a_play, again, an_empty_group, at, fields_of, finished, owners_phone, text_of
from tests.plays.test_games import PAGE, form, start
from tests.plays.test_sheet_games import started
from tests.plays.test_sitting import bring, exported

pytestmark = pytest.mark.django_db
CARDS = {"anna": {"water": 4}}
ROLES = {"role-0": "Merchant", "role-1": "Nomad", "variant": "Night map"}


def a_result(**options):
    """A finished play that Anna won against Ben, with their roles."""
    play = finished(names=("Anna", "Ben"), cards=CARDS, **options)
    play.seats.filter(player__name="Anna").update(role="Merchant", is_first=True)
    play.seats.filter(player__name="Ben").update(role="Nomad")
    Play.objects.filter(pk=play.pk).update(variant="Night map")
    return again(play)


def told(play):
    """Return the variant of a play, and each player with their role and whether they began."""
    seats = [(seat.player.name, seat.role, bool(seat.is_first)) for seat in play.seats.at_table()]
    return play.variant, seats


class TestStart:
    def test_stores_the_variant_and_each_role(self):
        start("Anna", "Ben", first="Ben", **ROLES)
        assert told(Play.objects.get()) == ("Night map", [("Anna", "Merchant", False), ("Ben", "Nomad", True)])

    def test_stores_nothing_if_nothing_is_typed(self):
        start("Anna", "Ben", **{"role-0": " ", "variant": ""})
        assert told(Play.objects.get()) == (None, [("Anna", None, False), ("Ben", None, False)])

    def test_a_role_moves_with_its_player_without_javascript(self):
        page = fields_of(Client().post(PAGE, form("Anna", "Ben", "Chris", up="1", **ROLES)))
        assert (page["player"][:2], page["role-0"], page["role-1"]) == (["Ben", "Anna"], "Nomad", "Merchant")
        page = fields_of(Client().post(PAGE, form("Anna", "Ben", off="Anna", **ROLES)))
        assert (page["role-0"], page["role-1"], page["variant"]) == ("Nomad", "", "Night map")

    def test_proposes_the_words_of_the_game_and_those_of_the_group(self):
        play = a_result()
        page = owners_phone(play).get(f"{PAGE}?group={play.group.uuid}").content.decode()
        assert '<option value="Merchant">' in page
        assert '<option value="Night map">' in page
        page = (
            owners_phone(play).get(f"{reverse('plays:game', args=['scythe'])}?group={play.group.uuid}").content.decode()
        )
        assert '<option value="Crimean Khanate">' in page


def test_word_of_a_sheets_list_is_stored_as_its_key_in_any_language():
    roles = LIBRARY["scythe"].roles
    assert {roles.key_for(typed) for typed in ("Krim", "crimean khanate", "クリミア・ハン国", "crimea")} == {"crimea"}
    assert roles.key_for(" Albion ") == "Albion"
    assert str(roles.label_for("crimea")) == "Crimean Khanate"


class TestResult:
    def test_shows_roles_above_their_columns_and_who_began(self):
        play = a_result()
        text = text_of(owners_phone(play).get(at("plays:play", play)))
        assert "Role Merchant Nomad" in text
        assert "Variant or map: Night map · Anna began" in text

    def test_a_play_without_roles_says_nothing_of_them(self):
        play = finished(names=("Anna", "Ben"), cards=CARDS)
        text = text_of(owners_phone(play).get(at("plays:play", play)))
        assert "Role" not in text and "Variant" not in text

    def test_can_be_noted_later_and_is_in_the_change_history(self):
        play = finished(names=("Anna", "Ben"), cards=CARDS)
        phone, [anna, ben] = owners_phone(play), play.seats.all()
        page = fields_of(phone.get(at("plays:notes", play)))
        typed = {f"role-{anna.pk}": "Nomad", "first": str(ben.pk), "variant": "Night map"}
        assert phone.post(at("plays:notes", play), page | typed).status_code == 302
        assert told(again(play)) == ("Night map", [("Anna", "Nomad", False), ("Ben", None, True)])
        text = text_of(phone.get(at("plays:trail", play)))
        assert "Variant or map: – → Night map" in text
        assert "Anna: – → Nomad" in text
        assert "Ben began" in text

    def test_what_another_phone_has_noted_meanwhile_is_not_lost(self):
        play = finished(names=("Anna", "Ben"), cards=CARDS)
        phone, anna = owners_phone(play), play.seats.first()
        page = fields_of(phone.get(at("plays:notes", play)))
        Seat.objects.filter(pk=anna.pk).update(role="Merchant")
        answer = phone.post(at("plays:notes", play), page | {f"role-{anna.pk}": "Nomad"})
        assert answer.status_code == 409
        assert "Merchant" in text_of(answer)
        assert play.seats.first().role == "Merchant"

    def test_word_stored_before_the_game_proposed_it_can_be_changed_and_put_back(self):
        play = started(Client(), "scythe", "Anna", "Ben")
        winter = {"key": "winter", "label": {"en": "Winter", "de": "Winter", "ja": "冬"}}
        data = play.sheet.data | {"variants": {"label": {"en": "Map"}, "choices": [winter]}}
        version = play.sheet.sheet.versions.create(number=2, data=data)
        # As the migration and imports of former versions have stored them.
        anna = play.seats.first()
        Seat.objects.filter(pk=anna.pk).update(role="Crimean Khanate")
        Play.objects.filter(pk=play.pk).update(variant="Winter", sheet=version)
        phone = owners_phone(play)
        page = fields_of(phone.get(at("plays:notes", play)))
        typed = {f"role-{anna.pk}": "Saxony Empire", "variant": "Autumn"}
        assert phone.post(at("plays:notes", play), page | typed).status_code == 302
        assert (again(play).variant, play.seats.first().role) == ("Autumn", "saxony")
        Play.objects.filter(pk=play.pk).update(variant="Winter")
        former = {"variant": "Autumn", "variant_was": "Winter"}
        assert phone.post(at("plays:notes", play), former).status_code == 302
        assert again(play).variant == "Autumn"


class TestStatistics:
    def test_say_how_roles_and_first_players_fare_from_three_plays_on(self):
        play = a_result()
        phone, page = owners_phone(play), reverse("history:group_game", args=[play.group.uuid, "tuareg"])
        a_result(group=play.group)
        text = text_of(phone.get(page))
        assert "First player" not in text and "Merchant" not in text
        a_result(group=play.group)
        text = text_of(phone.get(page))
        assert "First player Won 3 of 3 plays, expected 1.5 Anna began 3 times, won 3" in text
        assert "Role Merchant Won 3 of 3 plays, expected 1.5 100% Nomad Won 0 of 3 plays, expected 1.5 0%" in text

    def test_count_a_role_once_however_its_letters_are_written(self):
        play = a_result()
        group = play.group
        for _ in range(2):
            a_result(group=group).seats.filter(role="Merchant").update(role="merchant")
        text = text_of(owners_phone(play).get(reverse("history:group_game", args=[group.uuid, "tuareg"])))
        assert "Merchant Won 3 of 3 plays" in text


class TestTakenAlong:
    def test_our_own_file_brings_them_back(self):
        play = a_result()
        file = exported(play)
        assert [seat.get("role") for seat in json.loads(file)[0]["seats"]] == ["Merchant", "Nomad"]
        other = an_empty_group()
        bring(file, other)
        assert told(other.plays.get()) == told(play)

    def test_table_of_plays_has_them(self):
        play = a_result()
        answer = owners_phone(play).get(reverse("transfer:export_as", args=[play.group.uuid, "plays"]))
        text = b"".join(answer.streaming_content).decode().removeprefix("\ufeff")
        rows = [(row["role"], row["first"], row["variant"]) for row in csv.DictReader(io.StringIO(text))]
        assert rows == [("Merchant", "1", "Night map"), ("Nomad", "", "Night map")]

    def test_a_rematch_begins_without_them(self):
        play = a_result()
        owners_phone(play).post(at("plays:rematch", play), {})
        assert told(Play.objects.latest("pk")) == (None, [("Anna", None, False), ("Ben", None, False)])


def test_a_removed_player_keeps_their_role_in_our_own_file():
    play = a_play(names=("Anna", "Ben", "Chris"))
    chris = play.seats.get(player__name="Chris")
    chris.role = "Nomad"
    chris.save(update_fields=["role"])
    owners_phone(play).post(at("plays:seats", play), {"remove": chris.pk, "yes": "1"})
    [left] = json.loads(exported(play))[0]["left"]
    assert left["role"] == "Nomad"
