"""Filters and tags for every template."""

from functools import partial

from babel.numbers import format_percent
from django import template
from django.conf import settings
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.utils import translation
from django.utils.formats import date_format
from django.utils.html import format_html

from companion.language.folding import folded, place_in
from companion.language.hyphens import divided, hyphenated
from companion.language.short_names import letters_across
from companion.language.sums import in_one_line
from companion.language.texts import (
    excerpt,
    figure_size,
    gained,
    isolated,
    joined,
    listed,
    minus,
    number_of_people,
    points_in_words,
    points_or_nothing,
    rounded,
    say,
    won_by,
)
from companion.server.compiled import crowding, disc, emblem, fragment, framed, icon

# How many signs of a headline's longest word and its points have room in a line of the largest letters, and of smaller
# ones; and how long it may be on the whole to be of the largest.
OF_THE_LARGEST, OF_LONG_ONES, LONGEST_HEADLINE = 10, 13, 9

register = template.Library()
register.filter("say", say)
register.filter("listed", listed)
register.filter("isolated", isolated)
register.filter("gained", gained)
register.filter("minus", minus)
register.filter("points", points_or_nothing)
register.filter("points_in_words", points_in_words)
register.filter("won_by", won_by)
register.filter("figure_size", figure_size)
register.filter("excerpt", excerpt)
register.filter("join_names", joined)
register.filter("number_of_people", number_of_people)
register.filter("hyphenated", hyphenated)
register.filter("divided", divided)
register.filter("in_one_line", in_one_line)
register.filter("crowding", crowding)
register.simple_tag(icon)
register.simple_tag(emblem)
register.simple_tag(disc)


@register.filter
def percent(part):
    """A part of 1 as people read it: 61%, in German 61 %."""
    return format_percent(part, locale=translation.get_language())


@register.filter
def short(number):
    """A number with as many digits after the point as it needs, two at most: 8.5, 8.33, 9, 1006."""
    return rounded(number, digits=2)


@register.filter
def short_tenth(number):
    """A number with at most one digit after the point: 6.3, 7."""
    return rounded(number, digits=1)


@register.filter
def whole(number):
    """Return a number without decimals: 29, −3."""
    return rounded(number, digits=0)


@register.filter
def signed(number):
    """Return a difference with its sign and at most two digits after the point: +41, −1.25, 0; nothing for None."""
    if number is None:
        return ""
    words = rounded(number, digits=2)
    return words if words == "0" or words.startswith("−") else f"+{words}"


@register.filter
def headline_size(words, points):
    """The class, after a space, by which a headline is so small that no word of it breaks beside these points.

    Points of many signs stand beneath it.
    """
    signs = letters_across([words])
    if figure_size(points) == " far":
        return " apart" + (" long longer" if signs > OF_LONG_ONES else " long" if signs > OF_THE_LARGEST else "")
    signs += len(points_or_nothing(points))
    if signs > OF_LONG_ONES:
        return " long longer"
    return " long" if signs > OF_THE_LARGEST or len(words) > LONGEST_HEADLINE else ""


@register.filter
def month_letter(day):
    """The month of a day in one letter, as J for January, or in Japanese its number."""
    name = date_format(day, "M")
    return str(day.month) if name[0].isdigit() else name[0]


@register.filter
def marking(title, words):
    """A title in which the words that a search found are marked."""
    start = place_in(title, words) if words else -1
    if start < 0:
        return hyphenated(title)
    ends = (end for end in range(start + 1, len(title)) if folded(words) in folded(title[start:end]))
    end = next(ends, len(title))
    return format_html("{}<mark>{}</mark>{}", title[:start], title[start:end], title[end:])


@register.filter
def at_key(mapping, key):
    """What a mapping has for a key that a template knows by another name."""
    return mapping.get(key)


@register.tag
def frame(_parser, _token):
    """`{% frame %}`: the frame of every page around the blocks of this one."""
    return Frame()


class Frame(template.Node):
    """The frame, in the compiled engine (`templates/compiled/frame.html`); what its blocks are by default stands there.

    A block that stands within a block of the page is rendered with that.
    """

    def render(self, context):
        found = context.render_context[BLOCK_CONTEXT_KEY]
        blocks = {name: partial(found.get_block(name).render_annotated, context) for name in found.blocks}
        return framed(blocks, context.flatten(), getattr(context, "request", None))


@register.simple_tag
def gap():
    """What stands between two sentences of a line: a space, but nothing in Japanese, whose full stop brings its own."""
    return "" if translation.get_language() == "ja" else " "


@register.simple_tag
def founding_is_open():
    """Whether anybody may found groups on this site."""
    return settings.FOUNDING != 0


@register.simple_tag(takes_context=True)
def compiled(context, template, **more):
    """One of the compiled templates, which knows what the template around it knows, and this."""
    return fragment(template, {**context.flatten(), **more}, getattr(context, "request", None))
