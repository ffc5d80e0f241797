"""Read XML files from BoardGameGeek's API: someone's plays, in pages of a hundred, or their collection.

The format is known from programs that read it. No server is contacted.
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

from companion.core.language.folding import fold
from companion.core.language.typed import clean_lines, clean_name
from companion.rules.kit import gettext
from companion.rules.scoring.checking import MOST_MINUTES

from .collection import SOURCE, add_items
from .records import (
    SAME_ID,
    BadPlay,
    Book,
    Named,
    PlayRecord,
    SeatRecord,
    Unreadable,
    check_day,
    check_length,
    check_seats,
    guess_how_games_are_won,
)
from .values import is_plausible_year, parse_whole_number

DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
MOST_ELEMENTS, DEEPEST = 500_000, 20
# The most plays imported from an entry with a quantity, and the greatest plausible quantity.
MOST_AT_ONCE, MOST_NOTED = 100, 10**6
PLAYS_ON_A_PAGE = 100
# The name that BG Stats sends for unnamed people, and its text about expansions.
NOBODY = {"anonymous player"}
WITH_EXPANSIONS = re.compile(r"^Played with expansions:\s*((?:^-.*$\s*)+)", re.MULTILINE)
A_THING = re.compile(r"\[thing=\d*\](.*?)\[/thing\]")
OF_A_PLAYER = {"username", "name", "score", "win"}
OF_A_PLAY = {"id", "date", "length", "location", "quantity", "incomplete"}


@dataclass
class Pages:
    """The pages of one person's plays that were read: their numbers, their plays, and the total on all pages."""

    numbers: set[int] = field(default_factory=set)
    plays: int = 0
    total: int = 0


@dataclass
class Reading:
    """The plays read so far, with the pages of each user.

    `met`: the plays by their ids, None if unreadable. `nameless`: how many plays without an id have the same key.
    """

    book: Book = field(default_factory=lambda: Book(SOURCE))
    pages: dict[str, Pages] = field(default_factory=dict)
    met: dict[str, PlayRecord | None] = field(default_factory=dict)
    nameless: Counter[str] = field(default_factory=Counter)
    elements: int = 0


def read_pages(texts: Sequence[tuple[str, str]]) -> Book:
    """Return the contents of one or several pages, each `(name of its file, text)`.

    A play on several pages counts once. Raise Unreadable with the name of the page that can't be read.
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
        add_page_remark(reading.book, pages)
    join_people(reading.book)
    guess_how_games_are_won(reading.book)
    return reading.book


def add_page(reading: Reading, text: str) -> None:
    """Add the contents of one page. Raise Unreadable if it isn't such XML."""
    try:
        parts = iterate_elements(reading, DECLARATION.sub("", text).encode())
        root = next(parts)
        if root.tag == "plays":
            add_plays(reading, root, parts)
        elif root.tag == "items":
            add_items(reading.book, parts)
        elif root.tag in ("errors", "error", "message"):
            raise Unreadable(
                gettext("BoardGameGeek hadn’t finished this file, or refused it. Download it again a little later.")
            )
        else:
            tag = str(root.tag)[:60]
            raise Unreadable(
                gettext("This XML is neither plays nor a collection: it begins with “%(typed)s”.", typed=tag)
            )
    except Unreadable:
        raise
    except DefusedXmlException as error:
        raise Unreadable(gettext("This XML defines its own entities; BoardGameGeek files never do.")) from error
    except (ParseError, ValueError, StopIteration) as error:
        line = error.position[0] if isinstance(error, ParseError) else 1
        raise Unreadable(gettext("Invalid XML from line %(line)s on.", line=line)) from error


def add_page_remark(book: Book, pages: Pages) -> None:
    """Add a remark about which pages were read if there are others."""
    number = max(*pages.numbers, -(-pages.total // PLAYS_ON_A_PAGE))
    if not 0 < pages.plays < pages.total or len(pages.numbers) == number:
        return
    about = {"pages": number, "number": pages.plays, "total": pages.total}
    book.remarks.append(
        gettext(
            "This is page %(page)s of %(pages)s, with %(number)s of %(total)s plays. Import the other pages too.",
            page=min(pages.numbers),
            **about,
        )
        if len(pages.numbers) == 1
        else gettext(
            "These are pages %(listed)s of %(pages)s, with %(number)s of %(total)s plays. Import the other pages too.",
            listed=", ".join(map(str, sorted(pages.numbers))),
            **about,
        )
    )


def iterate_elements(reading: Reading, content: bytes) -> Iterator[Element]:
    """Yield the root as soon as it starts, then each element below it once it is complete, and free them."""
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
    """Add the plays of a page, each as often as its quantity says."""
    book, whose = reading.book, clean_name(root.get("username", ""))
    pages = reading.pages.setdefault(fold(whose), Pages())
    # The root's attributes are cleared once its first part has been read.
    pages.total = max(pages.total, parse_whole_number(root.get("total", ""), MOST_NOTED) or 0)
    pages.numbers.add(parse_whole_number(root.get("page", ""), MOST_NOTED) or 1)
    for element in parts:
        if element.tag != "play":
            continue
        known_as, times = (
            clean_name(element.get("id", "")),
            parse_whole_number(element.get("quantity", "1"), MOST_NOTED) or 1,
        )
        is_met = known_as in reading.met
        try:
            read: PlayRecord | None = read_play(book, element, whose)
            fault = SAME_ID if is_met else None
        except BadPlay as error:
            read, fault = None, error.text
        if is_met and (read is None or read == reading.met[known_as]):
            continue
        if known_as and not is_met:
            reading.met[known_as] = read
        pages.plays += 1
        if read and not fault:
            if not known_as:
                reading.nameless[read.key] += 1
                number = reading.nameless[read.key]
                read = replace(read, key=f"{read.key} {number}") if number > 1 else read
            for time in range(1, min(times, MOST_AT_ONCE) + 1):
                book.add(read if time == 1 else replace(read, key=f"{read.key}-{time}"))
            if times > MOST_AT_ONCE:
                fault = gettext("noted %(times)s times; only %(most)s are imported.", times=times, most=MOST_AT_ONCE)
        if fault:
            item = element.find("item")
            game = "" if item is None else clean_name(item.get("name", ""))
            about = {"number": pages.plays, "game": game or "–", "day": element.get("date", "–")[:10]}
            what = clean_name(" ".join(f"{key}={value}" for key, value in element.attrib.items()))[:200]
            book.add_fault(gettext("Play %(number)s (%(game)s, %(day)s)", **about), what, fault)


def join_people(book: Book) -> None:
    """Join a name without an account with the only account of that name, unless both are in the same play."""
    accounts: dict[str, list[str]] = {}
    for key, person in book.people.items():
        if key.startswith("@"):
            accounts.setdefault(fold(person.name), []).append(key)
    same = {name: keys[0] for name, keys in accounts.items() if len(keys) == 1 and name in book.people}
    for play in book.plays:
        keys = {seat.player for seat in play.seats}
        for name in keys & same.keys():
            if same[name] in keys:
                del same[name]
    if not same:
        return
    for place, play in enumerate(book.plays):
        seats = [replace(seat, player=same.get(seat.player, seat.player)) for seat in play.seats]
        book.plays[place] = replace(play, seats=seats)
    names = ", ".join(book.people.pop(name).name for name in same)
    book.remarks.append(gettext("Noted with and without an account, and taken for one person: %(names)s", names=names))


def read_play(book: Book, play: Element, whose: str) -> PlayRecord:
    """Return a play of the file. Raise BadPlay if it can't be read."""
    item = play.find("item")
    if item is None or not clean_name(item.get("name", "")):
        raise BadPlay(gettext("no game given."))
    try:
        date = datetime.date.fromisoformat(play.get("date", ""))
    except ValueError:
        date = datetime.date.min
    day = check_day(date.isoformat() if is_plausible_year(date.year) else "", clean_name(play.get("date", ""))[:60])
    if play.get("quantity") == "0":
        raise BadPlay(gettext("noted with a quantity of 0."))
    players = play.findall("players/player")
    check_seats(len(players) or 1)
    has_winner = any(player.get("win") == "1" for player in players)
    seats = [read_seat(book, player, knows_winners=has_winner) for player in players]
    if not seats:
        # Without players, the person who logged the play was there.
        nobody_else = Named(f"@{fold(whose)}", whose, anonymous=not whose)
        seats = [SeatRecord(book.name(book.people, nobody_else))]
    name, number = clean_name(item.get("name", "")), clean_name(item.get("objectid", ""))
    comments = clean_lines(play.findtext("comments") or "")
    read = PlayRecord(
        key=clean_name(play.get("id", "")) or f"{day} {name} {[seat.player for seat in seats]}",
        game=book.name(book.games, Named(number or fold(name), name)),
        day=day,
        seats=seats,
        minutes=parse_whole_number(play.get("length", ""), MOST_MINUTES),
        place=clean_name(play.get("location", "")),
        notes=A_THING.sub(r"\1", comments),
        expansions=[name for block in WITH_EXPANSIONS.findall(comments) for name in A_THING.findall(block)],
        is_over=play.get("incomplete") != "1",
        rest=get_other_attributes(play, OF_A_PLAY),
    )
    return check_length(read)


def read_seat(book: Book, player: Element, *, knows_winners: bool) -> SeatRecord:
    """Return a seat; `knows_winners`: the file says who won."""
    user, name = clean_name(player.get("username", "")), clean_name(player.get("name", ""))
    if fold(name) in NOBODY:
        name = ""
    key = f"@{fold(user)}" if user else fold(name)
    key = book.name(book.people, Named(key, name or user, anonymous=not key))
    won = player.get("win") == "1" if knows_winners else None
    return SeatRecord(key, clean_name(player.get("score", "")), won, get_other_attributes(player, OF_A_PLAYER))


def get_other_attributes(element: Element, used) -> dict[str, str]:
    """Return the attributes that have no field of their own."""
    return {clean_name(key): clean_name(value) for key, value in element.attrib.items() if key not in used and value}
