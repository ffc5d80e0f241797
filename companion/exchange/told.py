"""What became of a file, in sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from companion.models import Upload
from companion.models.uploads import OURS

from .album import BACK, SOURCE
from .planning import NEW


def told(upload) -> str:
    """How many of its plays or photos came in, or went again."""
    counts = upload.counts
    if upload.source == SOURCE:
        return photos_that_went(counts) if upload.state == Upload.State.UNDONE else photos_that_came(counts)
    if upload.state == Upload.State.UNDONE:
        return what_went(counts.get("went", 0), counts.get("back", 0), counts.get("stay", 0), counts.get("marks", 0))
    if upload.source == OURS:
        return of_our_own(counts.get(NEW, 0), counts.get("put_back", 0), counts.get("known", 0))
    return of_another_program(counts)


def of_our_own(added, put_back, known) -> str:
    """What became of the plays of a file, a sentence each for those that came in, came back and were here."""
    sentences = [
        ngettext("%(number)s play is new.", "%(number)s plays are new.", added) % {"number": added}
        if added
        else _("Nothing is new.")
    ]
    if put_back:
        text = ngettext("%(number)s deleted play is back.", "%(number)s deleted plays are back.", put_back)
        sentences.append(text % {"number": put_back})
    if known:
        text = ngettext("%(number)s play was here already.", "%(number)s plays were here already.", known)
        sentences.append(text % {"number": known})
    return " ".join(sentences)


def of_another_program(counts) -> str:
    """What came in with a file, a sentence each for new plays and changed ones."""
    new, changed = counts.get(NEW, 0), counts.get("renewed", 0)
    sentences = [
        ngettext("%(number)s play is in.", "%(number)s plays are in.", new) % {"number": new}
        if new
        else _("Nothing is new.")
    ]
    if changed:
        text = ngettext("%(number)s play has changed.", "%(number)s plays have changed.", changed)
        sentences.append(text % {"number": changed})
    if marks := counts.get("marks"):
        text = ngettext("%(number)s mark on a game is new.", "%(number)s marks on games are new.", marks)
        sentences.append(text % {"number": marks})
    return " ".join(sentences)


def what_went(went, back, stay, marks) -> str:
    """How many plays an import that was taken back took along, how many are as they were, and how many stay; its marks
    go with it.
    """
    text = ngettext("%(number)s play is gone again.", "%(number)s plays are gone again.", went)
    sentences = [text % {"number": went}] if went else []
    if back:
        text = ngettext("%(number)s play is as it was before.", "%(number)s plays are as they were before.", back)
        sentences.append(text % {"number": back})
    if not sentences:
        sentences = [_("The marks on games are gone again.") if marks else _("Nothing was left to take back.")]
    if stay:
        text = ngettext(
            "%(number)s play stays, as it was changed here.", "%(number)s plays stay, as they were changed here.", stay
        )
        sentences.append(text % {"number": stay})
    return " ".join(sentences)


def photos_that_came(counts) -> str:
    """What came in with a file of photos, and which of them were none."""
    new, back, spoilt = counts.get(NEW, 0), counts.get(BACK, 0), counts.get("spoilt", ())
    sentences = [ngettext("%(number)s photo is in.", "%(number)s photos are in.", new) % {"number": new}] if new else []
    if back:
        text = ngettext("%(number)s photo is back.", "%(number)s photos are back.", back)
        sentences.append(text % {"number": back})
    sentences = sentences or [_("Nothing is new.")]
    if spoilt:
        text = ngettext(
            "%(number)s is no picture that can be shown here: photo %(which)s of the file.",
            "%(number)s are no pictures that can be shown here: photos %(which)s of the file.",
            len(spoilt),
        )
        sentences.append(text % {"number": len(spoilt), "which": ", ".join(map(str, spoilt))})
    return " ".join(sentences)


def photos_that_went(counts) -> str:
    """How many photos of a file that was taken back are gone, and how many stay."""
    went, stay = counts.get("went", 0), counts.get("stay", 0)
    text = ngettext("%(number)s photo is gone again.", "%(number)s photos are gone again.", went)
    sentences = [text % {"number": went}] if went else [_("Nothing was left to take back.")]
    if stay:
        text = ngettext(
            "%(number)s photo stays, as its words were changed here.",
            "%(number)s photos stay, as their words were changed here.",
            stay,
        )
        sentences.append(text % {"number": stay})
    return " ".join(sentences)
