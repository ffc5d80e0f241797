"""Filters and tags for every template."""

from babel.numbers import format_decimal, format_percent
from django import template
from django.conf import settings
from django.urls import get_script_prefix
from django.utils import translation
from django.utils.translation import gettext as _

from companion.language.texts import excerpt, joined, listed, say
from companion.server.compiled import fragment, icon

register = template.Library()
register.filter("say", say)
register.filter("listed", listed)
register.filter("excerpt", excerpt)
register.filter("join_names", joined)
register.simple_tag(icon)


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


@register.tag
def once(parser, _token):
    """`{% once %}…{% endonce %}`: what depends on nothing but the language is rendered once a process."""
    inside = parser.parse(["endonce"])
    parser.delete_first_token()
    return Once(inside)


class Once(template.Node):
    """A part of a template, and how it was rendered: by the language, and the path that the site lies under."""

    def __init__(self, inside):
        self.nodelist, self.rendered = inside, {}

    def render(self, context):
        key = translation.get_language(), get_script_prefix()
        if key not in self.rendered:
            self.rendered[key] = self.nodelist.render(context)
        return self.rendered[key]


@register.simple_tag
def founding_is_open():
    """Whether anybody may found groups on this site."""
    return settings.FOUNDING != 0


@register.simple_tag
def site_links():
    """The pages that whoever runs the site has to show: (name, address)."""
    pages = [(_("Imprint"), settings.IMPRINT_URL), (_("Privacy"), settings.PRIVACY_URL)]
    return [(name, address) for name, address in pages if address]


@register.simple_tag(takes_context=True)
def compiled(context, template, **more):
    """One of the compiled templates, which knows what the template around it knows, and this."""
    return fragment(template, {**context.flatten(), **more}, context.request)
