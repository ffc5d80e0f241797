"""Marks that a group's members put on games: they own it, like it, want to play it, or know it."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from types import MappingProxyType

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from companion.models import Mark, NamedMark

LABELS = {
    Mark.Kind.OWNED: gettext_lazy("I own it"),
    Mark.Kind.LIKED: gettext_lazy("I like it"),
    Mark.Kind.WANTED: gettext_lazy("I want to play it"),
    Mark.Kind.PLAYED: gettext_lazy("I know how to play it"),
}


# The owner of a player's marks: the id of the player's person, else the negative id of the player.
OWNER = Coalesce("person", -F("pk"))


@dataclass(frozen=True)
class MarkSummary:
    """A kind of mark on a game: how many members set it, whether the reader did, and their names in the group."""

    kind: str
    words: str | Promise
    count: int
    is_mine: bool
    names: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """The text for the group: how many set it."""
        return {
            Mark.Kind.OWNED: ngettext("%(number)s owns it", "%(number)s own it", self.count),
            Mark.Kind.LIKED: ngettext("%(number)s likes it", "%(number)s like it", self.count),
            Mark.Kind.WANTED: ngettext("%(number)s wants to play it", "%(number)s want to play it", self.count),
            Mark.Kind.PLAYED: ngettext("%(number)s knows it", "%(number)s know it", self.count),
        }[Mark.Kind(self.kind)] % {"number": self.count}


def marks_on_game(group, slug, person) -> list[MarkSummary]:
    """Return the marks of each kind on one game."""
    return marks_by_game(group, person, game_slug=slug).get(slug) or summarize_marks((), person)


def marks_by_game(group, person, **which) -> dict[str, list[MarkSummary]]:
    """Return {game slug: its marks} of all games with marks.

    A member's marks count in all their groups, those of former members don't. Imported marks belong to players.
    """
    rows: dict[str, list[tuple[str, int]]] = {}
    for slug, kind, owner in sorted(owners_of_marks(group, **which)):
        rows.setdefault(slug, []).append((kind, owner))
    names = dict(group.players.values_list(OWNER, "name")) if rows else {}
    return {slug: summarize_marks(marks, person, names) for slug, marks in rows.items()}


def owners_of_marks(group, **which):
    """Return (game slug, kind, owner) of each mark in a group; see `OWNER`."""
    own = Mark.objects.filter(person__groups=group, **which).values_list("game_slug", "kind", "person")
    named = NamedMark.objects.filter(player__group=group, **which)
    return own.union(named.values_list("game_slug", "kind", Coalesce("player__person", -F("player"))))


def marks_of_players(group, players) -> dict[int, dict[str, list[str]]]:
    """Return {player id: {kind of mark: game slugs}} for these players of a group."""
    numbers = {player.person_id or -player.pk: player.pk for player in players}
    found: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for slug, kind, owner in sorted(owners_of_marks(group)):
        if owner in numbers:
            found[numbers[owner]][kind].append(slug)
    return found


def summarize_marks(marks, person, names=MappingProxyType({})) -> list[MarkSummary]:
    """Return each kind of mark; `marks` are (kind, owner), `names` the owners' names."""
    counts = Counter(kind for kind, _ in marks)
    return [
        MarkSummary(
            kind.value,
            words,
            counts[kind],
            is_mine=(kind, person.pk) in marks,
            names=tuple(names[owner] for mark_kind, owner in marks if mark_kind == kind and owner in names),
        )
        for kind, words in LABELS.items()
    ]


def set_mark(group, slug, kind, *, person, on):
    """Set a person's mark on a game, or remove it; it counts in all their groups."""
    which = {"game_slug": slug, "kind": kind, "person": person}
    if not on:
        Mark.objects.filter(**which).delete()
        NamedMark.objects.filter(player__person=person, game_slug=slug, kind=kind).delete()
    elif not Mark.objects.filter(**which, group__members__person=person, group__deleted_at__isnull=True).exists():
        Mark.objects.get_or_create(group=group, **which)
