"""The templates that are asked for every second: compiled to Python by Jinja2, in `templates/compiled/`.

A page stands in Django's language, whatever phones ask for again and again in this one. What their names mean here is
what they mean there; `_` takes its blanks by `format`: `{{ _("Close %(stage)s")|format(stage=…) }}`.
"""

import json
from functools import cache, lru_cache
from typing import cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.template.backends.utils import csrf_input
from django.template.defaultfilters import capfirst
from django.template.loader import TemplateDoesNotExist, get_template
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment

from companion.language.texts import listed, say, say_in, translated

ENGINE = "compiled"
KNOWN_ADDRESSES = 4096


def environment(**options) -> Environment:
    """What all of them know."""
    its = Environment(trim_blocks=True, lstrip_blocks=True, **options)
    its.filters |= {"say": say, "say_in": say_in, "listed": listed, "capfirst": capfirst, "json": json.dumps}
    its.globals |= {"_": translated, "pgettext": translation.pgettext, "url": url, "icon": icon}
    return its


@cache
def its_environment() -> Environment:
    return cast(Jinja2, engines[ENGINE]).env


def fragment(name, context, request=None) -> SafeString:
    """A template of these, rendered; without a request there is no form in it."""
    of_request = {"request": request, "csrf_input": csrf_field(request)} if request else {}
    return mark_safe(its_environment().get_template(name).render(context, **of_request))


def csrf_field(request):
    """The hidden input of every form of an answer, made with the first of them; without one no cookie is set."""
    if not hasattr(request, "csrf_field"):
        request.csrf_field = SimpleLazyObject(lambda: csrf_input(request))
    return request.csrf_field


def url(name, *arguments) -> str:
    """The address of a view, as `reverse` gives it."""
    return known_url(get_script_prefix(), name, arguments)


@lru_cache(KNOWN_ADDRESSES)
def known_url(_prefix, name, arguments) -> str:
    return reverse(name, args=arguments)


@cache
def icon(name) -> SafeString:
    """A picture drawn in the text's colour; nothing where there is none of this name, the word beside it remains."""
    try:
        return mark_safe(get_template(f"icons/{name}.svg", using="django").render())
    except TemplateDoesNotExist:
        return mark_safe("")
