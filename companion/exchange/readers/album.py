"""Photos that came out of a group as a zip: its list, and each picture as the file has it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID
from zipfile import ZipFile

from companion.language.typed import clean_name
from companion.rules.kit import Text, gettext

from ..writers.photos import LIST
from .files import MEGABYTE, archive_in, is_zipped, json_in
from .records import Json, Unreadable

# All that is unpacked of one file: pictures do not grow when they are. Each that is new takes a moment to be drawn, of
# which whoever means no good makes a second.
MOST_UNPACKED, LONGEST_LIST, MOST_LISTED = 40 * MEGABYTE, 2 * MEGABYTE, 100
LONGEST_WORDS = 200


@dataclass(frozen=True)
class Listed:
    """A photo of the list: the name of its file, of which play it is, what is to be seen, its own id and its seal."""

    file: str
    play: UUID
    caption: str
    id: UUID | None = None
    seal: str = ""


@dataclass
class Album:
    """What a list tells: its photos, and what of it cannot be read, each `(place, what, why)`."""

    archive: ZipFile
    photos: list[Listed] = field(default_factory=list)
    faults: list[tuple[Text, str, Text]] = field(default_factory=list)

    def content(self, photo: Listed, most: int) -> bytes | None:
        """The picture of a photo as the file has it; None where it weighs more than so many bytes.

        Raises Unreadable where it is damaged.
        """
        try:
            with self.archive.open(photo.file) as file:
                content = file.read(most + 1)
        except Exception as error:
            # What is broken inside an archive shows in a dozen ways.
            raise Unreadable(gettext("It is damaged.")) from error
        return content if len(content) <= most else None

    def miss(self, number: int, what: str, why: Text) -> None:
        """Note that a photo, the so-manieth of the list, cannot be read."""
        self.faults.append((gettext("Photo %(number)s", number=number), what[:LONGEST_WORDS], why))


@contextmanager
def album_in(content: bytes) -> Iterator[Album | None]:
    """The album that a file is; None where it is something else. Raises Unreadable where it cannot be right."""
    if not is_zipped(content):
        yield None
        return
    with archive_in(content) as archive:
        yield read(archive) if LIST in archive.namelist() else None


def read(archive: ZipFile) -> Album:
    """An album by its list."""
    if sum(each.file_size for each in archive.infolist()) > MOST_UNPACKED:
        most = MOST_UNPACKED // MEGABYTE
        raise Unreadable(gettext("This archive’s content is larger than %(most)s MB.", most=most))
    with archive.open(LIST) as file:
        told = file.read(LONGEST_LIST + 1)
    if len(told) > LONGEST_LIST:
        raise Unreadable(gettext("The list of the photos is too long."))
    rows = json_in(told.decode("utf-8-sig", errors="replace"))
    if not isinstance(rows, list):
        raise Unreadable(gettext("The list of the photos is damaged."))
    if len(rows) > MOST_LISTED:
        raise Unreadable(gettext("You can import at most %(most)s photos at once.", most=MOST_LISTED))
    album, there = Album(archive), set(archive.namelist()) - {LIST}
    for number, row in enumerate(rows, 1):
        add(album, number, row, there)
    return album


def add(album: Album, number: int, row: Json, there: set[str]) -> None:
    """Note one row of the list, the so-manieth; a file that two rows name is the first one's."""
    its = row if isinstance(row, dict) else {}
    file, play = its.get("file"), uuid_of(its.get("play"))
    what = clean_name(file) if isinstance(file, str) else ""
    if not isinstance(file, str) or play is None:
        album.miss(number, what, gettext("The list doesn’t say which play the photo belongs to."))
    elif file not in there:
        album.miss(number, what, gettext("The photo isn’t in the archive."))
    else:
        there.discard(file)
        album.photos.append(Listed(file, play, words(its.get("caption")), uuid_of(its.get("id")), seal(its)))


def uuid_of(value: Json) -> UUID | None:
    """The id that a value is meant to be."""
    try:
        return UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None


def words(value: Json) -> str:
    return clean_name(value)[:LONGEST_WORDS].strip() if isinstance(value, str) else ""


def seal(its: dict[str, Json]) -> str:
    value = its.get("seal")
    return value if isinstance(value, str) and value.isascii() else ""
