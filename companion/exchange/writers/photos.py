"""Photos as one file: a zip of the pictures, and a list that tells of which play each is and what is to be seen."""

import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

LIST = "photos.json"


@dataclass(frozen=True)
class Photo:
    """A photo: its name in the zip, the id of its play, and its caption."""

    file: str
    play: str
    caption: str


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
