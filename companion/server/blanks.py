"""A text that many are shown, made once: what is each reader's own is a blank in it until it is filled in."""

import re
import secrets
from collections.abc import Mapping

from django.utils.safestring import SafeString, mark_safe
from markupsafe import escape

from .begun import Beginning, Begun

# Nobody can write it into what a page shows.
MARK = secrets.token_hex(16)
BLANK = re.compile(f"{MARK}(.*?){MARK}")


class Blanks:
    """What a template is given in place of what is a reader's own: under each name a blank that is called so."""

    def __getitem__(self, name) -> SafeString:
        return mark_safe(f"{MARK}{name}{MARK}")


class Pattern:
    """A text that was made with `Blanks`."""

    def __init__(self, text):
        self.before, *self.pieces = BLANK.split(text)
        self.beginning = Beginning(self.before)

    def filled(self, own: Mapping) -> str:
        """The text with these in its blanks; what is not safe HTML is escaped, as a template does."""
        return self.before + self.rest(own)

    def answer(self, own: Mapping) -> Begun:
        """The same as an answer."""
        return Begun(self.beginning, self.rest(own))

    def rest(self, own: Mapping) -> str:
        """What comes from the first blank on."""
        pieces, safe = self.pieces.copy(), {name: escape(each) for name, each in own.items()}
        pieces[::2] = [safe[name] for name in pieces[::2]]
        return "".join(pieces)
