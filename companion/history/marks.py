"""What a group's members have with its games: which they own, like, want to play, or know."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from types import MappingProxyType

from django.db.models import F
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

from companion.models import Mark, NamedMark

# What a member says of a game.
WORDS = {
    Mark.Kind.OWNED: gettext_lazy("I own it"),
    Mark.Kind.LIKED: gettext_lazy("I like it"),
    Mark.Kind.WANTED: gettext_lazy("I want to play it"),
    Mark.Kind.PLAYED: gettext_lazy("I know how to play it"),
}


# The owner of a player's marks: the person who has said "this is me", else the player, as a number below 0.
OWNER = Coalesce("person", -F("pk"))


@dataclass(frozen=True)
class Marked:
    """One kind of mark on a game: how many members put it, whether whoever asks is one of them, and the names that
    those members have in the group.
    """

    kind: str
    words: str | Promise
    count: int
    is_mine: bool
    names: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """What the group is told of all who put it."""
        return {
            Mark.Kind.OWNED: ngettext("%(number)s owns it", "%(number)s own it", self.count),
            Mark.Kind.LIKED: ngettext("%(number)s likes it", "%(number)s like it", self.count),
            Mark.Kind.WANTED: ngettext("%(number)s wants to play it", "%(number)s want to play it", self.count),
            Mark.Kind.PLAYED: ngettext("%(number)s knows it", "%(number)s know it", self.count),
        }[Mark.Kind(self.kind)] % {"number": self.count}


def marks_on(group, slug, person) -> list[Marked]:
    """The marks of each kind on one game."""
    return marks_in(group, person, game_slug=slug).get(slug) or marked((), person)


def marks_in(group, person, **which) -> dict[str, list[Marked]]:
    """The marks on each game that has any, in whichever of their groups the members put them; who has left the group
    no longer counts. Marks that came with a file are of the group's names.
    """
    rows: dict[str, list[tuple[str, int]]] = {}
    for slug, kind, owner in sorted(owners_of_marks(group, **which)):
        rows.setdefault(slug, []).append((kind, owner))
    names = dict(group.players.values_list(OWNER, "name")) if rows else {}
    return {slug: marked(its_marks, person, names) for slug, its_marks in rows.items()}


def owners_of_marks(group, **which):
    """(game, kind, owner) of each mark in a group; the owner is a person, or a name that is nobody's, as `OWNER`."""
    own = Mark.objects.filter(person__groups=group, **which).values_list("game_slug", "kind", "person")
    named = NamedMark.objects.filter(player__group=group, **which)
    return own.union(named.values_list("game_slug", "kind", Coalesce("player__person", -F("player"))))


def marks_of_players(group, players) -> dict[int, dict[str, list[str]]]:
    """The games that each of these players of a group has marked, by the player's number and the kind of mark."""
    numbers = {player.person_id or -player.pk: player.pk for player in players}
    found: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for slug, kind, owner in sorted(owners_of_marks(group)):
        if owner in numbers:
            found[numbers[owner]][kind].append(slug)
    return found


def marked(marks, person, names=MappingProxyType({})) -> list[Marked]:
    """Each kind with those who put it; `marks` are pairs of kind and person, `names` those that people have."""
    counts = Counter(kind for kind, _ in marks)
    return [
        Marked(
            kind.value,
            words,
            counts[kind],
            is_mine=(kind, person.pk) in marks,
            names=tuple(names[owner] for its_kind, owner in marks if its_kind == kind and owner in names),
        )
        for kind, words in WORDS.items()
    ]


def set_mark(group, slug, kind, *, person, on):
    """Put a member's mark on a game, or take it back; twice is once. It is theirs, and counts in all their groups."""
    which = {"game_slug": slug, "kind": kind, "person": person}
    if not on:
        Mark.objects.filter(**which).delete()
        NamedMark.objects.filter(player__person=person, game_slug=slug, kind=kind).delete()
    elif not Mark.objects.filter(**which, group__members__person=person, group__deleted_at__isnull=True).exists():
        Mark.objects.get_or_create(group=group, **which)
