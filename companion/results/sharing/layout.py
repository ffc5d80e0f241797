"""The layouts of a result's picture: upright for phones, wide for link previews."""

from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.core.icons import icon
from companion.core.language.texts import listed, points_or_nothing, word_for_points

from . import table
from .contents import Summary
from .fonts import ELLIPSIS, break_lines, fit_lines, fit_size, shorten, text_width
from .shapes import ACCENTS, INK, ON, PAPER, Box, Drawing, Outline, Writing
from .table import Place

STAR = "M12 1.800l3.100 6.700 7.300.8-5.400 5 1.500 7.200L12 17.900l-6.500 3.600L7 14.300l-5.400-5 7.300-.8z"
DUNES = "M0 18C8 18 11 6 17 6c5 0 6 6 11 6s6-9 12-9 7 15 16 15Z"
EDGE = 56
# The smallest font size before a name is shortened.
LEAST_OF_A_NAME = 24
# The greatest share of the width for a total beside the winner's name.
MOST_OF_A_TOTAL = 0.42
# Line heights: of a list of ranks, of a single player's sheet, and of a list of ranks in the upright picture.
LINE_OF_A_LIST, LINE_OF_ONE, LINE_OF_A_LONG_LIST = 84, 99, 132


@dataclass(frozen=True)
class Picture:
    """A picture with its size in pixels and its shapes."""

    width: int
    height: int
    shapes: list


def draw_tall(summary: Summary) -> Picture:
    """Return the upright picture, 1080 × 1350 pixels: the winner with the sheet below."""
    accent = ACCENTS[summary.game.accent][0]
    room = 1080 - 2 * EDGE
    shapes = [Box(0, 0, 1080, 1350, accent), *draw_head(summary, summary.when, room)]
    shapes += draw_winner(summary, EDGE, 372, room)
    if summary.close:
        size = fit_size(summary.close, "sans", room=room, most=44, least=30)
        shapes.append(Writing(shorten(summary.close, "sans", size, room=room), EDGE, 450, size, "sans", ON))
    shapes += draw_paper(summary, 490, 1232)
    shapes += draw_wordmark(EDGE, 1290)
    end = shorten(summary.group, "sans", 26, room=room - 320)
    return Picture(1080, 1350, [*shapes, Writing(end, 1080 - EDGE, 1286, 26, "sans", ON, "end")])


def draw_wide(summary: Summary) -> Picture:
    """Return the wide picture, 1200 × 630 pixels: the winner on the left, the sheet on the right."""
    accent = ACCENTS[summary.game.accent][0]
    shapes = [Box(0, 0, 1200, 630, accent), *draw_head(summary, summary.shortly, 510, top=46, small=True)]
    name, star = summary.winners, 84 if summary.has_star else 0
    sizes, smaller, smallest = range(120, 75, -4), range(76, 47, -4), range(48, LEAST_OF_A_NAME - 1, -4)
    size, text = fit_name(name, room=510 - star, sizes=sizes, smaller=smaller, smallest=smallest, most=4)
    y = 250.0
    if summary.has_star:
        shapes.append(Outline(STAR, 44, y + (len(text) - 1) * size * 0.525 - size * 0.36 - 32, 2.7))
    for number, line in enumerate(text):
        shapes.append(Writing(line, 40 + star, y + number * size * 1.05, size, "serif", ON))
    y += (len(text) - 1) * size * 1.05 + 62
    points = format_total(summary)
    close = " · ".join(part for part in (points, summary.close) if part)
    for line in break_lines(close, "bold", 30, room=516, most=2):
        shapes.append(Writing(line, 40, y, 30, "bold", ON))
        y += 42
    # The text ends above the wordmark.
    room_for = int((556 - y) // 36)
    place = Place(620, 0, 516, 27)
    for line in (
        break_lines(text_below(summary, place), "sans", 25, room=516, most=min(4, room_for)) if room_for > 0 else ()
    ):
        shapes.append(Writing(line, 40, y + 4, 25, "sans", ON))
        y += 36
    shapes += draw_wordmark(40, 590)
    height = min(518, height_without_steps(summary))
    top = (630 - height - 32) / 2
    shapes.append(Box(596, top, 564, height + 32, PAPER, 14))
    return Picture(1200, 630, [*shapes, *draw_sheet(summary, replace(place, y=top + 16), height, with_steps=False)])


def draw_head(summary: Summary, when: str, room: float, *, top: float = 64, small: bool = False) -> list:
    """Return the shapes of the game's emblem and title, and when and where it was played."""
    accent = ACCENTS[summary.game.accent][0]
    x, size = (40, 82) if small else (EDGE, 100)
    if icon(f"emblems/{summary.game.emblem}"):
        sign: list = [Drawing(f"emblems/{summary.game.emblem}", x, top, size, accent, view="4.5 5 39 39")]
    else:
        sign = [
            Box(x, top, size, size, ON, 14),
            Writing(summary.title[:1], x + size / 2, top + size * 0.74, size * 0.68, "serif", accent, "middle"),
        ]
    left, most = x + size + 26, room - size - 26
    name, title = fit_size(summary.title, "serif", room=most, most=40, least=24), [summary.title]
    if text_width(summary.title, "serif", name) > most:
        name, title = fit_lines(summary.title, "serif", room=most, sizes=range(26, 15, -1), most=2)
    below = fit_size(when, "sans", room=most, most=30, least=24)
    # A title on two lines starts higher, and the line below it ends with the emblem.
    first, last = (0.42, 0.88) if len(title) == 1 else (0.26, 0.98)
    return [
        *sign,
        *(Writing(line, left, top + size * first + n * name * 1.1, name, "serif", ON) for n, line in enumerate(title)),
        Writing(shorten(when, "sans", below, room=most), left, top + size * last, below, "sans", ON),
    ]


def draw_winner(summary: Summary, x: float, base: float, room: float) -> list:
    """Return the shapes of the winner's name, as large as it fits, with the total beside it."""
    shapes: list = []
    total, star = points_or_nothing(summary.total), 112 if summary.has_star else 0
    figures = fit_size(total, "serif", room=room * MOST_OF_A_TOTAL, most=150, least=36) if total else 0
    beside = max(text_width(total, "serif", figures), 130) + 40 if total else 0
    sizes, smaller, smallest = range(200, 95, -4), range(96, 43, -4), range(68, LEAST_OF_A_NAME - 1, -4)
    beside_it = room - star - beside
    size, text = fit_name(summary.winners, room=beside_it, sizes=sizes, smaller=smaller, smallest=smallest, most=3)
    first = base - (len(text) - 1) * size * 1.08
    if summary.has_star:
        shapes.append(Outline(STAR, x, base - (len(text) - 1) * size * 0.54 - size * 0.36 - 42, 3.5))
    for number, line in enumerate(text):
        shapes.append(Writing(line, x + star, first + number * size * 1.08, size, "serif", ON))
    if total:
        shapes.append(Writing(total, x + room, base - 34, figures, "serif", ON, "end"))
        shapes.append(Writing(word_for_points(summary.total or 0), x + room, base + 8, 30, "sans", ON, "end"))
    return shapes


def fit_name(name: str, *, room: float, sizes, smaller, smallest, most: int) -> tuple[int, list[str]]:
    """Return the winner's name on one line in one of these sizes, else on two in smaller ones, else on `most` lines."""
    for sizes_for, number in ((sizes, 1), (smaller, 2), (smallest, most)):
        size, text = fit_lines(name, "serif", room=room, sizes=sizes_for, most=number)
        if not any(line.endswith(ELLIPSIS) for line in text):
            break
    return size, text


def fit_sentence(text: str, lead: str, room: float) -> tuple[int, list[str]]:
    """Return a sentence that starts in bold, on at most three lines, slightly smaller if that saves a line."""
    if not text:
        return 31, []
    found = []
    for size in range(31, 26, -1):
        wider = text_width(lead, "bold", size) - text_width(lead, "sans", size)
        if text_width(lead, "bold", size) > room:
            # The bold words continue on the second line.
            found.append((size, break_lines(text, "bold", size, room=room, most=3)))
        else:
            found.append((size, break_lines(text, "sans", size, room=room, most=3, indent=wider)))
    return min(found, key=lambda each: (len(each[1]), -each[0]))


def draw_paper(summary: Summary, top: float, bottom: float) -> list:
    """Return the shapes of the paper with the sheet and what decided, no higher than necessary."""
    inner = 1080 - 2 * EDGE - 68
    lead = summary.decision.lead + ": " if summary.decision.lead else ""
    place = Place(EDGE + 34, top + 28, inner, 44 if summary.is_alone else 32)
    size, sentence = fit_sentence(text_below(summary, place), lead, inner)
    if not summary.rows and not sentence and len(summary.columns) < 2:
        return []
    below = len(sentence) * 43 + (34 if sentence else 12)
    preferred = preferred_height(summary)
    height = min(bottom - top, preferred + below + 56)
    sheet_height = height - below - 56
    shapes: list = [Box(EDGE, top, 1080 - 2 * EDGE, height, PAPER, 16)]
    shapes += draw_sheet(summary, place, sheet_height, with_steps=True)
    y = top + height - below + 20
    for line in sentence:
        bold = line if lead.startswith(line) else lead if line.startswith(lead) else ""
        x = EDGE + 34 + text_width(bold, "bold", size)
        shapes += [Writing(bold, EDGE + 34, y, size, "bold")] if bold else []
        if rest := line.removeprefix(bold):
            shapes.append(Writing(shorten(rest, "sans", size, room=inner - x + EDGE + 34), x, y, size))
        # The space at a line break is in neither line.
        y, lead = y + 43, lead.removeprefix(bold).lstrip() if bold else ""
    return shapes


def preferred_height(summary: Summary) -> float:
    """Return the preferred height of a sheet, in pixels."""
    if not summary.has_ranks and summary.rows:
        return height_without_steps(summary)
    line = LINE_OF_ONE if summary.is_alone else 70
    rows = len(summary.rows) * line + (line if summary.is_alone and summary.rows and summary.total is not None else 0)
    if summary.is_alone:
        return rows
    if not summary.rows and (summary.total is None or not summary.has_ranks):
        return len(summary.columns) * LINE_OF_A_LONG_LIST
    return rows + 58 + (340 if summary.rows else 440)


def height_without_steps(summary: Summary) -> float:
    """Return the preferred height of a sheet without steps, in pixels."""
    if not summary.rows:
        return len(summary.columns) * LINE_OF_A_LIST
    return (0 if summary.is_alone else 46) + (len(summary.rows) + (0 if summary.total is None else 1.2)) * 72


def draw_sheet(summary: Summary, place: Place, height: float, *, with_steps: bool) -> list:
    """Return the shapes of the sheet in this height, with steps for the ranks or with the totals below."""
    if not summary.rows and (not with_steps or summary.total is None or not summary.has_ranks):
        line = min(LINE_OF_A_LONG_LIST if with_steps else LINE_OF_A_LIST, height / len(summary.columns))
        return table.draw_ranks(summary, replace(place, figure=max(place.figure, int(line * 0.36))), line)
    with_steps = with_steps and summary.has_ranks
    head = table.head_width(summary, place) if summary.rows else 0
    names = 0 if summary.is_alone else 58 if with_steps else 46
    has_totals = summary.total is not None and (not with_steps or summary.is_alone)
    count = len(summary.rows) + has_totals * 1.2
    most, below = max(72, 2.25 * place.figure), names + (0 if summary.is_alone or not with_steps else 130)
    tall = min(most, (height - below) / count) if count else 0
    put = partial(
        Place, place.x, width=place.width, figure=min(place.figure, int(tall * 0.6)) if tall else place.figure
    )
    y, shapes = place.y, []
    if with_steps and not summary.is_alone:
        steps = height - names - count * tall
        shapes += table.draw_steps(summary, put(y), head, steps)
        y += steps + 3
    if names:
        shapes += table.draw_names(summary, put(y), head, names)
        y += names
    for each in summary.rows:
        shapes += table.draw_row(summary, each, put(y), head, tall)
        y += tall
    if has_totals:
        shapes.append(Box(place.x, y, place.width, 4, INK))
        shapes += table.draw_totals(summary, _("Total"), put(y), head, tall * 1.2)
    return shapes


def text_below(summary: Summary, place: Place) -> str:
    """Return the text below a sheet: what decided, who has no place or isn't shown, and the full names."""
    more = ""
    if summary.left_out:
        more = ngettext("%(number)s more isn’t shown.", "%(number)s more aren’t shown.", summary.left_out)
        more = more % {"number": summary.left_out}
    names = listed(table.explain_short_names(summary, place))
    return " ".join(filter(None, (str(summary.decision), summary.not_counted, more, names)))


def format_total(summary: Summary) -> str:
    """Return the winner's points with the word for points."""
    return f"{points_or_nothing(summary.total)} {word_for_points(summary.total)}" if summary.total is not None else ""


def draw_wordmark(x: float, base: float) -> list:
    """Return the shapes of the program's name and its dunes."""
    return [Outline(DUNES, x, base - 30, 1.4), Writing("Caravan", x + 92, base - 3, 34, "serif", ON)]


SHAPES = {"tall": draw_tall, "wide": draw_wide}
