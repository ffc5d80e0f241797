"""What a group's members have with its games: which they own, like, want to play, or know."""

from collections import Counter
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from companion.models import Mark

# What a member says of a game.
WORDS = {
    Mark.Kind.OWNED: gettext_lazy("I own it"),
    Mark.Kind.LIKED: gettext_lazy("I like it"),
    Mark.Kind.WANTED: gettext_lazy("I want to play it"),
    Mark.Kind.PLAYED: gettext_lazy("I know it"),
}


@dataclass(frozen=True)
class Marked:
    """One kind of mark on a game: how many members put it, and whether whoever asks is one of them."""

    kind: str
    words: str | Promise
    count: int
    is_mine: bool

    @property
    def summary(self) -> str:
        """What the group is told of all who put it."""
        return {
            Mark.Kind.OWNED: ngettext("%(number)s owns it", "%(number)s own it", self.count),
            Mark.Kind.LIKED: ngettext("%(number)s likes it", "%(number)s like it", self.count),
            Mark.Kind.WANTED: ngettext("%(number)s wants to play it", "%(number)s want to play it", self.count),
            Mark.Kind.PLAYED: ngettext("%(number)s knows it", "%(number)s know it", self.count),
        }[Mark.Kind(self.kind)] % {"number": self.count}


def marks_on(group, game, person) -> list[Marked]:
    """The marks of each kind on one game."""
    return marks_in(group, person, game=game).get(game) or marked((), person)


def marks_in(group, person, **which) -> dict[str, list[Marked]]:
    """The marks on each game that has any; who has left the group no longer counts."""
    rows: dict[str, list[tuple[str, int]]] = {}
    for game, kind, owner in group.marks.filter(person__groups=group, **which).values_list("game", "kind", "person"):
        rows.setdefault(game, []).append((kind, owner))
    return {game: marked(marks, person) for game, marks in rows.items()}


def marked(marks, person) -> list[Marked]:
    """Each kind with the number of those who put it; `marks` are pairs of kind and person."""
    counts = Counter(kind for kind, _ in marks)
    return [Marked(kind.value, words, counts[kind], (kind, person.pk) in marks) for kind, words in WORDS.items()]


def set_mark(group, game, kind, *, person, on):
    """Put a member's mark on a game, or take it back; twice is once."""
    which = {"group": group, "game": game, "kind": kind, "person": person}
    if on:
        Mark.objects.get_or_create(**which)
    else:
        Mark.objects.filter(**which).delete()
