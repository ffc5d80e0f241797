"""Where everything stands in a picture of a result: upright for a phone, wide for what shows a link."""

from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.core.icons import icon
from companion.core.language.texts import listed, word_for_points

from . import table
from .contents import Told
from .fonts import ELLIPSIS, cut, in_lines, lines, size_that_fits, width
from .shapes import ACCENTS, INK, MUTED, ON, PAPER, Box, Drawing, Outline, Writing
from .table import Place, figure

STAR = "M12 1.800l3.100 6.700 7.300.8-5.400 5 1.500 7.200L12 17.900l-6.500 3.600L7 14.300l-5.400-5 7.300-.8z"
DUNES = "M0 18C8 18 11 6 17 6c5 0 6 6 11 6s6-9 12-9 7 15 16 15Z"
EDGE = 56
# Names are never cut before they are as small as this.
LEAST_OF_A_NAME = 24
# A total beside the name of the winner takes at most this part of the width.
MOST_OF_A_TOTAL = 0.42
LINE_OF_A_LIST = 84
# Where one card is all there is.
LINE_OF_ONE = 99
# Where a list of places has the whole width of a phone.
LINE_OF_A_LONG_LIST = 132


@dataclass(frozen=True)
class Picture:
    """A picture of so many pixels, and what is drawn there."""

    width: int
    height: int
    shapes: list


def tall(told: Told) -> Picture:
    """1080 × 1350: who won, and the sheet beneath."""
    accent = ACCENTS[told.game.accent][0]
    room = 1080 - 2 * EDGE
    shapes = [Box(0, 0, 1080, 1350, accent), *head(told, told.when, room), *winner(told, EDGE, 372, room)]
    if told.close:
        size = size_that_fits(told.close, "sans", room=room, most=44, least=30)
        shapes.append(Writing(cut(told.close, "sans", size, room=room), EDGE, 450, size, "sans", ON))
    shapes += paper(told, 490, 1232)
    shapes += wordmark(EDGE, 1290)
    end = cut(told.group, "sans", 26, room=room - 320)
    return Picture(1080, 1350, [*shapes, Writing(end, 1080 - EDGE, 1286, 26, "sans", ON, "end")])


def wide(told: Told) -> Picture:
    """1200 × 630: who won on the left, and the sheet on the right."""
    accent = ACCENTS[told.game.accent][0]
    shapes = [Box(0, 0, 1200, 630, accent), *head(told, told.shortly, 510, top=46, small=True)]
    name, star = told.winners, 84 if told.has_star else 0
    sizes, smaller, smallest = range(120, 75, -4), range(76, 47, -4), range(48, LEAST_OF_A_NAME - 1, -4)
    size, text = name_in_lines(name, room=510 - star, sizes=sizes, smaller=smaller, smallest=smallest, most=4)
    y = 250.0
    if told.has_star:
        shapes.append(Outline(STAR, 44, y + (len(text) - 1) * size * 0.525 - size * 0.36 - 32, 2.7))
    for number, line in enumerate(text):
        shapes.append(Writing(line, 40 + star, y + number * size * 1.05, size, "serif", ON))
    y += (len(text) - 1) * size * 1.05 + 62
    points = points_in_words(told)
    close = " · ".join(part for part in (points, told.close) if part)
    for line in lines(close, "bold", 30, room=516, most=2):
        shapes.append(Writing(line, 40, y, 30, "bold", ON))
        y += 42
    # It ends above the name of the program.
    room_for = int((556 - y) // 36)
    place = Place(620, 0, 516, 27)
    for line in lines(said(told, place), "sans", 25, room=516, most=min(4, room_for)) if room_for > 0 else ():
        shapes.append(Writing(line, 40, y + 4, 25, "sans", ON))
        y += 36
    shapes += wordmark(40, 590)
    height = min(518, wanted_beside(told))
    top = (630 - height - 32) / 2
    shapes.append(Box(596, top, 564, height + 32, PAPER, 14))
    return Picture(1200, 630, [*shapes, *sheet(told, replace(place, y=top + 16), height, with_steps=False)])


def head(told: Told, when: str, room: float, *, top: float = 64, small: bool = False) -> list:
    """The game's emblem, its name, and when and where it was played."""
    accent = ACCENTS[told.game.accent][0]
    x, size = (40, 82) if small else (EDGE, 100)
    if icon(f"emblems/{told.game.emblem}"):
        sign: list = [Drawing(f"emblems/{told.game.emblem}", x, top, size, accent, view="4.5 5 39 39")]
    else:
        sign = [
            Box(x, top, size, size, ON, 14),
            Writing(told.title[:1], x + size / 2, top + size * 0.74, size * 0.68, "serif", accent, "middle"),
        ]
    left, most = x + size + 26, room - size - 26
    name, title = size_that_fits(told.title, "serif", room=most, most=40, least=24), [told.title]
    if width(told.title, "serif", name) > most:
        name, title = in_lines(told.title, "serif", room=most, sizes=range(26, 15, -1), most=2)
    below = size_that_fits(when, "sans", room=most, most=30, least=24)
    # A title in two lines begins higher, and the line below it ends where the emblem does.
    first, last = (0.42, 0.88) if len(title) == 1 else (0.26, 0.98)
    return [
        *sign,
        *(Writing(line, left, top + size * first + n * name * 1.1, name, "serif", ON) for n, line in enumerate(title)),
        Writing(cut(when, "sans", below, room=most), left, top + size * last, below, "sans", ON),
    ]


def winner(told: Told, x: float, base: float, room: float) -> list:
    """Who won, as large as there is room, and the total beside."""
    shapes: list = []
    total, star = figure(told.total) if told.total is not None else "", 112 if told.has_star else 0
    figures = size_that_fits(total, "serif", room=room * MOST_OF_A_TOTAL, most=150, least=36) if total else 0
    beside = max(width(total, "serif", figures), 130) + 40 if total else 0
    sizes, smaller, smallest = range(200, 95, -4), range(96, 43, -4), range(68, LEAST_OF_A_NAME - 1, -4)
    beside_it = room - star - beside
    size, text = name_in_lines(told.winners, room=beside_it, sizes=sizes, smaller=smaller, smallest=smallest, most=3)
    first = base - (len(text) - 1) * size * 1.08
    if told.has_star:
        shapes.append(Outline(STAR, x, base - (len(text) - 1) * size * 0.54 - size * 0.36 - 42, 3.5))
    for number, line in enumerate(text):
        shapes.append(Writing(line, x + star, first + number * size * 1.08, size, "serif", ON))
    if total:
        shapes.append(Writing(total, x + room, base - 34, figures, "serif", ON, "end"))
        shapes.append(Writing(word_for_points(told.total or 0), x + room, base + 8, 30, "sans", ON, "end"))
    return shapes


def name_in_lines(name: str, *, room: float, sizes, smaller, smallest, most: int) -> tuple[int, list[str]]:
    """Who won in one line of one of these sizes, else in two of these smaller ones, else in `most` of the smallest."""
    for its_sizes, number in ((sizes, 1), (smaller, 2), (smallest, most)):
        size, text = in_lines(name, "serif", room=room, sizes=its_sizes, most=number)
        if not any(line.endswith(ELLIPSIS) for line in text):
            break
    return size, text


def sentence_in_lines(text: str, lead: str, room: float) -> tuple[int, list[str]]:
    """A sentence that begins in bold, in at most three lines: a little smaller where that saves one."""
    if not text:
        return 31, []
    found = []
    for size in range(31, 26, -1):
        wider = width(lead, "bold", size) - width(lead, "sans", size)
        if width(lead, "bold", size) > room:
            # The bold words go on in the second line.
            found.append((size, lines(text, "bold", size, room=room, most=3)))
        else:
            found.append((size, lines(text, "sans", size, room=room, most=3, indent=wider)))
    return min(found, key=lambda each: (len(each[1]), -each[0]))


def paper(told: Told, top: float, bottom: float) -> list:
    """The paper with the sheet, and what decided beneath it; no higher than it has to be."""
    inner = 1080 - 2 * EDGE - 68
    lead = told.decision.lead + ": " if told.decision.lead else ""
    place = Place(EDGE + 34, top + 28, inner, 44 if told.is_alone else 32)
    size, sentence = sentence_in_lines(said(told, place), lead, inner)
    if not told.rows and not sentence and len(told.columns) < 2:
        return []
    below = len(sentence) * 43 + (34 if sentence else 12)
    wanted = wanted_height(told)
    height = min(bottom - top, wanted + below + 56)
    sheet_height = height - below - 56
    shapes: list = [Box(EDGE, top, 1080 - 2 * EDGE, height, PAPER, 16)]
    shapes += sheet(told, place, sheet_height, with_steps=True)
    y = top + height - below + 20
    for line in sentence:
        bold = line if lead.startswith(line) else lead if line.startswith(lead) else ""
        x = EDGE + 34 + width(bold, "bold", size)
        shapes += [Writing(bold, EDGE + 34, y, size, "bold")] if bold else []
        if rest := line.removeprefix(bold):
            shapes.append(Writing(cut(rest, "sans", size, room=inner - x + EDGE + 34), x, y, size))
        # A blank at which a line was broken is in neither.
        y, lead = y + 43, lead.removeprefix(bold).lstrip() if bold else ""
    return shapes


def wanted_height(told: Told) -> float:
    """How high a sheet would best be, in pixels."""
    if not told.has_ranks and told.rows:
        return wanted_beside(told)
    line = LINE_OF_ONE if told.is_alone else 70
    rows = len(told.rows) * line + (line if told.is_alone and told.rows and told.total is not None else 0)
    if told.is_alone:
        return rows
    if not told.rows and (told.total is None or not told.has_ranks):
        return len(told.columns) * LINE_OF_A_LONG_LIST
    return rows + 58 + (340 if told.rows else 440)


def wanted_beside(told: Told) -> float:
    """The same for a sheet without steps."""
    if not told.rows:
        return len(told.columns) * LINE_OF_A_LIST
    return (0 if told.is_alone else 46) + (len(told.rows) + (0 if told.total is None else 1.2)) * 72


def sheet(told: Told, place: Place, height: float, *, with_steps: bool) -> list:
    """The sheet in so much height: with steps for the ranks or, without, with the totals beneath."""
    if not told.rows and (not with_steps or told.total is None or not told.has_ranks):
        line = min(LINE_OF_A_LONG_LIST if with_steps else LINE_OF_A_LIST, height / len(told.columns))
        return table.ranks(told, replace(place, figure=max(place.figure, int(line * 0.36))), line)
    with_steps = with_steps and told.has_ranks
    head = table.head_width(told, place) if told.rows else 0
    names = 0 if told.is_alone else 58 if with_steps else 46
    has_totals = told.total is not None and (not with_steps or told.is_alone)
    count = len(told.rows) + has_totals * 1.2
    most, below = max(72, 2.25 * place.figure), names + (0 if told.is_alone or not with_steps else 130)
    tall = min(most, (height - below) / count) if count else 0
    put = partial(
        Place, place.x, width=place.width, figure=min(place.figure, int(tall * 0.6)) if tall else place.figure
    )
    y, shapes = place.y, []
    if with_steps and not told.is_alone:
        steps = height - names - count * tall
        shapes += table.steps(told, put(y), head, steps)
        y += steps + 3
    if names:
        shapes += table.names(told, put(y), head, names)
        y += names
    for each in told.rows:
        shapes += table.row(told, each, put(y), head, tall)
        y += tall
    if has_totals:
        shapes += [Box(place.x, y, place.width, 4, INK), *table.totals(told, _("Total"), put(y), head, tall * 1.2)]
    return shapes


def said(told: Told, place: Place) -> str:
    """What stands beneath a sheet: what decided, who has no place, how many aren't shown, and whose names are short."""
    more = ""
    if told.left_out:
        more = ngettext("%(number)s more isn’t shown.", "%(number)s more aren’t shown.", told.left_out)
        more = more % {"number": told.left_out}
    parts = (str(told.decision), told.not_counted, more, listed(table.shortened(told, place)))
    return " ".join(part for part in parts if part)


def points_in_words(told: Told) -> str:
    """The winner's points with the word for them."""
    return f"{figure(told.total)} {word_for_points(told.total)}" if told.total is not None else ""


def wordmark(x: float, base: float) -> list:
    """The name of the program, with its dunes."""
    return [Outline(DUNES, x, base - 30, 1.4), Writing("Caravan", x + 92, base - 3, 34, "serif", ON)]


SHAPES = {"tall": tall, "wide": wide}
__all__ = ["MUTED", "SHAPES", "Picture", "tall", "wide"]
