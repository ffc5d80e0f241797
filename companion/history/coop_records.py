"""How often all have won together, by how hard they made it."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from companion.models import Seat
from companion.rules.kit import Text

from .statistics_rows import finished_plays


@dataclass(frozen=True)
class Rate:
    """A choice of an option: how many plays had it, and how many of them were won."""

    label: Text
    plays: int
    won: int

    @property
    def part(self) -> float:
        return self.won / self.plays


def rates_by_option(group, game) -> list[tuple[Text, list[Rate]]]:
    """(option, the rates of its choices that were played) of a game that all play together; nothing of any other."""
    options = [option for option in game.options if option.choices] if game.together else []
    if not options:
        return []
    seats = Seat.objects.at_table().filter(play=OuterRef("pk"))
    # Of a play in which nobody counted anything it isn't known whether it was won.
    counted = finished_plays(group).filter(Exists(seats.filter(rank__isnull=False)), game_slug=game.slug)
    plays = counted.annotate(has_won=Exists(seats.filter(is_winner=True))).values_list("options", "has_won")
    ended = [(game.options_with(chosen), won) for chosen, won in plays]
    return [(option.label, rates_of(option, ended)) for option in options if ended]


def rates_of(option, ended) -> list[Rate]:
    """The rates of an option's choices; `ended`: of each play the options it had, and whether it was won."""
    played = Counter(chosen[option.key] for chosen, _won in ended)
    won = Counter(chosen[option.key] for chosen, has_won in ended if has_won)
    return [
        Rate(choice.label, played[choice.value], won[choice.value]) for choice in option.choices if played[choice.value]
    ]
