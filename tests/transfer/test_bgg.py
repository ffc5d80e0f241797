"""What BoardGameGeek tells of plays and of a collection, as it was saved, and what others put into such a file."""

import pytest

from companion.transfer.readers.files import read
from companion.transfer.readers.records import Unreadable
from tests.lanes import long

PLAYS = """<?xml version="1.0" encoding="utf-8"?>
<plays username="anna" userid="1" total="2" page="1" termsofuse="…">
  <play id="11" date="2026-11-20" quantity="1" length="45" incomplete="0" nowinstats="0" location="at Dora’s">
    <item name="Azul" objecttype="thing" objectid="230802"><subtypes><subtype value="boardgame"/></subtypes></item>
    <comments>Rain</comments>
    <players>
      <player username="anna" userid="1" name="Anna" startposition="1" color="blue" score="31" new="0" win="0"/>
      <player username="" userid="0" name="Ben" startposition="" color="" score="3+40" win="1"/>
    </players>
  </play>
  <play id="12" date="2026-11-21" quantity="2" length="0" incomplete="1" nowinstats="0" location="">
    <item name="Skat" objecttype="thing" objectid="2000"/>
  </play>
  <play id="13" date="0000-00-00" quantity="1"><item name="Skat" objectid="2000"/></play>
</plays>"""
COLLECTION = """<items totalitems="4">
  <item objecttype="thing" objectid="230802" subtype="boardgame"><name sortindex="1">Azul</name>
    <stats minplayers="2"><rating value="8.5"/></stats><status own="1" want="0" wishlist="0"/></item>
  <item objectid="13"><name>Catan</name><stats><rating value="N/A"/></stats><status own="0" wishlist="1"/></item>
  <item objectid="7"><name>Chess</name><status own="0"/></item>
  <item objectid="8"/>
</items>"""


def test_plays_come_with_all_that_was_noted():
    book = read(PLAYS.encode())
    first, *again = book.plays
    assert (first.key, first.day, first.minutes, first.place, first.notes) == (
        "11",
        "2026-11-20",
        45,
        "at Dora’s",
        "Rain",
    )
    assert [(seat.player, seat.score, seat.won) for seat in first.seats] == [
        ("@anna", "31", False),
        ("ben", "3+40", True),
    ]
    assert first.seats[0].rest == {"userid": "1", "startposition": "1", "color": "blue", "new": "0"}
    assert [(play.key, play.is_over, [seat.player for seat in play.seats]) for play in again] == [
        ("12", False, ["@anna"]),
        ("12-2", False, ["@anna"]),
    ]
    assert [(str(fault.place), str(fault.why)) for fault in book.faults] == [
        ("Play 3 (Skat, 0000-00-00)", "“0000-00-00” isn’t a date.")
    ]


SENT_BY_BG_STATS = """<plays username="anna">
  <play id="14" date="2026-11-20" quantity="1">
    <item name="Catan" objecttype="thing" objectid="13"/>
    <comments>Late, after [thing=822]Carcassonne[/thing]
Played with expansions:
- [thing=325]Catan: Seafarers[/thing]
- [thing=926]Catan: Cities &amp; Knights[/thing]

Rain</comments>
    <players>
      <player username="" userid="0" name="Anonymous player" score="7" win="0"/>
      <player username="" userid="0" name="Anonymous player" score="9" win="0"/>
      <player username="anna" userid="1" name="Anna" score="10" win="1"/>
    </players>
  </play>
</plays>"""


def test_what_bg_stats_has_sent_there_names_its_expansions_and_nobody_who_has_no_name():
    book = read(SENT_BY_BG_STATS.encode())
    [play] = book.plays
    assert play.expansions == ["Catan: Seafarers", "Catan: Cities & Knights"]
    assert play.notes.startswith("Late, after Carcassonne\nPlayed with expansions:\n- Catan: Seafarers")
    assert [book.people[seat.player].anonymous for seat in play.seats] == [True, True, False]
    assert {person.name for person in book.people.values()} == {"", "Anna"}


def test_a_collection_says_what_is_owned_liked_and_wanted():
    book = read(COLLECTION.encode("utf-16"))
    assert {book.games[key].name: kinds for key, kinds in book.owned.items()} == {
        "Azul": ["owned", "liked"],
        "Catan": ["wanted"],
    }


ENTITIES = "This XML defines its own entities; BoardGameGeek files never do."
OFTEN = '<play id="1" date="2026-11-20" quantity="50"><item name="A"/></play>'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("<plays>\n<play", "Invalid XML from line 2 on."),
        ("<html><body/></html>", "This XML is neither plays nor a collection: it begins with “html”."),
        (
            "<message>Please try again later</message>",
            "BoardGameGeek hadn’t finished this file, or refused it. Download it again a little later.",
        ),
        ('<!DOCTYPE a [<!ENTITY b "c">]><plays>&b;</plays>', ENTITIES),
        ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><plays>&b;</plays>', ENTITIES),
        ("<plays>" + "<a>" * 1_000_000, "This file is nested too deeply."),
        long("<plays>" + "<a/>" * 500_001, "This file has more elements than ten thousand plays would."),
        (
            "<plays>" + "".join(OFTEN.replace('"1"', f'"{each}"') for each in range(201)),
            "You can import at most 10000 plays at once.",
        ),
    ],
    ids=range(8),
)
def test_what_is_no_such_file_is_told(text, sentence):
    with pytest.raises(Unreadable) as refused:
        read(text.encode())
    assert str(refused.value.text) == sentence
