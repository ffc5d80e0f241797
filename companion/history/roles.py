"""Roles, variants and first players of a group's plays: suggestions for the next play, and what has won."""

from collections import Counter, defaultdict
from typing import NamedTuple

from companion.core.language.folding import fold
from companion.core.language.texts import say
from companion.models import Seat
from companion.statistics.history import contests

from .statistics_rows import seats_that_count

# With fewer plays, nothing is shown.
ENOUGH_PLAYS = 3
# How many of the group's own words are suggested.
MOST_WORDS = 30


class WinCount(NamedTuple):
    """The plays against others with a role or first player: wins, and wins expected by chance."""

    word: str
    plays: int
    won: int
    by_chance: float

    @property
    def part(self) -> float:
        """The part of the plays that was won."""
        return self.won / self.plays


class FirstPlayers(NamedTuple):
    """All plays with a first player: how many the first players won and would have won by chance, and each of them."""

    plays: int
    won: int
    by_chance: float
    people: list[WinCount]


def suggestions_context(group, game) -> dict[str, list[str]]:
    """Return what a form suggests for roles and variants: the game's words, then those the group has used."""
    roles: list[str | None] = []
    variants: list[str | None] = []
    if group:
        seats = Seat.objects.filter(play__group=group, play__game_slug=game.slug, play__deleted_at=None)
        roles = list(seats.exclude(role=None).values_list("role", flat=True))
        plays = group.plays.filter(game_slug=game.slug, deleted_at=None)
        variants = list(plays.exclude(variant=None).values_list("variant", flat=True))
    return {"known_roles": merge_words(game.roles, roles), "known_variants": merge_words(game.variants, variants)}


def merge_words(proposals, used) -> list[str]:
    """Return a game's words and those that were used, most used first."""
    own = [word for word, _times in Counter(used).most_common(MOST_WORDS)]
    words = [*(choice.label for choice in proposals.choices), *map(proposals.label_for, own)]
    return list(dict.fromkeys(unify_case([say(word) for word in words])))


def unify_case(words: list[str]) -> list[str]:
    """Return the words, each in the case in which it was first written."""
    first: dict[str, str] = {}
    return [first.setdefault(fold(word), word) for word in words]


def build_win_counts(rows, sides) -> list[WinCount]:
    """Return the wins with each word, most frequent first.

    `rows` are (play, word, won); `sides` is {play: chance of each side}.
    """
    plays, won, chance = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for play, word, has_won in rows:
        plays[word] += 1
        won[word] += has_won
        chance[word] += sides[play]
    return [WinCount(word, number, won[word], chance[word]) for word, number in plays.most_common()]


def find_seat_rows(group, game, sides, **which) -> list:
    """Return the seats of these plays as (play, player, role, won)."""
    seats = seats_that_count(group).filter(play__game_slug=game.slug, play__in=sides, **which)
    return list(seats.order_by("play", "position").values_list("play_id", "player_id", "role", "is_winner"))


def roles_context(group, game, history, names) -> dict:
    """Return the wins of roles and first players against others, if there are enough plays."""
    sides = {played.play: played.chance for played in contests(history)}
    with_roles = find_seat_rows(group, game, sides, role__isnull=False)
    words = unify_case([say(game.roles.label_for(game.roles.key_for(role))) for _, _, role, _ in with_roles])
    rows = [(play, word, won) for (play, _, _, won), word in zip(with_roles, words, strict=True)]
    first = find_seat_rows(group, game, sides, is_first=True)
    firsts = build_win_counts([(play, names[player], won) for play, player, _, won in first], sides)
    return {
        "of_roles": build_win_counts(rows, sides) if len({play for play, *_ in rows}) >= ENOUGH_PLAYS else [],
        "firsts": sum_first_players(firsts) if len(first) >= ENOUGH_PLAYS else None,
    }


def sum_first_players(people: list[WinCount]) -> FirstPlayers:
    """Return the sum of all first players' wins."""
    plays, won, by_chance = (sum(column) for column in zip(*(each[1:] for each in people), strict=True))
    return FirstPlayers(plays, won, by_chance, people)
