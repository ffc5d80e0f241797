"""What both pages show alike: links to plays, pictures of scores and months, head to head, what wins, tiers."""

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from companion.models import Play
from companion.rules.kit import Game
from companion.statistics.records import Feat
from companion.statistics.scores import plays_by_month
from companion.statistics.wins import Won, taken_in_wins

from . import charts
from .rows import seats_that_count

# A line through more plays than this cannot be followed on a phone.
MOST_IN_A_LINE = 30
# Of fewer wins no percentage is told.
ENOUGH_WINS = 5


@dataclass(frozen=True)
class Share:
    """In which part of the wins, as a part of 1 and as a bar, and by chance; so many `times` as often."""

    label: object
    part: float
    chance: float
    times: float
    bar: charts.Part


@dataclass(frozen=True)
class Rivalry:
    """Two players by name (and number, for links), who was how often before whom, and a bar of it."""

    one: str
    other: str
    other_number: int
    pair: object
    bar: tuple[charts.Part, ...]


@dataclass(frozen=True)
class Reached:
    """How often a tier was reached, and the first play that did."""

    label: object
    count: int
    play: int
    on: object


@dataclass(frozen=True)
class Honour:
    """A record in words: what for, of which game, how much, whose, and the play that set it."""

    label: str | Promise
    rules: Game
    value: int
    names: list[str]
    play: int


FEATS = {
    Feat.MOST_POINTS: gettext_lazy("Most points"),
    Feat.FEWEST_TO_WIN: gettext_lazy("Fewest points that won"),
    Feat.MOST_TO_LOSE: gettext_lazy("Most points that did not win"),
    Feat.BIGGEST_LEAD: gettext_lazy("Biggest lead"),
    Feat.SMALLEST_LEAD: gettext_lazy("Smallest lead"),
}


def honour(record, rules, names) -> Honour:
    """A record of one game with names and words."""
    return Honour(FEATS[record.feat], rules, record.value, [names[player] for player in record.players], record.play)


def addresses_of(numbers) -> dict:
    """{number: uuid} of plays, for links to them."""
    return dict(Play.objects.filter(pk__in=numbers).values_list("pk", "uuid"))


def rivalry(pair, names) -> Rivalry:
    """A pair with names and a bar."""
    bar = charts.shares(pair.ahead, pair.level, pair.behind)
    return Rivalry(names[pair.one], names[pair.other], pair.other, pair, bar)


def months_chart(history):
    """Plays per month, every third month with its name; nothing where all were played in one month."""
    months = plays_by_month(history)
    return charts.columns(months, label_every=3) if len(months) > 1 and len(history) > 1 else ()


def shares_of_wins(rules, tables, *, most) -> list[Share]:
    """From which items winners had the most points, what stands out most first; nothing of few wins.

    `tables` as `taken_in_wins` takes them.
    """
    if sum(len(winners) for winners, _ in tables) < ENOUGH_WINS:
        return []
    labels = {item.key: item.label for stage in reversed(rules.stages) for item in reversed(stage.items)}
    told = [each for each in taken_in_wins(tables) if each.item in labels]
    return [
        Share(labels[each.item], each.part, each.chance, each.ratio, charts.shares(each.part, 1 - each.part)[0])
        for each in told[:most]
    ]


def tables_won(seats, *, player=None) -> dict[str, list[Won]]:
    """{game: the tables of its wins} as `taken_in_wins` takes them, of all seats that are given.

    With a player only their wins count. Who played alone had nobody to take anything from.
    """
    rows = seats.order_by("play_id", "position", "pk").values_list(
        "play_id", "play__game", "player_id", "is_winner", "took"
    )
    games: dict[str, list[Won]] = {}
    for (_, game), its_rows in groupby(rows, key=itemgetter(0, 1)):
        of_play = list(its_rows)
        winners = [at for at, row in enumerate(of_play) if row[3] and player in (None, row[2])]
        if winners and len(of_play) > 1:
            games.setdefault(game, []).append((winners, [row[4] for row in of_play]))
    return games


def tiers_reached(group, rules, **whose) -> list[Reached]:
    """The tiers of a game for one that were reached, the highest first."""
    seats = seats_that_count(group).filter(play__game=rules.slug, **whose).exclude(tier="")
    rows = list(seats.order_by("play__played_on", "play_id").values_list("tier", "play_id", "play__played_on"))
    reached = []
    for tier in reversed(rules.tiers):
        plays = [(play, on) for key, play, on in rows if key == tier.key]
        if plays:
            reached.append(Reached(tier.rating, len(plays), *plays[0]))
    return reached
