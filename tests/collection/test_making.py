"""The maker's page is one form: each button saves all of it, and no button overwrites what wasn't touched."""

import datetime
import json
import re
from decimal import Decimal
from io import BytesIO

import pytest

from companion.collection.kinds import KINDS
from companion.collection.maker import apply_action, create_sheet, new_sheet
from companion.models import OwnSheet, Play
from companion.plays import lifecycle
from companion.rules.sheets import limits, sheet_faults
from companion.transfer.caravan.imports import import_plays
from companion.transfer.caravan.writer import plays_as_json
from tests.collection.making import makers_form
from tests.phones import a_play, an_empty_group, count, owner_of, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone():
    return owners_phone(a_play())


@pytest.fixture
def group():
    return Play.objects.get().group


@pytest.fixture
def path(phone, group):
    phone.post(f"/groups/{group.uuid}/sheets/make", {"title": "Our game"})
    address = f"/groups/{group.uuid}/sheets/{OwnSheet.objects.get().slug}/"
    for kind in ("count", "expansion", "option"):
        phone.post(address, {"add": kind})
    return address


def stored():
    return OwnSheet.objects.get().newest.data


def send(phone, path, *, drawn=None, **typed):
    """Type into the page, whose inputs are named with __ for the colon, and press one of its buttons."""
    typed = {name.replace("__", ":").replace("row_", "row_key."): text for name, text in typed.items()}
    return phone.post(path, (drawn or makers_form(phone.get(path))) | typed)


def test_address_after_a_save_of_the_settings_names_no_row(phone, path):
    answer = send(phone, path, settings__tied="figure", settings__asked="cards", save="1")
    assert answer.url == f"{path}#settings"
    assert makers_form(phone.get(answer.url))["settings:asked"] == "cards"


@pytest.mark.parametrize(("language", "label"), [("de", "Punkte"), ("ja", "得点")])
def test_first_row_of_a_new_sheet_is_named_in_the_language_of_the_phone(phone, group, language, label):
    for address in ("/sheets/new", f"/groups/{group.uuid}/sheets/make"):
        phone.post(address, {"title": f"Spiel {address}"}, headers={"Accept-Language": language})
        assert OwnSheet.objects.latest("pk").newest.data["rows"][0]["label"] == label


EVERYWHERE = {
    "row_r1__label": "gold",
    "row_r2__worth": "3",
    "settings__to": "5",
    "expansion.x1__label": "Seafarers",
    "option.o1__choices": "day\r\nnight",
    "look_of__accent": "plum",
}


def check_everything_is_stored(data):
    assert [row["label"] for row in data["rows"]][0] == "gold"
    assert data["rows"][1]["worth"] == 3
    assert data["players"] == [2, 5]
    assert data["expansions"][0]["label"] == "Seafarers"
    assert [each["label"] for each in data["options"][0]["choices"]] == ["day", "night"]
    assert data["accent"] == "plum"


def test_play_it_saves_every_section_and_leads_to_the_start(phone, path, group):
    answer = send(phone, path, play="1", **EVERYWHERE)
    assert answer.url == f"/games/{OwnSheet.objects.get().slug}?group={group.uuid}"
    check_everything_is_stored(stored())


@pytest.mark.parametrize(
    ("button", "value"), [("save", "1"), ("row_r2__save", "1"), ("row_r2__up", "1"), ("add", "yes"), ("count", "1")]
)
def test_every_button_saves_what_was_typed_elsewhere(phone, path, button, value):
    assert send(phone, path, **EVERYWHERE, **{button: value}).status_code == 302
    data = stored()
    check_everything_is_stored(data | {"rows": sorted(data["rows"], key=lambda row: row["key"])})
    assert [row["key"] for row in data["rows"]] == {"up": ["r2", "r1"], "add": ["r1", "r2", "r3"]}.get(
        button.rpartition("__")[2], ["r1", "r2"]
    )


def test_play_it_shows_faults_and_loses_nothing(phone, path):
    before = stored()
    answer = send(phone, path, play="1", **EVERYWHERE | {"row_r2__worth": "x"}, **{"try-0-r1": "17"})
    assert answer.status_code == 422
    assert "Must be a whole number." in text_of(answer)
    assert stored() == before
    shown = makers_form(answer)
    assert shown["row_key.r1:label"] == "gold"
    assert (shown["row_key.r2:worth"], shown["settings:to"], shown["try-0-r1"]) == ("x", "5", "17")
    assert (shown["expansion.x1:label"], shown["look_of:accent"]) == ("Seafarers", "plum")
    assert send(phone, path, drawn=shown, play="1", row_r2__worth="3").status_code == 302
    check_everything_is_stored(stored())


def test_button_that_cannot_be_done_saves_what_was_typed(phone, path):
    phone.post(path, {"row_key": "r2", "remove": "1"})
    answer = send(phone, path, settings__to="5", row_r1__remove="1")
    assert answer.status_code == 422
    assert "Rows: A sheet has at least one row." in text_of(answer)
    assert '<details id="try">' in answer.content.decode()
    assert stored()["players"] == [2, 5]


def test_refusal_names_rows_as_people_do(phone, path):
    phone.post(path, {"add": "product"})
    send(phone, path, row_r2__label="temples", row_r4__label="holy", save="1")
    answer = phone.post(path, {"row_key": "r2", "remove": "1"})
    assert "holy: There is no row “temples” to count from." in text_of(answer)
    answer = send(phone, path, settings__from="x")
    assert "Players: Must be a whole number." in text_of(answer)


@pytest.mark.parametrize(
    "before", [("points",), ("count", "count"), ("points", "points", "yes"), ("most",), ("bid",), ("penalty", "table")]
)
def test_every_kind_of_row_can_be_added_to_a_sheet_and_removed_again(before):
    sheet = {**new_sheet("Our game"), "rows": []}
    for kind in before:
        sheet = apply_action(sheet, {"add": kind})
    for kind in KINDS.values():
        if kind.is_offered:
            made = apply_action(sheet, {"add": kind.key})
            assert sheet_faults(made) == [], kind.key
            assert made["rows"][-1]["kind"] == kind.key
            assert sheet_faults(apply_action(made, {"row_key": made["rows"][-1]["key"], "remove": "1"})) == [], kind.key


def test_figures_that_nobody_typed_follow_the_steps_of_a_row(phone, path):
    row = {"row_key": "r1", "label": "Points", "step": "5", "least": "-10"}
    before = {name: text for name, text in makers_form(phone.get(path)).items() if name.startswith("try-")}
    page = text_of(phone.post(path, {**before, **row, "look": "row_key.r1"}))
    assert "isn’t a multiple" not in page
    assert "points as entered, in steps of 5 and at least −10" in page
    page = phone.post(path, makers_form(phone.get(path)) | {"row_key.r1:step": "2", "count": "1"})
    assert "isn’t a multiple" not in text_of(phone.get(page.url))
    page = phone.post(path, makers_form(phone.get(path)) | {"try-0-r1": "3", "count": "1"})
    assert "isn’t a multiple of 2" in text_of(phone.get(page.url))


def test_every_kind_of_row_is_added_by_its_button_and_opens(phone, path):
    page = phone.get(path)
    offered = re.findall(r'name="add" value="(\w+)"', page.content.decode())
    assert {"product", "best", "lowest", "times", "settle"} < set(offered)
    for kind in (kind for kind in offered if kind in KINDS):
        answer = phone.post(path, {"add": kind})
        assert answer.status_code == 302, (kind, text_of(answer))
        added = stored()["rows"][-1]
        assert added["kind"] == kind
        assert re.search(rf' open id="row-\d+" data-row="{added["key"]}"', phone.get(answer.url).content.decode())


def test_new_row_is_not_counted_from_rows_that_it_cannot_use():
    rows = [
        {"key": "r1", "label": "Gold", "kind": "points", "decimals": 1},
        {"key": "r2", "label": "Ships", "kind": "count", "worth": 2, "with": "x1"},
        {"key": "r3", "label": "Huts", "kind": "count", "worth": 2, "stages": ["s1"]},
    ]
    stages = [{"key": "s1", "label": "Day"}, {"key": "s2", "label": "Night"}]
    sheet = {**new_sheet("Our game"), "expansions": [{"key": "x1", "label": "Sea"}], "stages": stages, "rows": rows}
    for kind in ("product", "best", "lowest", "times", "reach", "others", "settle"):
        assert sheet_faults(apply_action(sheet, {"add": kind})) == [], kind


def test_product_is_added_with_its_factors_which_score_nothing_else(phone, path):
    phone.post(path, {"row_key": "r2", "remove": "1"})
    page = phone.get(phone.post(path, {"add": "product"}).url)
    assert [(row["label"], row.get("worth")) for row in stored()["rows"]] == [
        ("Points", None),
        ("A", 0),
        ("B", 0),
        ("Product (A × B)", None),
    ]
    assert stored()["rows"][-1]["rows"] == ["r2", "r3"]
    assert "scored here and separately" not in text_of(page)


def test_product_of_rows_that_score_by_themselves_says_so(phone, path):
    phone.post(path, {"add": "count"})
    page = phone.get(phone.post(path, {"add": "product"}).url)
    assert "So much each, So much each: scored here and separately." in text_of(page)
    phone.post(path, makers_form(page) | {"row_key.r2:worth": "0", "row_key.r3:worth": "0", "save": "1"})
    assert "scored here and separately" not in text_of(phone.get(path))


def test_row_with_a_fault_can_be_deleted(phone, path):
    assert send(phone, path, row_r2__worth="x", row_r2__remove="1").status_code == 302
    assert [row["key"] for row in stored()["rows"]] == ["r1"]


def test_sections_that_were_not_touched_keep_what_another_phone_saved(phone, path):
    drawn = makers_form(phone.get(path))
    assert send(phone, path, row_r2__label="eggs", settings__to="6", save="1").status_code == 302
    assert send(phone, path, drawn=drawn, row_r1__label="gold", play="1").status_code == 302
    data = stored()
    assert [row["label"] for row in data["rows"]] == ["gold", "eggs"]
    assert data["players"] == [2, 6]


@pytest.mark.parametrize("drawn", ["", "x", "{}", "caravan.sheet/1:x", "\0"])
def test_page_without_its_sheet_is_saved_as_a_whole(phone, path, drawn):
    assert send(phone, path, was=drawn, save="1", **EVERYWHERE).status_code == 302
    check_everything_is_stored(stored())


@pytest.mark.parametrize("part", ["expansion.x1", "option.o1", "row_key.r2", "settings", "look_of"])
def test_section_is_saved_while_it_is_typed_in_and_no_other_is(phone, path, part):
    sent = makers_form(phone.get(path))
    sent |= {f"{part}:label": "typed", "settings:title": "typed", "look_of:accent": "plum", "row_key.r1:label": "x"}
    before = stored()
    answer = phone.post(path, sent | {"look": part})
    assert "✓ Saved" in text_of(answer)
    data = stored()
    names = {"expansion.x1": "expansions", "option.o1": "options", "row_key.r2": "rows", "settings": "title"}
    changed = {name for name in data if data[name] != before.get(name)}
    assert changed == {names.get(part, "accent")}
    assert data["rows"][0] == before["rows"][0]


@pytest.mark.parametrize("part", ["expansion", "option", "row_key"])
def test_typing_in_what_another_phone_deleted_is_not_called_saved(phone, path, part):
    key = {"expansion": "x1", "option": "o1", "row_key": "r2"}[part]
    phone.post(path, {part: key, "remove": "1"})
    before = stored()
    assert phone.post(path, {f"{part}.{key}:label": "typed", "look": f"{part}.{key}"}).status_code == 404
    assert stored() == before


def test_deleting_an_expansion_deletes_the_checks_of_its_rows(phone, group):
    rows = [{"key": "a", "label": "a", "kind": "points"}, {"key": "b", "label": "b", "kind": "points", "with": "x"}]
    data = {"format": "caravan.sheet/1", "title": "Odd", "players": [2, 4], "rows": rows, "rounds": {}}
    data |= {"expansions": [{"key": "x", "label": "x"}], "checks": [{"kind": "one", "rows": [key]} for key in "ab"]}
    own = create_sheet(group, data, person=owner_of(group.plays.first()))
    path = f"/groups/{group.uuid}/sheets/{own.slug}/"
    assert phone.post(path, {"expansion": "x", "remove": "1"}).status_code == 302
    assert stored()["checks"] == [{"kind": "one", "rows": ["a"]}]
    # Two phones that delete the same check delete one.
    for _ in range(2):
        phone.post(path, {"check": '{"kind": "one", "rows": ["b"]}'})
    assert len(stored()["checks"]) == 1


def test_deleting_an_option_deletes_the_rows_that_score_by_it(phone, group):
    tables = [{"choice": key, "values": [0, 2]} for key in "ab"]
    listed = {"key": "bears", "label": "bears", "kind": "list", "most": 9, "option": "card", "tables": tables}
    rows = [{"key": "points", "label": "points", "kind": "points"}, listed]
    option = {"key": "card", "label": "card", "choices": [{"key": key, "label": key} for key in "ab"]}
    data = {"format": "caravan.sheet/1", "title": "Odd", "players": [2, 4], "rows": rows, "options": [option]}
    own = create_sheet(group, data, person=owner_of(group.plays.first()))
    assert phone.post(f"/groups/{group.uuid}/sheets/{own.slug}/", {"option": "card", "remove": "1"}).status_code == 302
    assert stored()["rows"] == rows[:1]
    assert "options" not in stored()


def test_largest_sheet_can_be_sent(phone, group):
    stages = [{"key": f"s{number}", "label": f"s{number}"} for number in range(limits.MOST_STAGES)]
    rows = [
        {"key": f"r{number}", "label": "most", "kind": "most", "places": [5], "ties": "all"}
        for number in range(limits.MOST_ROWS)
    ]
    named = {"label": "x", "choices": [{"key": key, "label": key} for key in "ab"]}
    data = {"format": "caravan.sheet/1", "title": "Large", "players": [2, 4], "rows": rows, "stages": stages}
    data["options"] = [{"key": f"o{number}", **named} for number in range(limits.MOST_EXPANSIONS)]
    data["expansions"] = [{"key": f"x{number}", "label": "x"} for number in range(limits.MOST_EXPANSIONS)]
    own = create_sheet(group, data, person=owner_of(group.plays.first()))
    path = f"/groups/{group.uuid}/sheets/{own.slug}/"
    sent = makers_form(phone.get(path))
    assert phone.post(path, sent | {"settings:title": "Larger", "play": "1"}).status_code == 302
    assert stored()["title"] == "Larger"


class TestDecimals:
    def test_row_of_points_gets_a_number_of_decimals_and_loses_it_again(self, phone, path):
        for typed in ("1", "2"):
            send(phone, path, row_r1__decimals=typed, save="1")
            assert stored()["rows"][0]["decimals"] == int(typed)
            assert makers_form(phone.get(path))["row_key.r1:decimals"] == typed
        send(phone, path, row_r1__decimals="", save="1")
        assert "decimals" not in stored()["rows"][0]
        assert send(phone, path, row_r1__decimals="3", save="1").status_code == 422

    def test_choices_show_a_number_in_the_readers_language(self, phone, path):
        for language, shown in (("en", "10.5"), ("de", "10,5"), ("ja", "10.5")):
            phone.post("/language", {"language": language, "next": "/"})
            assert shown in text_of(phone.get(path)), language

    def test_decimals_are_counted_exactly_shown_by_language_and_exported(self, phone, group):
        phone.post(f"/groups/{group.uuid}/sheets/make", {"title": "Our game"})
        slug = OwnSheet.objects.get().slug
        send(phone, f"/groups/{group.uuid}/sheets/{slug}/", row_r1__decimals="2", save="1")
        start = {"player": ["Anna", "Ben"], "played_on": "2026-11-20", "group": group.uuid}
        assert phone.post(f"/games/{slug}", start).status_code == 302
        play = Play.objects.latest("pk")
        totals = [Decimal("10.5"), Decimal("0.3")]
        count(play, stage="end", anna={"r1": totals[0]}, ben={"r1": totals[1]})
        phone.post(f"/plays/{play.uuid}/stages/end/close")
        phone.post(f"/plays/{play.uuid}/finish")
        assert [seat.points for seat in play.seats.all()] == totals
        for language, shown in (("en", "10.5"), ("de", "10,5"), ("ja", "10.5")):
            phone.post("/language", {"language": language, "next": "/"})
            assert shown in text_of(phone.get(f"/plays/{play.uuid}/", follow=True)), language
        file = "".join(plays_as_json(group))
        [written] = [each for each in json.loads(file) if each.get("state") == "finished"]
        assert [seat["points"] for seat in written["seats"]] == [10.5, 0.3]
        assert [seat["stages"] for seat in written["seats"]] == [{"end": {"r1": 10.5}}, {"end": {"r1": 0.3}}]
        elsewhere = an_empty_group()
        import_plays(elsewhere, BytesIO(file.encode()), person=elsewhere.members.get().person)
        brought = elsewhere.plays.get(state=Play.State.FINISHED)
        assert [seat.points for seat in brought.seats.all()] == totals
        assert brought.sheet.data == play.sheet.data


def test_cost_of_a_penalty_may_be_typed_with_its_minus(phone, path):
    phone.post(path, {"add": "penalty"})
    key = stored()["rows"][-1]["key"]
    send(phone, path, **{f"row_{key}__worth": "−3", "save": "1"})
    assert stored()["rows"][-1]["worth"] == 3


def test_minus_points_of_a_penalty_have_a_minus_key_and_are_taken(phone, path, group):
    phone.post(path, {"add": "penalty"})
    key = stored()["rows"][-1]["key"]
    play = lifecycle.start(
        OwnSheet.objects.get().newest.game,
        person=owner_of(Play.objects.get()),
        group=group,
        names=["Anna", "Ben"],
        options={},
        played_on=datetime.date(2026, 11, 20),
    )
    page = phone.get(f"/plays/{play.uuid}/").content.decode()
    assert 'data-least="-999"' in page
    [seat, _] = play.seats.all()
    phone.post(f"/plays/{play.uuid}/seats/{seat.pk}/end", {key: "−3"})
    assert play.seats.get(pk=seat.pk).saves.get().amounts == {key: 3}
