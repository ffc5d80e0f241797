"""Pages of plays that BoardGameGeek makes, several in one archive."""

import io
import re
import zipfile

import pytest

from companion.transfer.readers.files import read
from companion.transfer.readers.records import Unreadable
from tests.phones import phone_of

from .test_imports import brought, results


def page(number: int, *ids: int, total=230, whose="anna", score=10) -> str:
    plays = "".join(
        f'<play id="{its}" date="2026-11-20" quantity="1"><item name="Azul" objectid="230802"/>'
        f'<players><player name="Ben" score="{score}" win="1"/></players></play>'
        for its in ids
    )
    return f'<plays username="{whose}" total="{total}" page="{number}">{plays}</plays>'


def packed(*pages: str, **others: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for number, text in enumerate(pages, 1):
            archive.writestr(f"plays/page{number}.xml", text)
        for name, text in others.items():
            archive.writestr(name.replace("_", "."), text)
    return content.getvalue()


def remarks_of(content: bytes) -> list[str]:
    return [str(remark) for remark in read(content).remarks]


def keys_in(content: bytes) -> list[str]:
    return [play.key for play in read(content).plays]


def test_pages_in_one_archive_are_read_as_one_file():
    content = packed(page(1, 1, 2), page(2, 3, 4), page(3, 5))
    assert keys_in(content) == ["1", "2", "3", "4", "5"]
    assert remarks_of(content) == []


def test_pages_in_one_archive_are_imported_together(group):
    phone = phone_of(group.members.get(role="owner").person)
    assert "3 plays imported." in brought(phone, group, packed(page(1, 1, 2), page(2, 3), page(3)))
    assert results(group) == [{"Ben": (10, True)}] * 3


def test_play_on_two_pages_counts_once():
    assert keys_in(packed(page(1, 1, 2), page(2, 2, 3))) == ["1", "2", "3"]


def test_play_twice_on_one_page_counts_once(group):
    assert keys_in(page(1, 1, 1, 2).encode()) == ["1", "2"]
    phone = phone_of(group.members.get(role="owner").person)
    assert "2 plays imported." in brought(phone, group, page(1, 1, 1, 2, total=2).encode())


def test_another_play_of_the_same_id_is_named():
    book = read(packed(page(1, 1, 2), page(2, 2, 3, score=11)))
    assert [play.key for play in book.plays] == ["1", "2", "3"]
    [fault] = book.faults
    assert (str(fault.place), str(fault.why)) == (
        "Play 3 (Azul, 2026-11-20)",
        "another play in the file has the same id.",
    )


@pytest.mark.parametrize("name", ["Ben", "Ben " * 60])
def test_plays_without_an_id_are_imported_each(group, name):
    content = page(1, 1, 2, 3, total=3).replace("Ben", name)
    content = re.sub(' id="[0-9]+"', "", content).replace('quantity="1"', 'quantity="2"', 1)
    phone = phone_of(group.members.get(role="owner").person)
    assert "4 plays imported." in brought(phone, group, content.encode())


def test_missing_pages_of_an_archive_are_named():
    assert remarks_of(packed(page(1, 1, 2), page(3, 5))) == [
        "These are pages 1, 3 of 3, with 3 of 230 plays. Import the other pages too."
    ]
    assert remarks_of(packed(page(2, 1, 2))) == [
        "This is page 2 of 3, with 2 of 230 plays. Import the other pages too."
    ]


def test_pages_of_two_people_are_counted_apart():
    pages = page(1, 1, total=1), page(1, 2, 3, total=102, whose="ben")
    assert remarks_of(packed(*pages)) == ["This is page 1 of 2, with 2 of 102 plays. Import the other pages too."]


def test_only_page_with_fewer_plays_than_it_says_asks_for_no_others():
    assert remarks_of(page(1, 1, total=2).encode()) == []


def test_collection_beside_pages_is_read_too():
    items = '<items><item objectid="13"><name>Catan</name><status own="1"/></item></items>'
    book = read(packed(page(1, 1, total=1), items))
    assert (len(book.plays), book.owned) == (1, {"13": ["owned"]})


def test_account_on_one_page_is_the_name_on_another():
    account = page(1, 1, total=2).replace('name="Ben"', 'username="benny" name="Ben"')
    book = read(packed(account, page(2, 2, total=2)))
    assert {seat.player for play in book.plays for seat in play.seats} == {"@benny"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (packed(page(1, 1), "<plays>\n<play"), "plays/page2.xml: Invalid XML from line 2 on."),
        (
            packed(page(1, 1), "<html><body/></html>"),
            "plays/page2.xml: This XML is neither plays nor a collection: it begins with “html”.",
        ),
        (
            packed(page(1, 1), plays_csv="Date,Game,Player"),
            "There are several files in this archive. Please send them one by one.",
        ),
        (
            packed(*["<plays>" + "<a/>" * 250_001 + "</plays>"] * 2),
            "plays/page2.xml: This file has more elements than ten thousand plays would.",
        ),
        (
            packed(" " * 11 * 2**20, " " * 11 * 2**20),
            "This archive’s content is larger than 20 MB.",
        ),
    ],
    ids=range(5),
)
def test_pages_that_cannot_be_read_are_named(content, sentence):
    with pytest.raises(Unreadable) as refused:
        read(content)
    assert str(refused.value.text) == sentence
