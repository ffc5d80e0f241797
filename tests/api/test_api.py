"""What a program reads with a key: as `docs/reference/openapi.json` says, what its person may see, and nothing more."""

import json
import re
import uuid
from io import BytesIO

import jsonschema
import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from PIL import Image

from companion.access import api_keys, rate_limits
from companion.api.views import PLAYS_AT_ONCE
from companion.groups import founding, members
from companion.models import ApiKey, Person, Player
from companion.models.photos import SIDES
from companion.plays.lifecycle import close_stage, delete, finish
from tests.lanes import long
from tests.phones import a_play, again, count, finished, forms_of, kept, owner_of, owners_phone, phone_of, text_of
from tests.photos.samples import photo_of
from tests.plays.test_teams import in_teams
from tests.test_conventions import ROOT

pytestmark = pytest.mark.django_db
OPENAPI = json.loads((ROOT / "docs" / "reference" / "openapi.json").read_text())
FORMATS = jsonschema.Draft202012Validator.FORMAT_CHECKER


def key_for(person, name="My table"):
    return api_keys.create(person, name, uuid=uuid.uuid4())[1]


def ask(key, path, **head):
    """What is answered to a program that has nothing but a key."""
    return Client().get(path, headers={"Authorization": f"Bearer {key}", **head})


def said(path, answer):
    """What an answer says, which is as the documentation has it for this path and status."""
    described = OPENAPI["paths"][path]["get"]["responses"][str(answer.status_code)]
    if list(described["content"]) == ["image/jpeg"]:
        assert answer["Content-Type"] == "image/jpeg"
        return answer.content
    schema = {**described["content"]["application/json"]["schema"], "components": OPENAPI["components"]}
    jsonschema.Draft202012Validator(schema, format_checker=FORMATS).validate(answer.json())
    return answer.json()


@pytest.fixture
def play():
    return finished(cards={"anna": {"water": 4, "gold": 2}})


@pytest.fixture
def key(play):
    return key_for(owner_of(play))


def at(path, play):
    """The address of a path of the documentation for a play and its group."""
    number = play.uuid if path.startswith("/plays") else play.group.uuid
    photo = play.photos.first() or (photo_of(play) if "{photo}" in path else None)
    address = f"/api/1{path}".replace("{uuid}", str(number)).replace("{size}", "small")
    return address.replace("{photo}", str(photo and photo.uuid))


class TestDocumentation:
    def test_it_is_openapi_with_schemas_that_are_schemas(self):
        assert OPENAPI["openapi"] == "3.1.0"
        for schema in OPENAPI["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)

    def test_it_describes_every_address_and_no_other(self):
        [api] = [each for each in get_resolver().url_patterns if str(each.pattern) == "api/1/"]
        described = {f"/{re.sub('<[a-z]+:([a-z]+)>', '{\\1}', str(each.pattern))}" for each in api.url_patterns}
        assert described == set(OPENAPI["paths"])

    @pytest.mark.parametrize("path", OPENAPI["paths"])
    def test_every_answer_is_as_it_says(self, path, play, key):
        teams, _phone = in_teams("1", "2", "1", "2")
        started = a_play(group=play.group, owner=owner_of(play))
        for each, its_key in ((play, key), (started, key), (teams, key_for(owner_of(teams)))):
            answer = ask(its_key, at(path, each))
            assert answer.status_code == 200
            assert said(path, answer)

    @pytest.mark.parametrize("path", OPENAPI["paths"])
    def test_without_a_key_and_with_a_wrong_one_it_says_what_is_needed(self, path, play):
        for answer in (Client().get(at(path, play)), ask("wrong", at(path, play)), ask("", at(path, play))):
            assert answer.status_code == 401
            assert answer["WWW-Authenticate"] == "Bearer"
            assert "A key is needed" in said(path, answer)["error"]

    def test_the_word_before_it_may_be_written_in_any_case(self, key):
        assert Client().get("/api/1/groups", headers={"Authorization": f"bearer {key}"}).status_code == 200


class TestWhatIsSaid:
    def test_a_play_tells_who_won_and_its_rows_come_to_the_points(self, play, key):
        its = said("/plays/{uuid}", ask(key, at("/plays/{uuid}", play)))
        assert [(seat["name"], seat["points"], seat["won"]) for seat in its["seats"]] == [
            (str(seat), seat.points, seat.is_winner) for seat in play.seats.all()
        ]
        for place, seat in enumerate(its["seats"]):
            assert sum(row["points"][place] or 0 for row in its["rows"]) == seat["points"]

    def test_colours_of_players_and_who_was_drawn_to_begin_are_told(self, play, key):
        seat = play.seats.order_by("pk")[1]
        play.seats.filter(pk=seat.pk).update(is_first=True)
        Player.objects.filter(pk=seat.player_id).update(colour=7)
        its = said("/plays/{uuid}", ask(key, at("/plays/{uuid}", play)))
        assert [each["player"] for each in its["seats"] if each["first"]] == [seat.player_id]
        group = said("/groups/{uuid}", ask(key, f"/api/1/groups/{play.group.uuid}"))
        assert {each["id"]: each["colour"] for each in group["players"]}[seat.player_id] == 7

    def test_a_play_lists_its_photos_where_the_same_key_fetches_them(self, play, key):
        photo = photo_of(play)
        photo_of(play, is_gone=True)
        [its] = said("/plays/{uuid}", ask(key, at("/plays/{uuid}", play)))["photos"]
        assert its["id"] == str(photo.uuid)
        for size in SIDES:
            its_picture = its[size]
            answer = ask(key, its_picture["address"])
            assert answer.status_code == 200 and answer["Content-Type"] == "image/jpeg"
            assert Image.open(BytesIO(answer.content)).size == (its_picture["width"], its_picture["height"])
            known = {"If-None-Match": answer["ETag"]}
            assert ask(key, its_picture["address"], **known).status_code == 304
            assert ask(key_for(Person.objects.create_visitor()), its_picture["address"], **known).status_code == 404

    @pytest.mark.parametrize("what", ["gone", "another play", "another size", "a deleted play"])
    def test_a_photo_that_is_not_there_is_said_to_be_so_in_json(self, play, key, what):
        photo, its_play = photo_of(play, is_gone=what == "gone"), play
        if what == "another play":
            its_play = finished(owner=owner_of(play), group=play.group)
        if what == "a deleted play":
            delete(play, person=None)
        size = "huge" if what == "another size" else "large"
        answer = ask(key, reverse("api:api_picture", args=[its_play.uuid, photo.uuid, size]))
        assert answer.status_code == 404 and "error" in answer.json()

    def test_plays_come_in_parts_and_each_once(self, play, key, monkeypatch):
        monkeypatch.setattr("companion.api.views.PLAYS_AT_ONCE", 2)
        for _ in range(4):
            a_play(group=play.group, owner=owner_of(play))
        path, found = at("/groups/{uuid}/plays", play), []
        while path:
            its = said("/groups/{uuid}/plays", ask(key, path))
            found += [each["id"] for each in its["plays"]]
            path = its["next"]
        newest_first = play.group.plays.order_by("-played_on", "-pk")
        assert found == [str(each.uuid) for each in newest_first]

    def test_a_page_asks_the_database_no_more_for_many_plays(self, play, key, django_assert_max_num_queries):
        for _ in range(5):
            a_play(group=play.group, owner=owner_of(play))
        assert PLAYS_AT_ONCE == 100
        with django_assert_max_num_queries(16):
            ask(key, at("/groups/{uuid}/plays", play))

    def test_statistics_count_the_wins(self, play, key):
        its = said("/groups/{uuid}/statistics", ask(key, at("/groups/{uuid}/statistics", play)))
        names = {player.pk: player.name for player in play.group.players.all()}
        assert {names[each["player"]]: each["wins"] for each in its["players"]} == {"Anna": 1, "Ben": 0, "Chris": 0}
        assert [game["game"] for game in its["games"]] == ["tuareg"]

    def test_ones_own_plays_are_of_all_groups(self, play, key):
        other = finished(names=("Anna", "Dora"), cards={"dora": {"water": 4}})
        members.join(other.group, owner_of(play))
        for each in (play, other):
            members.claim_name(each.group.players.get(name="Anna"), owner_of(play))
        its = said("/me", ask(key, "/api/1/me"))
        assert (its["plays"], its["game_nights"], its["h_index"]) == (2, 2, 1)
        assert (its["against_others"]["plays"], its["against_others"]["wins"]) == (2, 1)
        assert {each["group"]: each["plays"] for each in its["groups"]} == {
            str(each.group.uuid): 1 for each in (play, other)
        }
        met = {each["name"]: (each["ahead"], each["behind"]) for each in its["head_to_head"]}
        assert met == {"Ben": (1, 0), "Chris": (1, 0), "Dora": (0, 1)}

    def test_who_has_said_of_no_name_that_it_is_theirs_has_played_nothing(self, key):
        its = said("/me", ask(key, "/api/1/me"))
        assert (its["plays"], its["groups"], its["by_game"], its["head_to_head"]) == (0, [], [], [])

    def test_statistics_tell_a_shared_win_from_one_of_ones_own(self):
        play = finished(cards={"anna": {"water": 4}, "ben": {"water": 4}})
        its = said("/groups/{uuid}/statistics", ask(key_for(owner_of(play)), at("/groups/{uuid}/statistics", play)))
        names = {player.pk: player.name for player in play.group.players.all()}
        counted = {
            names[each["player"]]: tuple(each[key] for key in ("wins", "shared", "credit")) for each in its["players"]
        }
        assert counted == {"Anna": (1, 1, 0.5), "Ben": (1, 1, 0.5), "Chris": (0, 0, 0)}
        assert [each["credit"] for each in its["games"][0]["players"]] == [0.5, 0.5, 0]

    def test_statistics_count_a_draw_at_chess_as_half_and_not_as_a_win(self):
        play = a_play(game="chess", names=("Anna", "Ben"))
        count(play, stage="end", anna={"place__": 1}, ben={"place__": 1})
        close_stage(again(play), play.game.stage("end"), person=owner_of(play))
        finish(again(play), person=owner_of(play))
        key = key_for(owner_of(play))
        its = said("/groups/{uuid}/statistics", ask(key, at("/groups/{uuid}/statistics", play)))
        assert [[each[key] for key in ("wins", "draws", "credit")] for each in its["players"]] == [[0, 1, 0.5]] * 2
        its = said("/plays/{uuid}", ask(key, at("/plays/{uuid}", play)))
        assert [seat["won"] for seat in its["seats"]] == [False, False]

    def test_titles_are_in_the_language_that_is_asked_for(self, play, key):
        answer = ask(key, at("/plays/{uuid}", play), **{"Accept-Language": "ja"})
        assert answer.json()["game"]["title"] == "トゥワレグ"

    @pytest.mark.parametrize("after", ["x", long("2026-11-20."), "a\0b", long("9" * 400)])
    def test_rubbish_for_a_position_is_the_beginning(self, play, key, after):
        answer = Client().get(
            at("/groups/{uuid}/plays", play), {"after": after}, headers={"Authorization": f"Bearer {key}"}
        )
        assert [each["id"] for each in answer.json()["plays"]] == [str(play.uuid)]


class TestAccess:
    @pytest.mark.parametrize("path", [path for path in OPENAPI["paths"] if "uuid" in path])
    def test_a_group_of_others_is_not_there(self, path, play):
        other = key_for(owner_of(a_play()))
        answer = ask(other, at(path, play))
        assert answer.status_code == 404
        assert "error" in said(path, answer)

    @pytest.mark.parametrize("path", [path for path in OPENAPI["paths"] if "uuid" in path])
    def test_who_was_removed_reads_nothing_more(self, path, play):
        member = members.join(play.group, Person.objects.create_visitor())
        key = key_for(member.person)
        assert ask(key, at(path, play)).status_code == 200
        members.expel(member)
        assert ask(key, at(path, play)).status_code == 404

    def test_a_guest_who_has_a_seat_reads_nothing_by_a_key(self, play):
        guest = Person.objects.create_visitor()
        play.seats.filter(player__name="Anna").update(person=guest)
        assert phone_of(guest).get(reverse("plays:trail", args=[play.uuid])).status_code == 200
        assert ask(key_for(guest), at("/plays/{uuid}", play)).status_code == 404

    def test_what_is_deleted_is_not_there(self, play, key):
        delete(play, person=owner_of(play))
        assert ask(key, at("/plays/{uuid}", play)).status_code == 404
        assert ask(key, at("/groups/{uuid}/plays", play)).json()["plays"] == []
        founding.delete(play.group)
        assert ask(key, at("/groups/{uuid}", play)).status_code == 404
        assert ask(key, "/api/1/groups").json() == {"groups": []}

    def test_the_cookies_of_a_phone_open_nothing(self, play):
        assert owners_phone(play).get(at("/plays/{uuid}", play)).status_code == 401

    def test_the_key_says_who_asks_and_not_the_phone(self, play):
        other = key_for(Person.objects.create_visitor())
        answer = owners_phone(play).get(at("/plays/{uuid}", play), headers={"Authorization": f"Bearer {other}"})
        assert answer.status_code == 404

    def test_nothing_can_be_changed(self, play, key):
        head = {"Authorization": f"Bearer {key}"}
        for path in OPENAPI["paths"]:
            for method in ("post", "put", "patch", "delete"):
                assert getattr(Client(), method)(at(path, play), headers=head).status_code == 405

    def test_a_key_opens_no_page(self, play, key):
        assert ask(key, reverse("groups:group", args=[play.group.uuid])).status_code == 404

    def test_no_page_remembers_who_asked(self, key):
        assert not ask(key, "/api/1/groups").cookies


class TestLimits:
    def test_asked_too_often_it_says_how_long_to_wait(self, key, monkeypatch):
        monkeypatch.setattr(api_keys, "MOST_ASKED", 2)
        answers = [ask(key, "/api/1/groups") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1]["Retry-After"] == "900"
        said("/groups", answers[-1])

    def test_wrong_keys_run_out_and_the_right_one_still_opens(self, key):
        answers = [ask("wrong", "/api/1/groups").status_code for _ in range(rate_limits.WRONG_FROM_ONE_CLIENT + 1)]
        assert answers[-2:] == [401, 429]
        assert ask(key, "/api/1/groups").status_code == 200


MADE = "7f1bd5c3-0df4-4f25-8a22-1be4b36ee0d1"


class TestKeys:
    @pytest.fixture
    def phone(self, play):
        return owners_phone(play)

    def made(self, phone, **sent):
        answer = phone.post(reverse("accounts:api_keys"), {"name": "My table", "made": MADE, **sent})
        return answer, answer.context["key"]

    def test_it_is_shown_once_and_only_its_digest_is_kept(self, phone):
        page, key = self.made(phone)
        assert key in page.content.decode()
        assert key not in phone.get(reverse("accounts:api_keys")).content.decode()
        assert "My table" in text_of(phone.get(reverse("accounts:api_keys")))
        assert key not in str(ApiKey.objects.values().get())
        assert ask(key, "/api/1/groups").status_code == 200

    def test_the_same_form_of_somebody_else_makes_none_and_tells_nothing(self, play):
        form = uuid.uuid4()
        api_keys.create(owner_of(play), "My table", uuid=form)
        assert api_keys.create(Person.objects.create_visitor(), "Mine", uuid=form) == (None, None)

    def test_the_form_that_is_sent_twice_makes_one_key(self, phone):
        self.made(phone)
        page, again = self.made(phone)
        assert again is None
        assert "This key already exists and can’t be shown again." in text_of(page)
        assert ApiKey.objects.count() == 1

    def test_without_a_name_there_is_none(self, phone):
        answer = phone.post(reverse("accounts:api_keys"), {"name": " ", "made": MADE})
        assert answer.status_code == 422
        assert not ApiKey.objects.exists()

    def test_withdrawn_it_opens_nothing(self, phone):
        _page, key = self.made(phone)
        [form] = [
            form for form in forms_of(phone.get(reverse("accounts:api_keys"))) if ("withdraw", "1") in form["buttons"]
        ]
        phone.post(form["action"], {"withdraw": "1"})
        assert ask(key, "/api/1/groups").status_code == 401

    def test_renewed_the_old_one_opens_nothing_and_the_new_one_does(self, phone):
        _page, key = self.made(phone)
        page = phone.post(reverse("accounts:api_key", args=[ApiKey.objects.get().pk]), {"renew": "1"})
        assert ask(key, "/api/1/groups").status_code == 401
        assert ask(page.context["key"], "/api/1/groups").status_code == 200

    def test_it_says_when_it_was_used(self, phone):
        _page, key = self.made(phone)
        assert "not used yet" in text_of(phone.get(reverse("accounts:api_keys")))
        ask(key, "/api/1/groups")
        assert "last used on" in text_of(phone.get(reverse("accounts:api_keys")))

    def test_nobody_has_more_than_so_many(self, phone, play):
        for number in range(api_keys.MOST_KEYS):
            key_for(owner_of(play), str(number))
        answer = phone.post(reverse("accounts:api_keys"), {"name": "One more", "made": MADE})
        assert answer.status_code == 422
        assert "You’ve reached the maximum number of keys." in text_of(answer)

    def test_anothers_key_is_not_there(self, phone, play):
        key_for(Person.objects.create_visitor())
        [other] = ApiKey.objects.all()
        assert phone.post(reverse("accounts:api_key", args=[other.pk]), {"withdraw": "1"}).status_code == 404
        assert ApiKey.objects.exists()

    def test_whoever_found_the_phone_shows_first_that_it_is_theirs(self, play):
        person = kept(owner_of(play))
        key_for(person)
        phone = phone_of(person, confirmed=False)
        for answer in (
            phone.get(reverse("accounts:api_keys")),
            phone.post(reverse("accounts:api_keys"), {"name": "x", "made": MADE}),
            phone.post(reverse("accounts:api_key", args=[ApiKey.objects.get().pk]), {"renew": "1"}),
        ):
            assert answer.url == f"{reverse('accounts:confirm')}?next={reverse('accounts:api_keys')}"
        assert ApiKey.objects.count() == 1
