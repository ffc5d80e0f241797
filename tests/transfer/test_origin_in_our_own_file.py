"""A play that came from another program goes through Caravan's own file without losing what only that program knows."""

import datetime
import importlib
import json
import uuid
from io import BytesIO
from types import SimpleNamespace

import jsonschema
import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from companion.core.refusal import Refusal
from companion.models import Alias, Arrival, Event, Play, Upload
from companion.models.starts import plays_of_unknown_start
from companion.plays import lifecycle
from companion.plays.about import save
from companion.rules.library import EVERY_GAME
from companion.rules.scoring.schema import play_schema
from companion.transfer.caravan.imports import import_plays
from tests.phones import a_play as an_open_play
from tests.phones import again, an_empty_group, count, finished, owner_of, phone_of, text_of

from .bgstats import a_file, a_play, as_bytes
from .test_exact_round_trips import exported, imported
from .test_imports import sent

ROLES = {"anna": {"role": "Wizard", "startPlayer": True, "newPlayer": True}, "ben": {"role": "Elf", "teamRole": "left"}}


def id_of(name) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, name)).upper()


def bgstats_file() -> dict:
    """Return a file whose ids are UUIDs, of a play with everything that only BG Stats knows."""
    more = {"uuid": id_of("play"), "board": "Map B", "rating": 8, "bggId": 77, "expansionPlays": [{"gameRefId": 9}]}
    file = a_file(a_play(more=more, anna="12+8*", ben="15"), a_play(2, day="2026-11-21", anna="3*", ben="2"))
    file["plays"][1] |= {"uuid": id_of("second"), "playDate": "2026-11-21 00:00:00"}
    for part in ("players", "games", "locations"):
        for thing in file[part]:
            thing["uuid"] = id_of(thing["name"])
    file["games"][0]["bggId"] = 44
    file["games"].append({"id": 9, "uuid": id_of("Ramsch"), "name": "Ramsch", "isExpansion": 1, "bggId": 5})
    for seat, its in zip(file["plays"][0]["playerScores"], ROLES.values(), strict=True):
        seat |= its
    return file


def in_bgstats(group) -> dict:
    """Return a group's file for BG Stats without what Caravan adds for itself and what no import may change."""
    file = json.loads(exported(group, "bgstats"))
    for play in file["plays"]:
        del play["metaData"], play["modificationDate"], play["entryDate"]
    return {part: file[part] for part in ("plays", "players", "games", "locations")}


@pytest.fixture
def first(db):
    """A group into which the file of BG Stats came."""
    return imported(as_bytes(bgstats_file()))


@pytest.fixture
def second(first):
    """A group into which the first one's own file came."""
    return imported(exported(first), "plays.json")


def test_bgstats_file_is_the_same_after_our_own_file(first, second):
    assert in_bgstats(second) == in_bgstats(first)
    [play, _second] = in_bgstats(second)["plays"]
    assert (play["uuid"], play["board"], play["playDate"]) == (id_of("play"), "Map B", "2026-11-20 20:15:00")
    assert [seat["role"] for seat in play["playerScores"]] == ["Wizard", "Elf"]
    assert [seat["startPlayer"] for seat in play["playerScores"]] == [True, False]
    assert {player["uuid"] for player in in_bgstats(second)["players"]} == {id_of("Anna"), id_of("Ben")}


def test_our_own_file_is_the_same_again(first, second):
    def plays(group):
        return [{**play, "id": ""} for play in json.loads(exported(group))]

    assert plays(second) == plays(first)
    third = imported(exported(second), "plays.json")
    assert plays(third) == plays(first)


def test_page_of_the_play_shows_what_only_the_program_knows(second):
    play = second.plays.order_by("played_on").first()
    page = phone_of(second.members.get(role="owner").person).get(reverse("plays:play", args=[play.uuid]))
    text = text_of(page)
    assert "Variant or map: Map B · began at 20:15 · Anna began" in text
    assert "Role Wizard" in text


def test_file_of_the_program_brings_nothing_again(second):
    phone = phone_of(second.members.get(role="owner").person)
    phone.post(sent(phone, second, as_bytes(bgstats_file())).url, {"bring_in": "1"})
    upload = second.uploads.exclude(done_at=None).get(source="bgstats")
    assert (upload.counts["known"], upload.counts.get("new", 0), upload.counts["renewed"]) == (2, 0, 0)
    assert second.plays.count() == 2


def test_play_changed_in_caravan_is_not_renewed_after_our_own_file(first):
    play = first.plays.order_by("played_on").first()
    save(play, was={"notes": ""}, now={"notes": "Late"}, person=owner_of(play))
    second = imported(exported(first), "plays.json")
    changed = bgstats_file()
    changed["plays"][0]["durationMin"] = 90
    phone = phone_of(second.members.get(role="owner").person)
    phone.post(sent(phone, second, as_bytes(changed)).url, {"bring_in": "1"})
    assert second.plays.get(notes="Late").minutes == 45


def test_what_the_group_has_decided_about_a_name_stays(first):
    second = an_empty_group()
    bea = second.players.create(name="Bea", folded_name="bea")
    Alias.objects.create(group=second, source="bgstats", kind="player", key=id_of("Anna").lower(), player=bea)
    owner = second.members.get(role="owner").person
    import_plays(second, BytesIO(exported(first)), person=owner)
    assert second.aliases.get(key=id_of("Anna").lower()).player == bea
    assert second.aliases.get(key=id_of("Ben").lower()).player.name == "Ben"


def test_files_that_plays_once_came_from_are_not_listed_as_imports(second):
    page = phone_of(second.members.get(role="owner").person).get(reverse("transfer:imports", args=[second.uuid]))
    assert [its["program"] for its in page.context["earlier"]] == ["Caravan"]


def test_refused_import_leaves_nothing_of_the_names(first):
    plays = json.loads(exported(first))
    second = an_empty_group()
    plays[-1]["seats"][0]["player"] = ""
    with pytest.raises(Refusal):
        import_plays(second, BytesIO(json.dumps(plays).encode()), person=second.members.get().person)
    assert not Arrival.objects.filter(play__group=second).exists()
    assert not second.aliases.exists()


def test_exported_origin_is_as_the_schema_says(first):
    schema = jsonschema.Draft202012Validator(play_schema({slug: EVERY_GAME[slug] for slug in ("tuareg", "skat")}))
    for play in json.loads(exported(first)):
        if "seats" in play:
            assert play["origin"]["program"] == "bgstats"
            schema.validate({**play, "game": "tuareg"})


@pytest.mark.parametrize(
    "origin",
    [
        "bgstats",
        {"program": "bgstats"},
        {"program": "other", "id": "1"},
        {"program": [], "id": "1"},
        {"program": "bgstats", "id": ""},
        {"program": "bgstats", "id": "1", "more": 1},
        {"program": "bgstats", "id": "1", "players": [7]},
        {"program": "bgstats", "id": "1", "details": {"time": "25:00"}},
        {"program": "bgstats", "id": "1", "details": {"seats": [{"rest": []}]}},
        {"program": "bgstats", "id": "1", "details": {"rest": {"location": "at home"}}},
        {"program": "bgstats", "id": "1", "details": {"rest": {"expansions": [{"name": "Ramsch"}]}}},
        {"program": "bgstats", "id": "1", "details": {"rest": {"board": "x" * 200_000}}},
    ],
)
def test_origin_that_cannot_be_right_is_refused(first, origin):
    play = json.loads(exported(first))[-1]
    second = an_empty_group()
    with pytest.raises(Refusal):
        import_plays(second, BytesIO(json.dumps([{**play, "origin": origin}]).encode()), person=None)
    assert not second.plays.exists()


def test_origin_with_any_numbers_and_characters_is_stored(first):
    play = json.loads(exported(first))[-1]
    play["origin"]["details"]["rest"] |= {"rating": 7.5, "board": "a\u0000b", "weight": -0.125}
    second = an_empty_group()
    import_plays(second, BytesIO(json.dumps([play]).encode()), person=second.members.get().person)
    rest = Arrival.objects.get(play__group=second).rest["rest"]
    assert (rest["rating"], rest["board"], rest["weight"]) == (7.5, "ab", -0.125)


def test_keys_of_the_program_do_not_pass_for_what_caravan_notes(db):
    more = {"uuid": id_of("play"), "location": "x", "expansions": "x", "game": "x"}
    file = a_file(a_play(more=more, anna="1*", ben="0"))
    file["plays"][0]["locationRefId"] = 7
    group = imported(as_bytes(file))
    assert len(in_bgstats(group)["plays"]) == 1


class TestBeginning:
    """The moment of an import isn't the start of its plays."""

    def test_hour_of_the_file_is_the_start_and_no_hour_is_none(self, first):
        with_hour, without = json.loads(exported(first))[-2:]
        assert with_hour["began"].startswith("2026-11-20T20:15:00")
        assert "began" not in without
        play = first.plays.order_by("played_on").first()
        assert play.created_at.astimezone(datetime.UTC).isoformat() == (
            datetime.datetime.fromisoformat(with_hour["began"]).astimezone(datetime.UTC).isoformat()
        )

    def test_import_on_the_day_of_the_play_tells_no_hour_to_bgstats(self, db):
        today = timezone.localdate().isoformat()
        file = a_file(a_play(day=today, anna="1*", ben="0"))
        file["plays"][0]["playDate"] = f"{today} 00:00:00"
        assert in_bgstats(imported(as_bytes(file)))["plays"][0]["playDate"] == f"{today} 00:00:00"

    def test_play_from_here_keeps_its_start_in_every_group(self, db):
        play = finished()
        Play.objects.filter(pk=play.pk).update(created_at=timezone.now() - datetime.timedelta(minutes=50))
        second = imported(exported(play.group), "plays.json")
        assert json.loads(exported(second))[-1]["began"] == json.loads(exported(play.group))[-1]["began"]

    def test_open_play_without_a_start_is_finished_without_minutes(self, db):
        told = json.loads(exported(an_open_play().group))[-1]
        del told["began"]
        second = imported(json.dumps([told]).encode(), "plays.json")
        Play.objects.filter(group=second).update(created_at=timezone.now() - datetime.timedelta(minutes=50))
        play = second.plays.get()
        play.events.filter(kind="import").update(at=play.created_at)
        for stage in play.game.stages:
            count(again(play), stage=stage.key)
            lifecycle.close_stage(again(play), stage, person=owner_of(play), anyway=True)
        lifecycle.finish(again(play), person=owner_of(play))
        assert again(play).is_finished
        assert again(play).minutes is None


def test_uploads_that_stand_for_a_program_are_one_a_group(first, second):
    other = imported(as_bytes(a_file(a_play(5, day="2026-10-01", anna="4*", ben="1"))))
    import_plays(second, BytesIO(exported(other)), person=second.members.get().person)
    assert Upload.objects.filter(group=second, done_at=None).count() == 1


def test_upgrade_forgets_the_moment_of_an_earlier_import_as_a_start(first):
    upgrade = importlib.import_module("companion.migrations.0044_start_of_imported_plays")
    imports = Event.objects.filter(play__group=first, kind=Event.Kind.IMPORT).order_by("play__played_on")
    with_hour, without = imports.select_related("play")
    imports.filter(pk=without.pk).update(at=without.play.created_at + datetime.timedelta(seconds=2))
    assert plays_of_unknown_start(first.plays.all()) == set()
    upgrade.mark_unknown_starts(apps, SimpleNamespace(connection=connection))
    assert plays_of_unknown_start(first.plays.all()) == {without.play_id}
    assert with_hour.at == Event.objects.get(pk=with_hour.pk).at
