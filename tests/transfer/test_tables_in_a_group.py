"""Tables of other people on their way into a group: what is asked, what is said, and what comes in."""

import json
from decimal import Decimal

import pytest
from django.urls import reverse

from companion.models import Upload
from tests.phones import phone_of, text_of

from .test_cases_of_tables import CASES
from .test_imports import results, sent
from .test_workbooks import DAY, HEADINGS, workbook


@pytest.fixture
def phone(group):
    return phone_of(group.members.get(role="owner").person)


def chosen(page, **others):
    """Return what a page of columns sends, with other choices for some of them."""
    fields = {field.html_name: field.value() for field, _heading, _cells in page.context["columns"]}
    return {"columns": "1", **fields, **others}


def previewed(phone, group, content, name, **others):
    """Return the page that shows what a table would bring, with its columns as they are guessed."""
    address = sent(phone, group, content, name).url
    return phone.get(phone.post(address, chosen(phone.get(address), **others)).url)


def imported(phone, group, content, name):
    page = previewed(phone, group, content, name)
    phone.post(page.request["PATH_INFO"], {"bring_in": "1"})
    return results(group)


def test_day_or_month_first_is_shown_in_the_preview_and_can_be_changed(phone, group):
    content = (CASES / "day-or-month.csv").read_bytes()
    page = previewed(phone, group, content, "plays.csv")
    assert "Dates were read with the day first: 1/5/2024 is 2024-05-01." in text_of(page)
    address = page.request["PATH_INFO"]
    assert "?columns=1" in page.content.decode()
    columns = phone.get(address + "?columns=1")
    assert "Date, month first" in text_of(columns)
    page = phone.get(phone.post(address, chosen(columns, **{"column-0": "month-first"})).url)
    assert "Dates were read with the month first: 1/5/2024 is 2024-01-05." in text_of(page)
    phone.post(address, {"bring_in": "1"})
    assert [play.played_on.isoformat() for play in group.plays.order_by("pk")] == ["2024-01-05", "2024-02-07"]


def test_encoding_and_what_is_left_out_are_shown_in_the_preview(phone, group):
    page = previewed(phone, group, (CASES / "shift-jis.csv").read_bytes(), "plays.csv")
    assert "The letters were read as Shift_JIS." in text_of(page)
    assert "みら" in text_of(page)


def test_winners_with_fewest_points_make_a_game_of_fewest_points(phone, group):
    assert imported(phone, group, (CASES / "fewest-wins.csv").read_bytes(), "plays.csv") == [
        {"Mira": (10, True), "Jo": (30, False)},
        {"Mira": (40, False), "Jo": (30, True)},
    ]


def test_draw_comes_in_as_shared_by_both(phone, group):
    assert imported(phone, group, (CASES / "draw.csv").read_bytes(), "plays.csv") == [
        {"Mira": (10, True), "Jo": (10, True)}
    ]


def test_workbook_comes_in_as_a_table_does(phone, group):
    content = workbook(HEADINGS, [DAY, "Azul", "Mira", 10], [None, None, "Jo", 9.0])
    assert imported(phone, group, content, "plays.xlsx") == [{"Mira": (10, True), "Jo": (9, False)}]


def test_row_of_all_players_comes_in(phone, group):
    assert imported(phone, group, (CASES / "a-column-per-player.csv").read_bytes(), "plays.csv") == [
        {"Mira": (10, True), "Jo": (9, False)},
        {"Mira": (3, False), "Kai": (7, True)},
    ]


def test_collection_as_a_table_marks_games_and_asks_for_no_columns(phone, group):
    page = phone.get(sent(phone, group, (CASES / "collection.csv").read_bytes(), "collection.csv").url)
    assert "How often each game was played is left out." in text_of(page)
    phone.post(page.request["PATH_INFO"], {"bring_in": "1"})
    assert set(group.marks.values_list("game_slug", "kind")) == {("azul", "owned"), ("azul", "liked")}


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"column-2": "players", "column-3": "player"}, "A table has either “Player” or “Players, several in a cell”"),
        ({"column-3": "month-first"}, "A table has either “Date” or “Date, month first”, not both."),
        ({"column-0": ""}, "No column is called “Date”."),
        ({"column-3": "score", "column-1": "score", "column-2": "player"}, "Several columns are called “Total”."),
    ],
)
def test_columns_that_contradict_each_other_are_named(phone, group, others, said):
    address = sent(phone, group, (CASES / "pandas.csv").read_bytes(), "plays.csv").url
    answer = phone.post(address, chosen(phone.get(address), **others))
    assert answer.status_code == 422
    assert said in text_of(answer)


def test_table_stored_by_an_older_version_can_still_be_read(phone, group):
    address = sent(phone, group, (CASES / "pandas.csv").read_bytes(), "plays.csv").url
    upload = Upload.objects.get()
    grid = upload.content["grid"]
    upload.content = {"grid": {"headings": grid["headings"], "rows": grid["rows"], "first": 2}}
    upload.save()
    phone.post(address, chosen(phone.get(address)))
    phone.post(address, {"bring_in": "1"})
    assert results(group) == [{"Mira": (10, True), "Jo": (9, False)}]


def test_day_that_is_still_to_come_is_named_in_the_preview(phone, group):
    content = b"Date,Game,Player,Score\n2199-01-05,Azul,Mira,10\n2024-01-05,Azul,Mira,10\n"
    text = text_of(previewed(phone, group, content, "plays.csv"))
    assert "Row 2 This date is in the future." in text


def test_workbook_can_be_chosen_on_the_page(phone, group):
    assert ".xlsx" in phone.get(reverse("transfer:imports", args=[group.uuid])).content.decode()


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("fractions.csv", {"Mira": (Decimal("10.5"), True), "Jo": (9, False)}),
        ("pandas.csv", {"Mira": (10, True), "Jo": (9, False)}),
        ("thousands.csv", {"Mira": (1250, True), "Jo": (1100, False)}),
    ],
)
def test_totals_are_stored_exactly_and_exported_again(phone, group, name, points):
    assert imported(phone, group, (CASES / name).read_bytes(), name) == [points]
    [play] = json.loads(b"".join(phone.get(reverse("transfer:export_group", args=[group.uuid])).streaming_content))[-1:]
    found = {seat["player"]: seat["points"] for seat in play["seats"]}
    assert found == {player: float(total) for player, (total, _won) in points.items()}


def test_totals_of_many_digits_are_stored(phone, group):
    for play in imported(phone, group, (CASES / "large-totals.csv").read_bytes(), "plays.csv"):
        assert all(total is not None for total, _won in play.values())
        assert max(total for total, _won in play.values()) > 9_999


def test_missing_total_is_unknown_and_the_others_stay(phone, group):
    content = (
        "Date,Game,Player,Score,Winner\n2024-05-01,Azul,Mira,30,1\n2024-05-01,Azul,Jo,20,0\n2024-05-01,Azul,Kai,,0\n"
    )
    assert imported(phone, group, content.encode(), "plays.csv") == [
        {"Mira": (30, True), "Jo": (20, False), "Kai": (None, False)}
    ]
