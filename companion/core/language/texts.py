"""The rules' texts in the language of the moment."""

import re
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import lru_cache

from babel import Locale
from babel.lists import format_list
from babel.numbers import get_decimal_symbol
from django.contrib import messages
from django.utils import translation
from django.utils.text import capfirst

from companion.rules.kit import Text, plain
from companion.rules.kit.typed import Refused
from companion.rules.scoring.sharing import AND

from .folding import place_in

# Looking a message or a locale up takes longer than all else there is to a sentence.
locale_of = lru_cache(Locale.parse)
LONGEST_EXCERPT = 100
# From so many signs on, the points of a list get smaller, or a line of their own.
WIDE, FAR = 5, 7
# Hebrew, Arabic and their like, which would turn around what stands beside them.
FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def say(text) -> str:
    """A `Text` as a sentence in the active language; anything else as it is."""
    return say_as(text, language=translation.get_language())


def say_as(text, *, language) -> str:
    """The same where it is known which language is active."""
    return _sentence(text, language) if isinstance(text, Text) else str(text)


def say_entry(field, entry) -> str:
    """Return what a field holds, as it stands in a sentence; a dash for nothing."""
    if isinstance(entry, Refused):
        return entry.typed
    return "–" if entry is None else say(field.format_value(entry)) or "–"


def say_in(text, language) -> str:
    """The same in another language."""
    with translation.override(language):
        return say(text)


def say_problem(problem) -> str:
    """A problem as a sentence of its own."""
    return capfirst(say(problem.message))


def say_why(request, problems):
    """Tell whoever asked for something, on the page that comes next, why it cannot be."""
    for problem in problems:
        messages.error(request, say_problem(problem))


def say_gone(request, sentence, *, put_back):
    """Tell that something is deleted, on the page that comes next, with a button to an address that puts it back."""
    messages.success(request, sentence, extra_tags=put_back)


def _sentence(text, language):
    template, params, plural, number, context, words = text
    if words:
        # A language is known by its first two letters.
        return words.get((language or "")[:2]) or words[""]
    message = _message(template, plural, number, context, language)
    if not params:
        return message
    return message % {
        name: _sentence(value, language)
        if type(value) is Text
        else _in_sentence(value, language)
        if type(value) is tuple or type(value) is list
        else figure_in(value, language).replace("-", "−")
        if type(value) is Decimal or (type(value) is int and value < 0)
        else isolated(value)
        if type(value) is str
        else value
        for name, value in params.items()
    }


def isolated(name) -> str:
    """Return a name for use in a sentence: one that is written from the right turns nothing else around.

    >>> isolated("Anna"), isolated("שרה") == "\u2068שרה\u2069"
    ('Anna', True)
    """
    text = str(name)
    return f"{ISOLATE}{text}{POP_ISOLATE}" if FROM_THE_RIGHT.search(text) else text


def translated(message) -> str:
    """What `gettext` gives, looked up once a process and language."""
    return _message(message, "", 0, "", translation.get_language())


@lru_cache(maxsize=10_000)
def _message(message, plural, number, context, language):
    """What the catalogue of `language`, which is the active one, has for a message."""
    if plural:
        return translation.ngettext(message, plural, number)
    if context:
        return translation.pgettext(context, message)
    return translation.gettext(message)


def _in_sentence(things, language):
    """Things as a sentence lists them: "Ben, Dora and Max"."""
    said = tuple([_sentence(thing, language) if type(thing) is Text else isolated(thing) for thing in things])
    return said[0] if len(said) == 1 else _listed(said, language)


def _listed(things, language):
    return _form_of_list(len(things), language) % things


@lru_cache(maxsize=1_000)
def _form_of_list(number, language):
    """A list of so many things as the language joins them, with blanks for them: working it out takes the longest."""
    return format_list(("%s",) * number, locale=locale_of(language or "en"))


def listed(things) -> str:
    """Things one after the other, as the language separates them: "Ben, Dora, Max"."""
    return translation.pgettext("between the things of a list", ", ").join(isolated(thing) for thing in things)


def gained(points) -> str:
    """What a row brings, with its sign: +5, +0, −5."""
    return minus(points) if points < 0 else f"+{minus(points)}"


def minus(number) -> str:
    """A number, or what stands for one, with a true minus: 5, 0, −5, 10.5 (in German 10,5), –."""
    return figure_in(number, translation.get_language()).replace("-", "−")


def dashed(number) -> str:
    """Return a number as `minus` writes it, and a dash for one that nobody knows (None)."""
    return "–" if number is None else minus(number)


def rounded(number, *, digits: int) -> str:
    """Return a number with at most so many digits after the point; a half goes away from 0. 8.5, 6.13, −3, 1006."""
    step = Decimal(1).scaleb(-digits)
    exact = number if isinstance(number, Decimal) else Decimal(str(number))
    # More digits than points and their averages have; 0 has no sign.
    with localcontext(Context(prec=40)):
        return minus(plain(exact.quantize(step, ROUND_HALF_UP) + 0))


def points_or_nothing(points) -> str:
    """Points as people read them; nothing where there are none."""
    return "" if points is None else minus(points)


def figure_size(points) -> str:
    """Return the class, after a space, of points that take more room than four signs: " wide", from seven on " far"."""
    signs = len(points_or_nothing(points))
    return " far" if signs >= FAR else " wide" if signs >= WIDE else ""


def points_in_words(number) -> str:
    """So many points: "1 point", "10.5 points"."""
    words = translation.ngettext("%(number)s point", "%(number)s points", plural_of(number))
    return words % {"number": minus(number)}


def word_for_points(number) -> str:
    """Return what so many points are called, without their number: "point", "points"."""
    return translation.npgettext("beneath the total of a result", "point", "points", plural_of(number))


def won_by(points, winners) -> str:
    """By how many points these won: "wins by 3 points", of several people "win by 3 points"."""
    several = number_of_people(winners) > 1
    words = (
        translation.ngettext("win by %(points)s point", "win by %(points)s points", plural_of(points))
        if several
        else translation.ngettext("wins by %(points)s point", "wins by %(points)s points", plural_of(points))
    )
    return words % {"points": minus(points)}


def figure_in(number, language) -> str:
    """A number, or what stands for one, as a language writes it; its minus stays as it is."""
    if type(number) is not Decimal:
        return str(number)
    exact = plain(number)
    return str(exact) if isinstance(exact, int) else f"{exact:f}".replace(".", decimal_sign(language or "en"))


@lru_cache
def decimal_sign(language) -> str:
    """What stands before decimals in a language."""
    return get_decimal_symbol(locale_of(language, sep="-"))


def plural_of(number) -> int:
    """The number by which a message chooses its plural: one with decimals is none of a single thing."""
    return number if isinstance(number, int) else 2


def excerpt(text, words="") -> str:
    """A long text in one line of at most about 100 signs, from shortly before the first of the words on."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_EXCERPT:
        return line
    places = [place_in(line, word) for word in words.split()]
    found = min((place for place in places if place >= 0), default=0)
    start = max(0, found - LONGEST_EXCERPT // 3)
    # Where words are told apart by spaces, none is cut in two.
    start = (line.find(" ", start, found) + 1 or start) if start else 0
    part = line[start : start + LONGEST_EXCERPT]
    is_last = start + len(part) == len(line)
    if not is_last and (space := part.rfind(" ", LONGEST_EXCERPT // 2)) > 0:
        part = part[:space]
    return f"{'…' * bool(start)}{part}{'…' * (not is_last)}"


def number_of_people(names) -> int:
    """Return how many people these names of winners are; who shares a card is named as one, "Anna & Clara"."""
    return sum(len(str(name).split(AND)) for name in names)


def joined(things) -> str:
    """Things as a sentence lists them: "Anna, Ben and Chris"."""
    return _listed(tuple(map(isolated, things)), translation.get_language())


def people(names) -> str:
    """Return names as a sentence lists them; if they are one team, its people: "Anna and Clara", not "Anna & Clara"."""
    names = [names] if isinstance(names, str) else list(map(str, names))
    listed_names = names[0].split(AND) if len(names) == 1 else names
    if len(listed_names) == 2 and translation.get_language() == "ja":
        # Unicode lists all things in Japanese with a comma.
        return "と".join(map(isolated, listed_names))
    return joined(listed_names)
