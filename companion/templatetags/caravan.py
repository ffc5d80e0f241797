"""Filters and tags for every template."""

import json
from decimal import ROUND_HALF_UP, Decimal
from html import unescape

from babel.numbers import format_percent
from django import template
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format
from django.utils.html import format_html, strip_tags
from django.utils.safestring import mark_safe
from django.utils.text import capfirst

from companion.access.links import demo_invitation
from companion.core.icons import (
    crowding,
    disc,
    emblem,
    icon,
    level_names,
    runs_down,
    site_links,
    widest_figure,
    widest_total,
)
from companion.core.language.folding import find_word, fold
from companion.core.language.hyphens import divide, hyphenate, hyphenate_in
from companion.core.language.short_names import letters_across
from companion.core.language.sums import prevent_breaks
from companion.core.language.texts import (
    describe_lead,
    excerpt,
    figure_size,
    format_rounded,
    gained,
    isolated,
    join_and,
    listed,
    minus,
    number_of_people,
    or_dash,
    people,
    points_in_words,
    points_or_nothing,
    say,
    say_in,
    word_for_points,
)
from companion.core.styles import page_icon, stylesheets
from companion.plays.pages.save_answers import late_together

# Characters of a headline's longest word and its points that fit in a line of the largest letters, and of smaller
# ones; and its total length at the largest.
OF_THE_LARGEST, OF_LONG_ONES, LONGEST_HEADLINE = 10, 13, 9
# Longer titles are tight beside a game's emblem.
SHORT_TITLE, SHORT_TITLE_JA = 12, 8

register = template.Library()
register.filter("say", say)
register.filter("say_in", say_in)
register.filter("hyphenated_in", hyphenate_in)
register.filter("listed", listed)
register.filter("isolated", isolated)
register.filter("gained", gained)
register.filter("minus", minus)
register.filter("dashed", or_dash)
register.filter("points", points_or_nothing)
register.filter("points_in_words", points_in_words)
register.filter("word_for_points", word_for_points)
register.filter("won_by", describe_lead)
register.filter("figure_size", figure_size)
register.filter("excerpt", excerpt)
register.filter("join_names", join_and)
register.filter("number_of_people", number_of_people)
register.filter("people", people)
register.filter("hyphenated", hyphenate)
register.filter("divided", divide)
register.filter("in_one_line", prevent_breaks)
register.filter("crowding", crowding)
register.filter("level_names", level_names)
register.filter("widest_figure", widest_figure)
register.filter("widest_total", widest_total)
register.filter("runs_down", runs_down)
register.filter("json", json.dumps)
register.filter(late_together)
register.simple_tag(icon)
register.simple_tag(emblem)
register.simple_tag(disc)
register.simple_tag(demo_invitation)
register.simple_tag(site_links)
register.simple_tag(page_icon)
register.simple_tag(stylesheets)


@register.filter
def percent(part):
    """Return a part of 1 as people read it: 61%, in German 61 %; a half goes up, 63% of 0.625."""
    whole_percent = Decimal(str(part)).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return format_percent(whole_percent, locale=translation.get_language())


@register.filter
def short(number):
    """Return a number with at most two decimals: 8.5, 8.33, 9, 1006."""
    return format_rounded(number, digits=2)


@register.filter
def short_tenth(number):
    """Return a number with at most one decimal: 6.3, 7."""
    return format_rounded(number, digits=1)


@register.filter
def whole(number):
    """Return a number without decimals: 29, −3."""
    return format_rounded(number, digits=0)


@register.filter
def signed(number):
    """Return a difference with its sign and at most two digits after the point: +41, −1.25, 0; nothing for None."""
    if number is None:
        return ""
    words = format_rounded(number, digits=2)
    return words if words == "0" or words.startswith("−") else f"+{words}"


@register.filter
def headline_size(words, points):
    """Return the classes, after a space, that shrink a headline so that none of its words breaks beside these points.

    Long points are put below it.
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
    """Return a day's month as one letter, such as J for January, or in Japanese as its number."""
    name = date_format(day, "M")
    return str(day.month) if name[0].isdigit() else name[0]


@register.filter
def highlight(title, words):
    """Return a title with the found words in `<mark>`."""
    start = find_word(title, words) if words else -1
    if start < 0:
        return hyphenate(title)
    ends = (end for end in range(start + 1, len(title)) if fold(words) in fold(title[start:end]))
    end = next(ends, len(title))
    return format_html("{}<mark>{}</mark>{}", title[:start], title[start:end], title[end:])


@register.filter
def at_key(mapping, key):
    """Return the value of a key that is a variable in the template; None if it is missing."""
    return mapping.get(key)


@register.filter
def brings_with(item, options):
    """Return the points of an item under these options; None without an item."""
    return item.brings_with(options) if item else None


@register.filter
def supply_for(field, seats):
    """Return the supply of a field for so many seats; None if it is unlimited."""
    return field.supply_for(seats)


@register.filter
def reason_of(line, item):
    """Return the reason of a line after the label of its row, unless the reason begins with that."""
    label, reason = capfirst(say(item.label)), say(line.reason)
    return reason if capfirst(reason).startswith(label) else f"{label}: {reason}"


@register.filter
def belongs_to(seat, person):
    """Return whether a seat belongs to a person."""
    return seat.belongs_to(person)


@register.filter
def has_comparison(rows):
    """Return whether any of these rows of a scored sheet is a comparison between seats."""
    return any(row.item.compared for row in rows or ())


@register.simple_block_tag
def page_title(content):
    """Return a page's `<h1>`: an emblem, if any, and words in a span. Long words beside an emblem get a class."""
    sign, _, words = content.partition("<span>")
    room = SHORT_TITLE_JA if translation.get_language() == "ja" else SHORT_TITLE
    is_long = sign.strip() and len(unescape(strip_tags(words)).replace("\xad", "").strip()) > room
    return format_html("<h1{}>{}</h1>", mark_safe(' class="long"' if is_long else ""), content)


@register.simple_tag
def data_site() -> str:
    """Return the attribute of `<html>` by which scripts name what they store, if the site is below a path."""
    return format_html(' data-site="{}"', settings.SITE_SUFFIX) if settings.SITE_SUFFIX else ""


@register.simple_tag
def gap():
    """Return the space between two sentences of a line, which Japanese doesn't have."""
    return "" if translation.get_language() == "ja" else " "


@register.simple_tag
def founding_is_open():
    """Return whether everyone may create groups on this site."""
    return settings.FOUNDING != 0
