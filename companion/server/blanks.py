"""An answer that many are sent, made once: what is each phone's own is a blank in it until it is filled in."""

import re
import secrets
from collections.abc import Mapping

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

# Nobody can write it into what a page shows.
MARK = secrets.token_hex(16)
LINES = re.compile(r"\s*\n\s*")


class Blanks:
    """What a template is given in place of what is a phone's own: under each name a blank that is called so."""

    def __getitem__(self, name) -> SafeString:
        return mark_safe(f"{MARK}{name}{MARK}")


def without_empty_lines(html: str) -> SafeString:
    """An answer without the lines on which only tags of its templates stood."""
    return mark_safe(LINES.sub("\n", html))


def filled(html: str, own: Mapping) -> str:
    """An answer with these in its blanks; what is not safe HTML is escaped, as a template does."""
    pieces = html.split(MARK)
    pieces[1::2] = [conditional_escape(own[name]) for name in pieces[1::2]]
    return "".join(pieces)
