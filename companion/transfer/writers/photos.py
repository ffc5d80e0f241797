"""Write photos as a zip of the pictures, and a list with the play and the caption of each."""

import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise

LIST = "photos.json"
# A file that can be imported again has no more bytes and photos, with room for its list.
MOST_BYTES, MOST_PHOTOS = 18 * 2**20, 60


@dataclass(frozen=True)
class Photo:
    """A photo: its name in the zip, its own id, that of its play, its caption, and the seal that proves we drew it."""

    file: str
    id: str
    play: str
    caption: str
    seal: str


class Part(bytearray):
    """A write-only file with the bytes that weren't sent yet."""

    def write(self, content: bytes) -> int:
        self.extend(content)
        return len(content)

    def flush(self) -> None:
        pass


def write_zip(photos: Iterable[tuple[Photo, bytes]]) -> Iterator[bytes]:
    """Yield the zip in pieces of a picture each; pictures aren't compressed again."""
    part, listed = Part(), []
    with zipfile.ZipFile(part, "w") as packed:  # type: ignore[call-overload]  # it never reads, nor goes back
        for photo, content in photos:
            packed.writestr(photo.file, content)
            listed.append(asdict(photo))
            yield bytes(part)
            part.clear()
        packed.writestr(LIST, json.dumps(listed, ensure_ascii=False, indent=1))
    yield bytes(part)


def split_into_files(weights: list[int]) -> list[slice]:
    """Return which photos go into which file, by their bytes, so that each file can be imported again."""
    cuts, weight, count = [0], 0, 0
    for place, size in enumerate(weights):
        if count and (weight + size > MOST_BYTES or count == MOST_PHOTOS):
            cuts.append(place)
            weight = count = 0
        weight, count = weight + size, count + 1
    return [slice(begin, end) for begin, end in pairwise([*cuts, len(weights)]) if end > begin]
