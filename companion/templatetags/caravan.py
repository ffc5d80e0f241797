"""Filters and tags for every template."""

import json

from babel.lists import format_list
from django import template
from django.template.loader import TemplateDoesNotExist, get_template
from django.utils import translation

from companion.texts import listed, say

register = template.Library()
register.filter("say", say)
register.filter("listed", listed)


@register.filter
def say_in(text, language):
    """A `Text` in another language than the page's."""
    with translation.override(language):
        return say(text)


@register.filter
def join_names(names):
    """Names as a sentence lists them: "Anna, Ben and Chris"."""
    return format_list([str(name) for name in names], locale=translation.get_language())


@register.filter("json")
def as_json(value):
    """The value as JSON for a data attribute; the template escapes it."""
    return json.dumps(value)


@register.simple_tag
def icon(name):
    """A picture drawn in the text's colour; nothing where there is none of this name, the word beside it remains."""
    try:
        return get_template(f"icons/{name}.svg").render()
    except TemplateDoesNotExist:
        return ""
