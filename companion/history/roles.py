"""Roles, variants and first players of a group's plays: the words for the next play, and what has won."""

from collections import Counter, defaultdict
from typing import NamedTuple

from companion.core.language.folding import fold
from companion.core.language.texts import say
from companion.models import Seat
from companion.statistics.history import contests

from .statistics_rows import seats_that_count

# Of fewer plays nothing is said.
ENOUGH_PLAYS = 3
# So many of the group's own words are proposed.
MOST_WORDS = 30


class Fared(NamedTuple):
    """How often a role was played, or someone began, in plays against others: wins, and wins expected by chance."""

    word: str
    plays: int
    won: int
    by_chance: float

    @property
    def part(self) -> float:
        """Return the part of the plays that was won."""
        return self.won / self.plays


class FirstPlayers(NamedTuple):
    """Those who began: in how many plays, how many of them they won, and would have by chance; and each of them."""

    plays: int
    won: int
    by_chance: float
    people: list[Fared]


def known_words(group, game) -> dict[str, list[str]]:
    """Return what a form proposes for roles and variants: the game's words, then those the group has used."""
    roles: list[str | None] = []
    variants: list[str | None] = []
    if group:
        seats = Seat.objects.filter(play__group=group, play__game_slug=game.slug, play__deleted_at=None)
        roles = list(seats.exclude(role=None).values_list("role", flat=True))
        plays = group.plays.filter(game_slug=game.slug, deleted_at=None)
        variants = list(plays.exclude(variant=None).values_list("variant", flat=True))
    return {"known_roles": words_of(game.roles, roles), "known_variants": words_of(game.variants, variants)}


def words_of(proposals, used) -> list[str]:
    """Return a game's words and those that were used, the most used first."""
    own = [word for word, _times in Counter(used).most_common(MOST_WORDS)]
    words = [*(choice.label for choice in proposals.choices), *map(proposals.label_for, own)]
    return list(dict.fromkeys(as_first_written([say(word) for word in words])))


def as_first_written(words: list[str]) -> list[str]:
    """Return the words, each as it was written first, whatever its case."""
    first: dict[str, str] = {}
    return [first.setdefault(fold(word), word) for word in words]


def fared(rows, sides) -> list[Fared]:
    """Return how words have fared, the most frequent first.

    `rows` are (play, word, won); `sides` is the chance of each seat by play.
    """
    plays, won, chance = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for play, word, has_won in rows:
        plays[word] += 1
        won[word] += has_won
        chance[word] += sides[play]
    return [Fared(word, number, won[word], chance[word]) for word, number in plays.most_common()]


def rows_in(group, game, sides, **which) -> list:
    """Return the seats of these plays as (play, player, role, won)."""
    seats = seats_that_count(group).filter(play__game_slug=game.slug, play__in=sides, **which)
    return list(seats.order_by("play", "position").values_list("play_id", "player_id", "role", "is_winner"))


def roles_context(group, game, history, names) -> dict:
    """Return how roles and first players have fared against others, as far as enough plays tell it."""
    sides = {played.play: played.chance for played in contests(history)}
    with_roles = rows_in(group, game, sides, role__isnull=False)
    words = as_first_written([say(game.roles.label_for(game.roles.key_for(role))) for _, _, role, _ in with_roles])
    of_roles = [(play, word, won) for (play, _, _, won), word in zip(with_roles, words, strict=True)]
    first = rows_in(group, game, sides, is_first=True)
    of_first = fared([(play, names[player], won) for play, player, _, won in first], sides)
    return {
        "of_roles": fared(of_roles, sides) if len({play for play, *_ in with_roles}) >= ENOUGH_PLAYS else [],
        "firsts": first_players(of_first) if len(first) >= ENOUGH_PLAYS else None,
    }


def first_players(people: list[Fared]) -> FirstPlayers:
    """Return those who began, and how they fared together."""
    plays, won, by_chance = (sum(column) for column in zip(*(each[1:] for each in people), strict=True))
    return FirstPlayers(plays, won, by_chance, people)
