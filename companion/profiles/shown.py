"""What both pages show alike: links to plays, pictures of scores and months, head to head, what wins, tiers."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from companion import charts
from companion.models import Play
from companion.played import seats_that_count
from companion.statistics.records import Feat
from companion.statistics.scores import plays_by_month

# A line through more plays than this cannot be followed on a phone.
MOST_IN_A_LINE = 30
# Of fewer wins no percentage is told.
ENOUGH_WINS = 5


@dataclass(frozen=True)
class Share:
    """So many of all, as a part of 1 and as a bar."""

    label: object
    part: float
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

    label: str
    rules: object
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


def shares_of_wins(rules, taken, wins, *, most) -> list[Share]:
    """From which items winners had the most points; nothing of few wins."""
    if wins < ENOUGH_WINS:
        return []
    labels = {item.key: item.label for stage in reversed(rules.stages) for item in reversed(stage.items)}
    told = [(labels[item], count) for item, count in taken if item in labels]
    return [Share(label, count / wins, charts.shares(count, wins - count)[0]) for label, count in told[:most]]


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
