"""Totals come through the form, every file and back with just the digits that were entered; no test reads a float."""

import csv
import io
import json
from pathlib import Path

import pytest
from django.urls import reverse

from companion.models import Upload
from companion.transfer.caravan.writer import is_large
from companion.transfer.exports import KINDS
from tests.lanes import chosen
from tests.phones import an_empty_group, phone_of, text_of

from .test_imports import sent

CASES = Path(__file__).parent / "cases"
# Each total as it is entered and as files have it; pages show a true minus.
TOTALS = {
    "987654321": "987654321",
    "999999999": "999999999",
    "123456789.25": "123456789.25",
    "-999999999": "-999999999",
    "0.01": "0.01",
    "-12.5": "-12.5",
    "100000.10": "100000.1",
    "0": "0",
}
WRITTEN = [*TOTALS.values()]
# Nothing of these can be imported, each for a reason that another test names.
REFUSED = {"28.bgsplay", "collection.csv", "empty-workbook.xlsx", "still-to-come.csv", "thirteen-people.xml"}
IMPORTED = {case.name for case in CASES.iterdir()} - REFUSED
DAILY = ("11.bgsplay", "13.bgsplay", "18.bgsplay", "29.bgsplay", "fractions.csv", "large-totals.csv", "thousands.csv")


@pytest.fixture
def group(db):
    return an_empty_group()


def owners_phone(group):
    return phone_of(group.members.get(role="owner").person)


def exported(group, kind="caravan") -> bytes:
    answer = owners_phone(group).get(reverse("transfer:export_as", args=[group.uuid, kind]))
    if is_large(group):
        # Its page makes the same file in the background.
        return "".join(KINDS[kind].write(group)).encode()
    return b"".join(answer.streaming_content)


def imported(content, name="plays.bgsplay"):
    """Return a new group into which a file was imported, with every question answered as it is suggested."""
    group = an_empty_group()
    phone = owners_phone(group)
    address = sent(phone, group, content, name).url
    page = phone.get(address)
    if "columns" in (page.context or {}):
        fields = {field.html_name: field.value() for field, _heading, _cells in page.context["columns"]}
        phone.post(address, {"columns": "1", **fields})
    phone.post(address, {"bring_in": "1"})
    assert group.uploads.exclude(done_at=None).get().state == Upload.State.DONE
    return group


def plays_in(content: bytes) -> list:
    """Return the plays of a file for Caravan without what each group has of its own; numbers are texts."""
    values = json.loads(content, parse_float=str, parse_int=str)
    return [{key: its for key, its in value.items() if key != "id"} for value in values]


def rows_in(content: bytes) -> list[dict]:
    """Return the rows of a table of plays, without the ids that each group has of its own."""
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
    return [{key: cell for key, cell in row.items() if key != "play"} for row in rows]


def results_in(content: bytes) -> list[tuple]:
    """Return who came to what, as it stands in a table of plays."""
    kept = ("date", "title", "place", "minutes", "player", "points", "won")
    return sorted(tuple(row[key] for key in kept) for row in rows_in(content))


def enter_totals(group, wins="most"):
    names = {f"player-{number}": f"Player {number}" for number in range(len(TOTALS))}
    typed = {f"total-{number}": entered for number, entered in enumerate(TOTALS)}
    about = {"title": "Jass", "played_on": "2026-11-18", "wins": wins, **names, **typed}
    assert owners_phone(group).post(reverse("collection:totals", args=[group.uuid]), about).status_code == 302


def points_of_json(content: bytes) -> list[str]:
    [play] = plays_in(content)[-1:]
    return [seat["points"] for seat in play["seats"]]


def points_of_table(content: bytes) -> list[str]:
    return [row["points"] for row in rows_in(content)]


def test_entered_totals_are_shown_and_exported_with_the_same_digits(group):
    enter_totals(group)
    phone = owners_phone(group)
    for address in (
        reverse("history:history", args=[group.uuid]),
        reverse("plays:play", args=[group.plays.get().uuid]),
    ):
        shown = text_of(phone.get(address)).split()
        assert [total for total in WRITTEN if total.replace("-", "−") not in shown] == []
    assert points_of_json(exported(group)) == WRITTEN
    assert points_of_table(exported(group, "plays")) == WRITTEN


@pytest.mark.parametrize("wins", ["most", "fewest"])
def test_entered_totals_are_the_same_in_another_group(group, wins):
    enter_totals(group, wins)
    there = imported(exported(group), "plays.json")
    assert points_of_json(exported(there)) == WRITTEN
    assert plays_in(exported(there)) == plays_in(exported(group))
    assert rows_in(exported(there, "plays")) == rows_in(exported(group, "plays"))
    assert exported(there, "rows").count(b"\n") == exported(group, "rows").count(b"\n") > 1


@pytest.mark.parametrize(("kind", "name"), [("plays", "plays.csv"), ("bgstats", "plays.bgsplay")])
def test_entered_totals_are_the_same_after_a_table_or_bg_stats_file(group, kind, name):
    enter_totals(group)
    there = imported(exported(group, kind), name)
    assert points_of_json(exported(there)) == points_of_table(exported(there, "plays")) == WRITTEN


@pytest.mark.parametrize("name", chosen(sorted(IMPORTED), daily=DAILY))
def test_imported_file_is_the_same_in_another_group(name, db):
    first = imported((CASES / name).read_bytes(), name)
    there = imported(exported(first), "plays.json")
    assert plays_in(exported(there)) == plays_in(exported(first))
    assert rows_in(exported(there, "plays")) == rows_in(exported(first, "plays"))
    assert exported(there, "rows").count(b"\n") == exported(first, "rows").count(b"\n")
    for kind, file in (("plays", "plays.csv"), ("bgstats", "plays.bgsplay")):
        again = imported(exported(first, kind), file)
        assert results_in(exported(again, "plays")) == results_in(exported(first, "plays")), kind
