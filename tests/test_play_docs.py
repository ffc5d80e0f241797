"""The guide for people at the table quotes the words of the pages, and its links and pictures exist."""

import functools
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.collection.kinds import COMMON, KINDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs" / "play").glob("*.md"))
CATALOGUE = ROOT / "companion" / "locale" / "de" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|{\w+}")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def plain(text):
    """Return a text with straight apostrophes, which people type in docs."""
    return text.replace("’", "'").replace("%%", "%")


@functools.cache
def read_ui_strings():
    """Return every English string of the pages, plurals included."""
    with CATALOGUE.open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id]
    return {plain(each) for one in ids for each in (one if isinstance(one, tuple) else (one,))}


def find_missing(quoted, strings):
    """Return the quoted strings that no page shows; a number or an ellipsis in one stands for a placeholder."""
    filled = [
        re.compile(".+".join(re.escape(part) for part in PLACEHOLDER.split(each)))
        for each in strings
        if PLACEHOLDER.search(each) and re.search(r"[a-z]{3}", PLACEHOLDER.sub("", each), re.I)
    ]
    return [
        each
        for each in quoted
        if plain(each) not in strings
        and not (re.search(r"\d|…", each) and any(pattern.fullmatch(plain(each)) for pattern in filled))
    ]


def anchors_of(page):
    """Return the anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_a_string_that_no_page_shows_is_found():
    strings = {"Undo", "Score %(stage)s", "Import %(number)s plays", "%(one)s: %(two)s"}
    quoted = ["Undo", "Score stage 1", "Score …", "Import … plays", "Undone", "Score all", "1: 2"]
    assert find_missing(quoted, strings) == ["Undone", "Score all", "1: 2"]


@every_page
def test_quoted_strings_are_ui_strings(page):
    quoted = re.findall(r"\*\*(.+?)\*\*", page.read_text())
    assert find_missing(quoted, read_ui_strings()) == []


@every_page
def test_links_lead_to_files_and_headings(page):
    broken = []
    for link in re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", page.read_text()):
        name, _, anchor = link.partition("#")
        target = (page.parent / name) if name else page
        if not target.exists() or (anchor and anchor not in anchors_of(target)):
            broken.append(link)
    assert broken == []


@every_page
def test_pictures_exist(page):
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text())
    assert [name for name in pictures if not (page.parent / name).is_file()] == []


def test_custom_games_page_lists_the_kinds_of_row_as_the_maker_offers_them():
    page = (ROOT / "docs" / "play" / "custom-games.md").read_text()
    listed = re.findall(r"^\| \*\*(.+?)\*\* \|", page, re.M)
    offered = {str(kind.label) for kind in KINDS.values() if kind.is_offered}
    assert listed[: len(COMMON)] == [str(KINDS[key].label) for key in COMMON]
    assert len(listed) == len(offered) and {*listed} == offered
    assert f"The last {len(offered) - len(COMMON)} are under **More kinds**" in page


def test_index_links_to_every_page():
    linked = set(re.findall(r"\]\(([\w-]+\.md)\)", (ROOT / "docs" / "play" / "README.md").read_text()))
    assert linked == {page.name for page in PAGES} - {"README.md"}


@every_page
def test_sentences_are_short(page):
    text = re.sub(r"^(#|\||!).*$", "", page.read_text(), flags=re.M)
    text = re.sub(r"\]\([^)]+\)", "]", text)
    sentences = re.split(r"(?<=[.?!:])\s+|\n\n|\n(?=- |\d\. )", text)
    assert [each for each in sentences if len(each.split()) > 22] == []
