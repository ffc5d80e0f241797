"""What somebody's next page says, because another phone took what was theirs."""

from django.contrib.auth import SESSION_KEY
from django.utils.translation import gettext as _

from . import phones


def notices(request) -> dict:
    """For every whole page: the sentences that it is to say, once. A fragment leaves them to the next page."""
    # What a script fetches to keep it for later is not seen now. Without https browsers do not say what they fetch.
    is_seen = not request.htmx and request.headers.get("Sec-Fetch-Dest", "document") == "document"
    if not is_seen or SESSION_KEY not in request.session:
        return {}
    return {"notices": [sentence(told) for told in phones.what_was_told(request)]}


def sentence(told) -> str:
    """What was told, in the reader's language."""
    if told["what"] == "seat":
        text = _("Another phone enters for %(name)s now. If that is wrong, choose your seats again.")
    else:
        text = _("The name %(name)s belongs to another phone now. If that is wrong, take it back among the members.")
    return text % {"name": told["name"]}
