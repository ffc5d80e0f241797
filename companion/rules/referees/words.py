"""Texts as a referee says them: plain dictionaries, because they also live on the phone.

Named like Django's functions, so that `makemessages` finds what they mark. Parameters come as a dictionary; one
that is a text is translated too, a list of things is joined the way the language does it.
"""


def gettext(message, params=None):
    """A text to translate."""
    return {"message": message, "params": params or {}, "plural": "", "number": 0, "context": ""}


def pgettext(context, message, params=None):
    """A text to translate that means something else, or is printed differently, in another game."""
    return {"message": message, "params": params or {}, "plural": "", "number": 0, "context": context}


def ngettext(singular, plural, number, params=None):
    """A text whose form depends on `number`, which is also a parameter of that name."""
    every = {"number": number}
    for name in params or {}:
        every[name] = params[name]
    return {"message": singular, "params": every, "plural": plural, "number": number, "context": ""}
