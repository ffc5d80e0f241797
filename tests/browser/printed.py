"""What a browser prints, read back from its PDF: the words, and where everything lies on the paper, in millimetres."""

import unicodedata
from bisect import bisect_left
from contextlib import closing
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import zxingcpp

MM = 25.4 / 72
# So much may reach over an edge: half of a frame's line.
TOLERANCE = 0.3
# The narrowest margin of all papers.
MARGIN = 7
# No line is thinner, in millimetres.
THINNEST_LINE = 0.19


class Box(NamedTuple):
    """Where something lies, from the lower left corner of the paper."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other):
        """How wide and how high is what both cover; negative where they are apart."""
        width = min(self.right, other.right) - max(self.left, other.left)
        return width, min(self.top, other.top) - max(self.bottom, other.bottom)

    def is_followed_by(self, other):
        """Whether the other stands to the right of this on the same line, not farther than the width of a space."""
        return self.overlap(other)[1] > 0 and self.right < other.right and other.left < self.right + 1.1

    def around(self, other):
        """The box around both."""
        lower, upper = map(min, self[:2], other[:2]), map(max, self[2:], other[2:])
        return Box(*lower, *upper)


class Paper:
    """One printed page: its size, its text as it can be selected, its signs and its drawn lines."""

    def __init__(self, page):
        self.width, self.height = (length * MM for length in page.get_size())
        text = page.get_textpage()
        self.text = text.get_text_range()
        self.signs = []
        for place in range(text.count_chars()):
            sign = chr(pdfium.FPDFText_GetUnicode(text, place))
            if sign.strip():
                self.signs.append((sign, Box(*(length * MM for length in text.get_charbox(place)))))
        shapes = [each for each in page.get_objects() if each.type != pdfium.FPDF_PAGEOBJ_TEXT]
        self.shapes = [Box(*(length * MM for length in each.get_bounds())) for each in shapes]
        self.pictures = sum(each.type == pdfium.FPDF_PAGEOBJ_IMAGE for each in shapes)

    def text_above(self, foot):
        """The text without what stands lower than so many millimetres, as a page number does."""
        return "".join(sign for sign, box in self.signs if box.bottom >= foot)

    def text_below(self, foot):
        return "".join(sign for sign, box in self.signs if box.bottom < foot)

    def faults(self, *, margin):
        """What lies outside the margins, on something else, or across a line, is drawn in dots, or too thin."""
        room = Box(margin, margin, self.width - margin, self.height - margin)
        for sign, box in self.signs:
            if outside(box, room):
                yield f"“{sign}” is outside: {box}"
        yield from (f"a line is outside: {shape}" for shape in self.shapes if outside(shape, room))
        yield from (f"“{one}” lies on “{other}”" for one, other in overlapping(self.signs))
        yield from (f"{self.pictures} pictures" for _ in range(bool(self.pictures)))
        yield from (f"“{words}” is crossed by {line}" for words, line in crossed(self.signs, self.shapes))
        yield from (f"“{sign}” lies on the picture {picture}" for sign, picture in on_pictures(self.signs, self.shapes))
        yield from (f"a line is too thin: {line}" for line in self.shapes if 0 < thickness(line) < THINNEST_LINE)


def outside(box, room):
    return (
        box.left < room.left - TOLERANCE
        or box.bottom < room.bottom - TOLERANCE
        or box.right > room.right + TOLERANCE
        or box.top > room.top + TOLERANCE
    )


def overlapping(signs):
    """Pairs of signs of which one lies on the other; letters that lean together share a quarter of the lower at most.

    Half a millimetre is nothing in either.
    """
    ordered = sorted(signs, key=lambda each: each[1].left)
    for place, (one, box) in enumerate(ordered):
        for other, its_box in ordered[place + 1 :]:
            if its_box.left > box.right:
                break
            lower = min(box.top - box.bottom, its_box.top - its_box.bottom)
            if min(box.overlap(its_box)) > max(0.5, lower / 4):
                yield one, other


def crossed(signs, shapes):
    """Runs of words that a straight line goes through, and that line."""
    upright = sorted(each for each in shapes if each.right - each.left < 0.9 < each.top - each.bottom)
    level = sorted(turned(each) for each in shapes if each.top - each.bottom < 0.9 < each.right - each.left)
    for words, box in runs(signs):
        yield from ((words, line) for line in through(box, upright))
        yield from ((words, turned(line)) for line in through(turned(box), level))


def thickness(shape) -> float:
    """How thick a shape is, if it is a line: long, and longer than a row of a code's squares; else 0."""
    thick, length = sorted((shape.right - shape.left, shape.top - shape.bottom))
    return thick if length > max(7, 10 * thick) else 0


def on_pictures(signs, shapes):
    """Signs that lie on a small picture, and that picture; boxes to tick and a code's squares have nothing on them."""
    pictures = [each for each in shapes if 1 < each.right - each.left < 5 and 1 < each.top - each.bottom < 5]
    yield from ((sign, each) for each in pictures for sign, box in signs if min(box.overlap(each)) > 0.1)


def runs(signs):
    """Signs that follow each other on a line with no more than a space between, as one text and its box."""
    run, box = "", None
    for sign, its_box in signs:
        if box and box.is_followed_by(its_box):
            run, box = run + sign, box.around(its_box)
            continue
        if box:
            yield run, box
        run, box = sign, its_box
    if box:
        yield run, box


def turned(box):
    """The same with across and up exchanged."""
    return Box(box.bottom, box.left, box.top, box.right)


def through(box, lines):
    """The upright lines, sorted from the left, that run through a box and not just along its edge."""
    for line in lines[bisect_left(lines, box.left + 0.3, key=lambda each: each.left) :]:
        if line.right > box.right - 0.3:
            break
        if box.overlap(line)[1] > 0.5:
            yield line


def read(pdf) -> list[Paper]:
    """The pages of a PDF."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [Paper(page) for page in document]


def codes(pdf, number=0) -> list[str]:
    """What a phone reads that is pointed at a page, the first one unless another is told."""
    return [found.text for found in zxingcpp.read_barcodes(photographed(pdf, number))]


def ink(pdf) -> float:
    """The part of the first page that is darker than light grey."""
    pixels = photographed(pdf).tobytes()
    return sum(pixel < 200 for pixel in pixels) / len(pixels)


def photographed(pdf, number=0) -> memoryview:
    """A page in grey, a byte a pixel, row by row."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        bitmap = document[number].render(scale=4, grayscale=True)
        return memoryview(bytes(bitmap.buffer)).cast("B", shape=(bitmap.height, bitmap.stride))


def printed(page, address) -> tuple[bytes, list[Paper]]:
    """The PDF that the browser prints of an address, and its pages."""
    page.goto(address)
    pdf = page.pdf(prefer_css_page_size=True)
    return pdf, read(pdf)


def plain(text) -> str:
    """A text without what printing may change: spaces, breaks, hyphens, and the shape of a sign."""
    composed = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        sign for sign in composed if not sign.isspace() and sign not in "-\u00ad\u200b\u2010\u2011\u2212\ufffe\x02"
    )
