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
        ngettext("%(number)s play added.", "%(number)s plays added.", added) % {"number": added}
        if added
        else _("Nothing new.")
    ]
    if put_back:
        text = ngettext("%(number)s deleted play restored.", "%(number)s deleted plays restored.", put_back)
        sentences.append(text % {"number": put_back})
    if known:
        text = ngettext("%(number)s play was already here.", "%(number)s plays were already here.", known)
        sentences.append(text % {"number": known})
    return " ".join(sentences)


def of_another_program(counts) -> str:
    """What came in with a file, a sentence each for new plays and changed ones."""
    new, changed = counts.get(NEW, 0), counts.get("renewed", 0)
    sentences = [
        ngettext("%(number)s play imported.", "%(number)s plays imported.", new) % {"number": new}
        if new
        else _("Nothing new.")
    ]
    if changed:
        text = ngettext("%(number)s play updated.", "%(number)s plays updated.", changed)
        sentences.append(text % {"number": changed})
    if marks := counts.get("marks"):
        text = ngettext("%(number)s mark on a game is new.", "%(number)s marks on games are new.", marks)
        sentences.append(text % {"number": marks})
    return " ".join(sentences)


def what_went(went, back, stay, marks) -> str:
    """How many plays an import that was taken back took along, how many are as they were, and how many stay; its marks
    go with it.
    """
    text = ngettext("%(number)s play removed again.", "%(number)s plays removed again.", went)
    sentences = [text % {"number": went}] if went else []
    if back:
        text = ngettext("%(number)s play reverted.", "%(number)s plays reverted.", back)
        sentences.append(text % {"number": back})
    if not sentences:
        sentences = [_("The marks on games were removed again.") if marks else _("Nothing left to undo.")]
    if stay:
        text = ngettext(
            "%(number)s play unchanged because it was edited here.",
            "%(number)s plays unchanged because they were edited here.",
            stay,
        )
        sentences.append(text % {"number": stay})
    return " ".join(sentences)


def photos_that_came(counts) -> str:
    """What came in with a file of photos, and which of them were none."""
    new, back, spoilt = counts.get(NEW, 0), counts.get(BACK, 0), counts.get("spoilt", ())
    sentences = (
        [ngettext("%(number)s photo imported.", "%(number)s photos imported.", new) % {"number": new}] if new else []
    )
    if back:
        text = ngettext("%(number)s photo restored.", "%(number)s photos restored.", back)
        sentences.append(text % {"number": back})
    sentences = sentences or [_("Nothing new.")]
    if spoilt:
        text = ngettext(
            "%(number)s isn’t an image Caravan can show: photo %(which)s of the file.",
            "%(number)s aren’t images Caravan can show: photos %(which)s of the file.",
            len(spoilt),
        )
        sentences.append(text % {"number": len(spoilt), "which": ", ".join(map(str, spoilt))})
    return " ".join(sentences)


def photos_that_went(counts) -> str:
    """How many photos of a file that was taken back are gone, and how many stay."""
    went, stay = counts.get("went", 0), counts.get("stay", 0)
    text = ngettext("%(number)s photo removed again.", "%(number)s photos removed again.", went)
    sentences = [text % {"number": went}] if went else [_("Nothing left to undo.")]
    if stay:
        text = ngettext(
            "%(number)s photo stays, as its words were changed here.",
            "%(number)s photos stay, as their words were changed here.",
            stay,
        )
        sentences.append(text % {"number": stay})
    return " ".join(sentences)
