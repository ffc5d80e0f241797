"""What BoardGameGeek tells of somebody's plays or collection, as an XML file that was saved.

Its shape was told by programs that read it; nothing is asked of anybody's server.
"""

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from companion.language.folding import folded
from companion.language.typed import clean_lines, clean_name
from companion.rules.kit import Text, gettext
from companion.rules.scoring.checking import MOST_MINUTES

from .pages import Pages, note_other_pages
from .records import (
    MOST_SEATS,
    Book,
    Named,
    PlayRecord,
    SeatRecord,
    Unreadable,
    fits,
    is_a_year,
    is_to_come,
    whole_number,
)
from .seeming import note_how_games_are_won

SOURCE = "bgg"
DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
MOST_ELEMENTS, DEEPEST = 500_000, 20
# Of so many plays that were noted at once each is one. Nobody notes more of them than `MOST_NOTED`.
MOST_AT_ONCE, MOST_NOTED = 100, 10**6
# From this rating on, of ten, a game is liked.
LIKED_FROM = 8
# What BG Stats calls people without a name when it sends a play there, and how it tells of expansions.
NOBODY = {"anonymous player"}
WITH_EXPANSIONS = re.compile(r"^Played with expansions:\s*((?:^-.*$\s*)+)", re.MULTILINE)
A_THING = re.compile(r"\[thing=\d*\](.*?)\[/thing\]")
OF_A_PLAYER = {"username", "name", "score", "win"}
OF_A_PLAY = {"id", "date", "length", "location", "quantity", "incomplete"}


@dataclass
class Reading:
    """The plays read so far, with the page numbers of each user and the ids of their plays."""

    book: Book = field(default_factory=lambda: Book(SOURCE))
    pages: dict[str, Pages] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    elements: int = 0


def book_in(text: str) -> Book:
    """All that such a text holds. Raises Unreadable where it is no XML, or that of something else."""
    return book_of_pages([("", text)])


def book_of_pages(texts: Sequence[tuple[str, str]]) -> Book:
    """Return all that several pages hold, each `(name of its file, text)`.

    A play that is in several of them counts once. Raises Unreadable with the name of the page that can't be read.
    """
    reading = Reading()
    for name, text in texts:
        try:
            add_page(reading, text)
        except Unreadable as error:
            if len(texts) == 1:
                raise
            raise Unreadable(gettext("%(play)s: %(fault)s", play=name, fault=error.text)) from error
    for pages in reading.pages.values():
        note_other_pages(reading.book, pages)
    join_people(reading.book)
    note_how_games_are_won(reading.book)
    return reading.book


def add_page(reading: Reading, text: str) -> None:
    """Add what one page holds. Raises Unreadable if it isn't such XML."""
    line = 1
    try:
        parts = elements(reading, DECLARATION.sub("", text).encode())
        root = next(parts)
        if root.tag == "plays":
            add_plays(reading, root, parts)
        elif root.tag == "items":
            add_collection(reading.book, parts)
        else:
            raise Unreadable(not_known(root))
    except DefusedXmlException as error:
        raise Unreadable(gettext("This XML defines its own entities; BoardGameGeek files never do.")) from error
    except ParseError as error:
        line, _column = error.position
        raise Unreadable(gettext("Invalid XML from line %(line)s on.", line=line)) from error
    except (ValueError, StopIteration) as error:
        if isinstance(error, Unreadable):
            raise
        raise Unreadable(gettext("Invalid XML from line %(line)s on.", line=line)) from error


def not_known(root: Element) -> Text:
    """Why an XML is not read; that of an error of theirs says so itself."""
    if root.tag in ("errors", "error", "message"):
        return gettext("BoardGameGeek hadn’t finished this file, or refused it. Download it again a little later.")
    return gettext("This XML is neither plays nor a collection: it begins with “%(typed)s”.", typed=str(root.tag)[:60])


def elements(reading: Reading, content: bytes) -> Iterator[Element]:
    """The root as soon as it begins, then each element beneath it when it is whole; none of them is kept."""
    deep = 0
    root: Element | None = None
    for event, element in iterparse(BytesIO(content), events=("start", "end")):
        deep += 1 if event == "start" else -1
        reading.elements += event == "start"
        if deep > DEEPEST:
            raise Unreadable(gettext("This file is nested too deeply."))
        if reading.elements > MOST_ELEMENTS:
            raise Unreadable(gettext("This file has more elements than ten thousand plays would."))
        if root is None:
            root = element
            yield root
        elif event == "end" and deep == 1:
            yield element
            root.clear()


def add_plays(reading: Reading, root: Element, parts: Iterator[Element]) -> None:
    """Add the plays of somebody, each as often as it was noted at once."""
    book, whose = reading.book, clean_name(root.get("username", ""))
    pages = reading.pages.setdefault(folded(whose), Pages())
    # The attributes of the root go as soon as its first part was read.
    pages.total = max(pages.total, whole_number(root.get("total", ""), MOST_NOTED) or 0)
    pages.numbers.add(whole_number(root.get("page", ""), MOST_NOTED) or 1)
    on_page = set[str]()
    for element in parts:
        known_as = clean_name(element.get("id", ""))
        if element.tag != "play" or known_as in reading.met:
            continue
        on_page |= {known_as} - {""}
        pages.plays += 1
        read = play_of(book, element, whose)
        if not isinstance(read, PlayRecord):
            book.miss(place_of(pages.plays, element), shown(element), read)
            continue
        times = whole_number(element.get("quantity", "1"), MOST_NOTED) or 1
        for time in range(1, min(times, MOST_AT_ONCE) + 1):
            book.add(read if time == 1 else replace(read, key=f"{read.key}-{time}"))
        if times > MOST_AT_ONCE:
            left_out = gettext("noted %(times)s times; only %(most)s are imported.", times=times, most=MOST_AT_ONCE)
            book.miss(place_of(pages.plays, element), shown(element), left_out)
    reading.met |= on_page


def join_people(book: Book) -> None:
    """Take a name without an account for the only account of that name, unless both sit at one table."""
    accounts = Counter(folded(person.name) for key, person in book.people.items() if key.startswith("@"))
    one = {folded(person.name): key for key, person in book.people.items() if key.startswith("@")}
    same = {name: key for name, key in one.items() if accounts[name] == 1 and name in book.people}
    for play in book.plays:
        keys = {seat.player for seat in play.seats}
        same = {name: key for name, key in same.items() if not {name, key} <= keys} if keys & same.keys() else same
    if not same:
        return
    for place, play in enumerate(book.plays):
        if any(seat.player in same for seat in play.seats):
            seats = [replace(seat, player=same.get(seat.player, seat.player)) for seat in play.seats]
            book.plays[place] = replace(play, seats=seats)
    names = ", ".join(book.people.pop(name).name for name in same)
    book.remarks.append(gettext("Noted with and without an account, and taken for one person: %(names)s", names=names))


def place_of(number: int, play: Element) -> Text:
    item = play.find("item")
    game = clean_name(item.get("name", "")) if item is not None else ""
    return gettext(
        "Play %(number)s (%(game)s, %(day)s)", number=number, game=game or "–", day=play.get("date", "–")[:10]
    )


def shown(play: Element) -> str:
    return clean_name(" ".join(f"{key}={value}" for key, value in play.attrib.items()))[:200]


def play_of(book: Book, play: Element, whose: str) -> PlayRecord | Text:
    """A play of the file, or why there is none."""
    item = play.find("item")
    if item is None or not clean_name(item.get("name", "")):
        return gettext("no game given.")
    day = day_of(play.get("date", ""))
    if not day:
        return gettext("“%(typed)s” isn’t a date.", typed=clean_name(play.get("date", ""))[:60])
    if is_to_come(day):
        return gettext("This date is in the future.")
    if play.get("quantity") == "0":
        return gettext("noted with a quantity of 0.")
    players = play.findall("players/player")
    if len(players) > MOST_SEATS:
        return gettext("%(seats)s players; 1 to %(most)s are possible.", seats=len(players), most=MOST_SEATS)
    told = any(player.get("win") == "1" for player in players)
    # Who notes only that they have played was there.
    seats = [seat_of(book, player, told=told) for player in players] or [nobody_else(book, whose)]
    name, number = clean_name(item.get("name", "")), clean_name(item.get("objectid", ""))
    comments = clean_lines(play.findtext("comments") or "")
    read = PlayRecord(
        key=clean_name(play.get("id", "")) or f"{day} {name} {[seat.player for seat in seats]}",
        game=book.name(book.games, Named(number or folded(name), name)),
        day=day,
        seats=seats,
        minutes=whole_number(play.get("length", ""), MOST_MINUTES),
        place=clean_name(play.get("location", "")),
        notes=A_THING.sub(r"\1", comments),
        expansions=[name for told in WITH_EXPANSIONS.findall(comments) for name in A_THING.findall(told)],
        is_over=play.get("incomplete") != "1",
        rest=left_of(play, OF_A_PLAY),
    )
    return read if fits(read) else gettext("too long for a single play.")


def day_of(text: str) -> str:
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        return ""
    return day.isoformat() if is_a_year(day.year) else ""


def seat_of(book: Book, player: Element, *, told: bool) -> SeatRecord:
    """Who sat there; who won is `told` where anybody has."""
    user, name = clean_name(player.get("username", "")), clean_name(player.get("name", ""))
    if folded(name) in NOBODY:
        name = ""
    key = f"@{folded(user)}" if user else folded(name)
    key = book.name(book.people, Named(key, name or user, anonymous=not key))
    won = player.get("win") == "1" if told else None
    return SeatRecord(key, clean_name(player.get("score", "")), won, left_of(player, OF_A_PLAYER))


def nobody_else(book: Book, whose: str) -> SeatRecord:
    return SeatRecord(book.name(book.people, Named(f"@{folded(whose)}", whose, anonymous=not whose)))


def left_of(element: Element, used) -> dict[str, str]:
    """The attributes that have no place of their own."""
    return {clean_name(key): clean_name(value) for key, value in element.attrib.items() if key not in used and value}


def add_collection(book: Book, parts: Iterator[Element]) -> None:
    """The games of somebody's collection with what they have with each."""
    for item in parts:
        name = clean_name(item.findtext("name") or "")
        if item.tag != "item" or not name:
            continue
        key = book.name(book.games, Named(clean_name(item.get("objectid", "")) or folded(name), name))
        if kinds := kinds_of(item):
            book.owned[key] = kinds


def kinds_of(item: Element) -> list[str]:
    """Words of `Mark.Kind` that an item of a collection means."""
    status, rating = item.find("status"), item.find("stats/rating")
    said = {} if status is None else status.attrib
    kinds = ["owned"] if said.get("own") == "1" else []
    if any(said.get(key) == "1" for key in ("want", "wanttoplay", "wanttobuy", "wishlist")):
        kinds.append("wanted")
    found = re.fullmatch(r"(\d{1,2})(\.\d+)?", "" if rating is None else rating.get("value", ""))
    return [*kinds, "liked"] if found and int(found[1]) >= LIKED_FROM else kinds
