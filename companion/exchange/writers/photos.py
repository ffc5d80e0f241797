"""Photos as one file: a zip of the pictures, and a list that tells of which play each is and what is to be seen."""

import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise

LIST = "photos.json"
# A file that can be brought in again weighs no more, with room for its list.
MOST_BYTES, MOST_PHOTOS = 18 * 2**20, 60


@dataclass(frozen=True)
class Photo:
    """A photo: its name in the zip, its own id, that of its play, its caption, and what tells that we have drawn it."""

    file: str
    id: str
    play: str
    caption: str
    seal: str


class Part:
    """What was written since it was last taken."""

    def __init__(self) -> None:
        self.written = bytearray()

    def write(self, content: bytes) -> int:
        self.written += content
        return len(content)

    def flush(self) -> None:
        pass

    def taken(self) -> bytes:
        content, self.written = bytes(self.written), bytearray()
        return content


def zipped(photos: Iterable[tuple[Photo, bytes]]) -> Iterator[bytes]:
    """The zip in pieces of a picture each; pictures are packed already."""
    part, told = Part(), []
    with zipfile.ZipFile(part, "w") as packed:  # type: ignore[call-overload]  # it never reads, nor goes back
        for photo, content in photos:
            packed.writestr(photo.file, content)
            told.append(asdict(photo))
            yield part.taken()
        packed.writestr(LIST, json.dumps(told, ensure_ascii=False, indent=1))
    yield part.taken()


def in_files(weights: list[int]) -> list[slice]:
    """Which photos go into which file, so that each can be brought in again, by what they weigh in bytes."""
    cuts, weight, count = [0], 0, 0
    for place, its in enumerate(weights):
        if count and (weight + its > MOST_BYTES or count == MOST_PHOTOS):
            cuts.append(place)
            weight = count = 0
        weight, count = weight + its, count + 1
    return [slice(begin, end) for begin, end in pairwise([*cuts, len(weights)]) if end > begin]
