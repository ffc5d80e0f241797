"""The templates that are asked for every second: compiled to Python by Jinja2, in `templates/compiled/`.

A page stands in Django's language, whatever phones ask for again and again in this one, and the frame of all pages.
What their names mean here is what they mean there; `_` takes its blanks by `format`:
`{{ _("Close %(stage)s")|format(stage=…) }}`.
"""

import json
import re
from collections.abc import Callable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import ClassVar, cast, override

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.middleware.csrf import get_token
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.template.defaultfilters import capfirst, date
from django.template.loader import TemplateDoesNotExist, get_template
from django.urls import get_script_prefix, reverse
from django.utils import translation
from django.utils.functional import SimpleLazyObject, cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from jinja2 import Environment, FileSystemBytecodeCache, nodes
from jinja2.visitor import NodeTransformer

from companion.language.hyphens import hyphenated
from companion.language.sums import in_one_line
from companion.language.texts import (
    dashed,
    gained,
    isolated,
    listed,
    minus,
    points_or_nothing,
    say,
    say_as,
    say_in,
    translated,
)

from .styles import stylesheets

ENGINE = "compiled"
# What a sheet of so many columns, and more, is called by its look (`many.css`).
CROWDED = {6: "many", 9: "crowded", 11: "fullest"}
KNOWN_ADDRESSES = 4096
INDENTED = re.compile(r"^[ \t]+", re.MULTILINE)


class Spoken(NodeTransformer):
    """Puts the texts of a template in the active language where they are asked for."""

    its_texts: ClassVar[dict[str, Callable]] = {"_": translated, "pgettext": translation.pgettext}

    def visit_Call(self, node):
        self.generic_visit(node)
        said = isinstance(node.node, nodes.Name) and self.its_texts.get(node.node.name)
        if not said or not all(isinstance(each, nodes.Const) for each in node.args):
            return node
        return nodes.Const(said(*(each.value for each in node.args)), lineno=node.lineno)


class SpokenEnvironment(Environment):
    """Compiles a template in the language of the moment: what it says does not have to be looked up with each page.

    Lines are not indented: no phone needs that, and it is packed and sent with each page.
    """

    @override
    def preprocess(self, source, *where):
        return INDENTED.sub("", super().preprocess(source, *where))

    @override
    def _generate(self, source, *where, **how):
        return super()._generate(Spoken().visit(source), *where, **how)


def environment(**options) -> Environment:
    """What all of them know."""
    its = SpokenEnvironment(trim_blocks=True, lstrip_blocks=True, **options)
    its.filters |= {"say_in": say_in, "listed": listed, "capfirst": capfirst, "hyphenated": hyphenated}
    its.filters["isolated"] = isolated
    its.filters |= {"date": date, "json": json.dumps, "gained": gained, "minus": minus, "dashed": dashed}
    its.filters |= {"points": points_or_nothing, "in_one_line": in_one_line}
    its.filters |= {"crowding": crowding, "widest_figure": widest_figure, "runs_down": runs_down}
    its.globals |= {"url": url, "static": static, "stylesheets": stylesheets}
    its.globals |= {"site_links": site_links, "icon": icon, "emblem": emblem, "disc": disc}
    return its


class CompiledBefore(FileSystemBytecodeCache):
    """What `prepare` has kept is only read by whoever serves: no page depends on whether it can be written."""

    @override
    def dump_bytecode(self, bucket):
        pass


@cache
def in_language(language) -> Environment:
    """The templates as they are compiled in a language, which is the active one."""
    folder = kept_templates()
    # While they are written nothing is kept.
    return compiling(language, CompiledBefore(str(folder / language)) if folder and not settings.DEBUG else None)


def compiling(language, bytecode_cache) -> Environment:
    """The same, with what keeps them as they are compiled, if anything."""
    its = cast(Jinja2, engines[ENGINE]).env.overlay(bytecode_cache=bytecode_cache)
    its.filters = its.filters | {"say": partial(say_as, language=language)}
    its.globals = its.globals | {"language_code": language}
    return its


def kept_templates() -> Path | None:
    """The folder of what templates are compiled to, by the code and the words they were last prepared for, if any.

    Whether a template itself has changed since is looked up with each.
    """
    stamp = settings.DATA / "static.stamp"
    return settings.DATA / "compiled" / stamp.read_text()[:12] if stamp.exists() else None


def fragment(name, context, request=None) -> SafeString:
    """A template of these, rendered; without a request there is no form in it."""
    template = in_language(translation.get_language()).get_template(name)
    return mark_safe(template.render(context, **of_request(request)))


def macros(name):
    """What a template of these declares for others, each to be called as there."""
    return in_language(translation.get_language()).get_template(name).module


def framed(blocks, context, request=None) -> SafeString:
    """The frame of all pages (`frame.html`), in which these blocks, `{name: what renders it}`, replace its own."""
    template = in_language(translation.get_language()).get_template("frame.html")
    # What a page calls by a name that the frame has too is the page's own affair.
    its = template.new_context({**context, **template.environment.globals, **of_request(request)})
    its.blocks |= {name: [as_block(render)] for name, render in blocks.items()}
    return mark_safe("".join(template.root_render_func(its)))


def as_block(render):
    """A block as a compiled template has them, which is what this function renders."""

    def block(_context):
        yield render()

    return block


def of_request(request) -> dict:
    """What a template has of a request: itself, and the token of its forms; nothing without a request."""
    return {"request": request, "csrf_input": CsrfField(request)} if request else {}


class CsrfField:
    """The hidden input of every form of an answer, made with the first of them; without one no cookie is set."""

    def __init__(self, request):
        self.request = request

    def __html__(self):
        return self.html

    @cached_property
    def html(self) -> str:
        """The input as it stands in a form."""
        return f'<input type="hidden" name="csrfmiddlewaretoken" value="{one_token(self.request)["csrf_token"]}">'


def one_token(request) -> dict:
    """For every template: the token of the forms of an answer, one for those in either language."""
    if not hasattr(request, "csrf_token"):
        request.csrf_token = SimpleLazyObject(lambda: get_token(request))
    return {"csrf_token": request.csrf_token}


def url(name, *arguments) -> str:
    """The address of a view, as `reverse` gives it."""
    return known_url(get_script_prefix(), name, arguments)


@lru_cache(KNOWN_ADDRESSES)
def known_url(_prefix, name, arguments) -> str:
    """The address of a view; `_prefix`: the path below which the site is served, for which alone it is right."""
    return reverse(name, args=arguments)


def static(name) -> str:
    """The address of a static file, as the tag of Django's language gives it."""
    return staticfiles_storage.url(name)


def site_links() -> list[tuple[str, str]]:
    """The pages that whoever runs the site has to show: (name, address)."""
    pages = [(_("Imprint"), settings.IMPRINT_URL), (_("Privacy"), settings.PRIVACY_URL)]
    return [(name, address) for name, address in pages if address]


@cache
def icon(name) -> SafeString:
    """A picture drawn in the text's colour; nothing where there is none of this name, the word beside it remains."""
    try:
        return mark_safe(get_template(f"icons/{name}.svg", using="django").render())
    except TemplateDoesNotExist:
        return mark_safe("")


def crowding(columns: int) -> str:
    """The classes, each after a space, by which a sheet of so many columns is drawn narrower; none up to five."""
    return "".join(f" {name}" for least, name in CROWDED.items() if columns >= least)


def widest_figure(columns, rows) -> int:
    """Return how many signs the longest figure of a scored sheet has."""
    figures = [figure for each in columns for figure in (each.rank.points, each.rank.gained)]
    figures += [figure for row in rows for cell in row.cells for figure in (cell.line.amount, cell.line.points)]
    return max((len(points_or_nothing(figure)) for figure in figures), default=0)


def runs_down(signs: int, columns: int) -> bool:
    """Return whether a phone shows figures of so many signs upright, since a column has no room for them across."""
    return signs >= {1: 99, 2: 99, 3: 10, 4: 8}.get(columns, 7)


def disc(of, size="") -> SafeString:
    """A person's disc (`companion.language.discs`): "small", "large", "largest", or of the usual size."""
    look = f" p{of.colour}" * bool(of.colour) + f" {size}" * bool(size)
    return format_html('<span class="disc{}" aria-hidden="true">{}</span>', look, of.letters)


def emblem(game) -> SafeString:
    """The sign of a game on its spot colour; a game for which none is drawn has the first letter of its name."""
    return icon(f"emblems/{game.emblem}") or format_html(
        '<span class="emblem" aria-hidden="true">{}</span>', say(game.title)[:1]
    )
