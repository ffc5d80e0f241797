"""Filters and tags for every template."""

import json
from functools import cache

from babel.numbers import format_decimal, format_percent
from django import template
from django.conf import settings
from django.template.loader import TemplateDoesNotExist, get_template
from django.utils import translation
from django.utils.translation import gettext as _

from companion.language.texts import excerpt, joined, listed, say

register = template.Library()
register.filter("say", say)
register.filter("listed", listed)
register.filter("excerpt", excerpt)
register.filter("join_names", joined)


@register.filter
def say_in(text, language):
    """A `Text` in another language than the page's."""
    with translation.override(language):
        return say(text)


@register.filter
def percent(part):
    """A part of 1 as people read it: 61%, in German 61 %."""
    return format_percent(part, locale=translation.get_language())


@register.filter
def short(number):
    """A number with as many digits after the point as it needs, two at most: 8.5, 8.33, 9."""
    return format_decimal(number, "#,##0.##", locale=translation.get_language())


@register.filter
def at_key(mapping, key):
    """What a mapping has for a key that a template knows by another name."""
    return mapping.get(key)


@register.filter("json")
def as_json(value):
    """The value as JSON for a data attribute; the template escapes it."""
    return json.dumps(value)


@register.simple_tag
def founding_is_open():
    """Whether anybody may found groups on this site."""
    return settings.FOUNDING != 0


@register.simple_tag
def site_links():
    """The pages that whoever runs the site has to show: (name, address)."""
    pages = [(_("Imprint"), settings.IMPRINT_URL), (_("Privacy"), settings.PRIVACY_URL)]
    return [(name, address) for name, address in pages if address]


@register.simple_tag
@cache
def icon(name):
    """A picture drawn in the text's colour; nothing where there is none of this name, the word beside it remains."""
    try:
        return get_template(f"icons/{name}.svg").render()
    except TemplateDoesNotExist:
        return ""


@register.filter
def card_value(symbol, points):
    """A card of a display as an option's value, as the field reads it: `well 1`."""
    return f"{symbol} {points}"


@register.filter
def places(bound):
    """(number from 1, the card's value or nothing) of each place of a display, row by row."""
    kit = bound.field.kit
    rows = [row.split(",") for row in (bound.value() or "").split("/")]
    for place in range(kit.most_rows * kit.row_length):
        row, column = divmod(place, kit.row_length)
        card = rows[row][column].strip() if row < len(rows) and column < len(rows[row]) else ""
        yield place + 1, card


@register.filter
def things(bound, owners):
    """(thing, whether it is picked here, who else owns it) of each thing of a field."""
    picked = (bound.value() or "").split()
    owned = (owners or {}).get(bound.name, {})
    for thing in bound.field.kit.things:
        yield thing, thing.key in picked, owned.get(thing.key)
