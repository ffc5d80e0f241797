"""Read the photos in a zip that was exported from a group."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID
from zipfile import ZipFile

from companion.core.language.typed import clean_name
from companion.rules.kit import Text, gettext

from ..writers.photos import LIST
from .files import MEGABYTE, ZIPPED, open_archive, parse_json
from .records import Unreadable, parse_uuid

# The most bytes unpacked of one file (pictures hardly shrink in a zip), of its list, and the most photos in it, because
# each takes a moment to draw.
MOST_UNPACKED, LONGEST_LIST, MOST_LISTED = 40 * MEGABYTE, 2 * MEGABYTE, 100
LONGEST_WORDS = 200


@dataclass(frozen=True)
class ListedPhoto:
    """A photo of the list: the name of its file, the id of its play, its caption, its own id and its seal."""

    file: str
    play: UUID
    caption: str
    id: UUID | None = None
    seal: str = ""


@dataclass
class Album:
    """The photos in a list, and its faults, each `(place, what, why)`.

    `most_bytes`: the largest picture.
    """

    archive: ZipFile
    most_bytes: int
    photos: list[ListedPhoto] = field(default_factory=list)
    faults: list[tuple[Text, str, Text]] = field(default_factory=list)

    def content(self, photo: ListedPhoto) -> bytes | None:
        """Return the picture of a photo as it is in the file; None if it is too large.

        Raise Unreadable if it is damaged.
        """
        try:
            with self.archive.open(photo.file) as file:
                content = file.read(self.most_bytes + 1)
        except Exception as error:
            # Damaged archives raise many kinds of errors.
            raise Unreadable(gettext("It is damaged.")) from error
        return content if len(content) <= self.most_bytes else None

    def add_fault(self, number: int, what: str, why: Text) -> None:
        """Add the reason why a photo can't be read, by its number in the list."""
        self.faults.append((gettext("Photo %(number)s", number=number), what[:LONGEST_WORDS], why))


@contextmanager
def open_album(content: bytes, most_bytes: int) -> Iterator[Album | None]:
    """Yield the album that a file is; None if it is something else. Raise Unreadable if it is damaged."""
    if not content.startswith(ZIPPED):
        yield None
        return
    with open_archive(content) as archive:
        yield read_album(archive, most_bytes) if LIST in archive.namelist() else None


def read_album(archive: ZipFile, most_bytes: int) -> Album:
    """Return an album by its list; if two rows name the same file, it belongs to the first."""
    if sum(each.file_size for each in archive.infolist()) > MOST_UNPACKED:
        most = MOST_UNPACKED // MEGABYTE
        raise Unreadable(gettext("This archive’s content is larger than %(most)s MB.", most=most))
    with archive.open(LIST) as listing:
        content = listing.read(LONGEST_LIST + 1)
    if len(content) > LONGEST_LIST:
        raise Unreadable(gettext("The list of the photos is too long."))
    rows = parse_json(content.decode("utf-8-sig", errors="replace"))
    if not isinstance(rows, list):
        raise Unreadable(gettext("The list of the photos is damaged."))
    if len(rows) > MOST_LISTED:
        raise Unreadable(gettext("You can import at most %(most)s photos at once.", most=MOST_LISTED))
    album, files = Album(archive, most_bytes), set(archive.namelist()) - {LIST}
    for number, row in enumerate(rows, 1):
        texts = {key: value for key, value in row.items() if isinstance(value, str)} if isinstance(row, dict) else {}
        file, play = texts.get("file"), parse_uuid(texts.get("play"))
        if file is None or play is None:
            why = gettext("The list doesn’t say which play the photo belongs to.")
            album.add_fault(number, clean_name(file or ""), why)
        elif file not in files:
            album.add_fault(number, clean_name(file), gettext("The photo isn’t in the archive."))
        else:
            files.discard(file)
            caption = clean_name(texts.get("caption", ""))[:LONGEST_WORDS].strip()
            seal = texts.get("seal", "")
            album.photos.append(
                ListedPhoto(file, play, caption, parse_uuid(texts.get("id")), seal if seal.isascii() else "")
            )
    return album
