"""The rules' texts, lists and numbers in the active language."""

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

from .folding import find_word

# Looking up a message or a locale takes longer than the rest of a sentence.
locale_of = lru_cache(Locale.parse)
LONGEST_EXCERPT = 100
# From so many characters on, the points of a list get smaller, or a line of their own.
WIDE, FAR = 5, 7
# Right-to-left scripts, which would reorder the text around them.
FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
ISOLATE, POP_ISOLATE = "\u2068", "\u2069"


def say(text) -> str:
    """Return a `Text` as a sentence in the active language; anything else as a string."""
    return say_as(text, language=translation.get_language())


def say_as(text, *, language) -> str:
    """Return a `Text` as a sentence in this language, which must be the active one; anything else as a string."""
    return _sentence(text, language) if isinstance(text, Text) else str(text)


def say_entry(field, entry) -> str:
    """Return what a field holds, as it stands in a sentence; a dash for nothing."""
    if isinstance(entry, Refused):
        return entry.typed
    return "–" if entry is None else say(field.format_value(entry)) or "–"


def say_in(text, language) -> str:
    """Return a `Text` as a sentence in another language; anything else as a string."""
    with translation.override(language):
        return say(text)


def say_problem(problem) -> str:
    """Return a problem as a sentence of its own."""
    return capfirst(say(problem.message))


def show_problems(request, problems):
    """Show these problems on the next page."""
    for problem in problems:
        messages.error(request, say_problem(problem))


def show_deleted(request, sentence, *, put_back):
    """Show on the next page that something was deleted, with a button that restores it at the URL `put_back`."""
    messages.success(request, sentence, extra_tags=put_back)


def _sentence(text, language):
    template, params, plural, number, context, words = text
    if words:
        # The keys are the first two letters of a language.
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


def cached_gettext(message) -> str:
    """Return what `gettext` returns, cached for each language."""
    return _message(message, "", 0, "", translation.get_language())


@lru_cache(maxsize=10_000)
def _message(message, plural, number, context, language):
    """Return the translation of a message in `language`, which must be the active one."""
    if plural:
        return translation.ngettext(message, plural, number)
    if context:
        return translation.pgettext(context, message)
    return translation.gettext(message)


def _in_sentence(things, language):
    """Return things as a list in a sentence: "Ben, Dora and Max"."""
    sentences = tuple([_sentence(thing, language) if type(thing) is Text else isolated(thing) for thing in things])
    return sentences[0] if len(sentences) == 1 else _listed(sentences, language)


def _listed(things, language):
    return _form_of_list(len(things), language) % things


@lru_cache(maxsize=1_000)
def _form_of_list(number, language):
    """Return the pattern of a list of so many things, with %s for each. Babel takes long to build it."""
    return format_list(("%s",) * number, locale=locale_of(language or "en"))


def listed(things) -> str:
    """Return things separated as the language does: "Ben, Dora, Max"."""
    return translation.pgettext("between the things of a list", ", ").join(isolated(thing) for thing in things)


def gained(points) -> str:
    """Return points with their sign: +5, +0, −5."""
    return minus(points) if points < 0 else f"+{minus(points)}"


def minus(number) -> str:
    """Return a number, or a text in place of one, with a true minus sign: 5, 0, −5, 10.5 (10,5 in German), –."""
    return figure_in(number, translation.get_language()).replace("-", "−")


def or_dash(number) -> str:
    """Return a number as `minus` writes it, and a dash for one that nobody knows (None)."""
    return "–" if number is None else minus(number)


def format_rounded(number, *, digits: int) -> str:
    """Return a number with at most so many digits after the point; a half goes away from 0. 8.5, 6.13, −3, 1006."""
    step = Decimal(1).scaleb(-digits)
    exact = number if isinstance(number, Decimal) else Decimal(str(number))
    # More digits than points and their averages have; 0 has no sign.
    with localcontext(Context(prec=40)):
        return minus(plain(exact.quantize(step, ROUND_HALF_UP) + 0))


def points_or_nothing(points) -> str:
    """Return points as people read them; "" for None."""
    return "" if points is None else minus(points)


def figure_size(points) -> str:
    """Return the class, after a space, of points with many characters: " wide" from WIDE on, " far" from FAR on."""
    signs = len(points_or_nothing(points))
    return " far" if signs >= FAR else " wide" if signs >= WIDE else ""


def points_in_words(number) -> str:
    """Return points in words: "1 point", "10.5 points"."""
    words = translation.ngettext("%(number)s point", "%(number)s points", plural_of(number))
    return words % {"number": minus(number)}


def word_for_points(number) -> str:
    """Return what so many points are called, without their number: "point", "points"."""
    return translation.npgettext("beneath the total of a result", "point", "points", plural_of(number))


def describe_lead(points, winners) -> str:
    """Return the lead of the winners in words: "wins by 3 points", for several people "win by 3 points"."""
    several = number_of_people(winners) > 1
    words = (
        translation.ngettext("win by %(points)s point", "win by %(points)s points", plural_of(points))
        if several
        else translation.ngettext("wins by %(points)s point", "wins by %(points)s points", plural_of(points))
    )
    return words % {"points": minus(points)}


def figure_in(number, language) -> str:
    """Return a number, or a text in place of one, in the format of a language, but with an ASCII minus."""
    if type(number) is not Decimal:
        return str(number)
    exact = plain(number)
    return str(exact) if isinstance(exact, int) else f"{exact:f}".replace(".", decimal_sign(language or "en"))


@lru_cache
def decimal_sign(language) -> str:
    """Return the decimal separator of a language."""
    return get_decimal_symbol(locale_of(language, sep="-"))


def plural_of(number) -> int:
    """Return the number that chooses a message's plural; one with decimals is never singular."""
    return number if isinstance(number, int) else 2


def excerpt(text, words="") -> str:
    """Return a text as one line of at most about 100 characters, from shortly before the first of the words on."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_EXCERPT:
        return line
    places = [find_word(line, word) for word in words.split()]
    found = min((place for place in places if place >= 0), default=0)
    start = max(0, found - LONGEST_EXCERPT // 3)
    # Don't cut a word between spaces.
    start = (line.find(" ", start, found) + 1 or start) if start else 0
    part = line[start : start + LONGEST_EXCERPT]
    is_last = start + len(part) == len(line)
    if not is_last and (space := part.rfind(" ", LONGEST_EXCERPT // 2)) > 0:
        part = part[:space]
    return f"{'…' * bool(start)}{part}{'…' * (not is_last)}"


def number_of_people(names) -> int:
    """Return how many people these names of winners are; who shares a card is named as one, "Anna & Clara"."""
    return sum(len(str(name).split(AND)) for name in names)


def join_and(things) -> str:
    """Return things as a list in a sentence: "Anna, Ben and Chris"."""
    return _listed(tuple(map(isolated, things)), translation.get_language())


def people(names) -> str:
    """Return names as a sentence lists them; if they are one team, its people: "Anna and Clara", not "Anna & Clara"."""
    names = [names] if isinstance(names, str) else list(map(str, names))
    listed_names = names[0].split(AND) if len(names) == 1 else names
    if len(listed_names) == 2 and translation.get_language() == "ja":
        # Unicode's Japanese lists only have commas.
        return "と".join(map(isolated, listed_names))
    return join_and(listed_names)
