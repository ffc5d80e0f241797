"""A group's win rates in a co-op game by the choices of its options, such as the difficulty."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from companion.models import Seat
from companion.rules.kit import Text

from .statistics_rows import finished_plays


@dataclass(frozen=True)
class Rate:
    """How many plays had a choice of an option, and how many of them were won."""

    label: Text
    plays: int
    won: int

    @property
    def part(self) -> float:
        return self.won / self.plays


def rates_by_option(group, game) -> list[tuple[Text, list[Rate]]]:
    """Return (option, the rates of its choices that were played) of a co-op game; an empty list for other games."""
    options = [option for option in game.options if option.choices] if game.together else []
    if not options:
        return []
    seats = Seat.objects.at_table().filter(play=OuterRef("pk"))
    # A play that nobody counted is neither won nor lost.
    counted = finished_plays(group).filter(Exists(seats.filter(rank__isnull=False)), game_slug=game.slug)
    plays = counted.annotate(has_won=Exists(seats.filter(is_winner=True))).values_list("options", "has_won")
    ended = [(game.options_with(chosen), won) for chosen, won in plays]
    return [(option.label, count_rates(option, ended)) for option in options if ended]


def count_rates(option, ended) -> list[Rate]:
    """Return the win rates of an option's choices; `ended` has (options, whether it was won) of each play."""
    played = Counter(chosen[option.key] for chosen, _won in ended)
    won = Counter(chosen[option.key] for chosen, has_won in ended if has_won)
    return [
        Rate(choice.label, played[choice.value], won[choice.value]) for choice in option.choices if played[choice.value]
    ]
