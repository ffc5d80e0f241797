"""What several pages show alike: links to plays, records, head to head, what wins, tiers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from companion.rules.kit import Game
from companion.statistics.records import Feat
from companion.statistics.wins import ItemLeads, ItemWins, count_wins_by_item

from . import charts
from .statistics_rows import seats_that_count

# A list of games ends after so many of those played most often, until all are asked for.
MOST_GAMES = 30
# A picture by months has the newest so many: a year, and the same month of the one before.
MOST_MONTHS = 13
# Two who met less often are no rivals yet.
ENOUGH_MEETINGS = 5
# Of fewer plays no percentage is told.
ENOUGH_WINS = 5


@dataclass(frozen=True)
class Share:
    """What of those won who had the most from an item, and between which parts that lies, as places of a picture."""

    label: object
    icon: str
    taken: ItemWins
    part: str
    low: str
    high: str
    chance: str


@dataclass(frozen=True)
class Rivalry:
    """Two players by name and number, who was how often before whom, a bar of it, and the address of their page.

    `group` is named where others on the page have the same name.
    """

    one: str
    other: str
    other_number: int
    pair: object
    bar: tuple[charts.Part, ...]
    address: str
    group: str = ""


@dataclass(frozen=True)
class Reached:
    """How often a tier was reached, and the first play that did."""

    label: object
    count: int
    play: int
    on: object


@dataclass(frozen=True)
class Honour:
    """A record in words: what for, of which game, how much, whose, how often it was reached, and the newest play that
    did.
    """

    label: str | Promise
    game: Game
    value: int
    names: list[str]
    play: int
    times: int


FEATS = {
    Feat.MOST_POINTS: gettext_lazy("High score"),
    Feat.FEWEST_TO_WIN: gettext_lazy("Lowest winning score"),
    Feat.MOST_TO_LOSE: gettext_lazy("Highest losing score"),
    Feat.BIGGEST_LEAD: gettext_lazy("Biggest lead"),
    Feat.SMALLEST_LEAD: gettext_lazy("Smallest lead"),
    Feat.FEWEST_POINTS: gettext_lazy("Lowest score"),
    Feat.MOST_TO_WIN: gettext_lazy("Highest winning score"),
    Feat.FEWEST_TO_LOSE: gettext_lazy("Lowest losing score"),
}


def honour(record, game, names) -> Honour:
    """A record of one game with names and words."""
    holders = [names[player] for player in record.players]
    return Honour(FEATS[record.feat], game, record.value, holders, record.play, len(record.times))


def addresses_of(group, numbers) -> dict:
    """{number: uuid} of plays of a group, for links to them."""
    return dict(group.plays.filter(pk__in=numbers).values_list("pk", "uuid"))


def days_of(history) -> dict:
    """{number: day} of plays."""
    return {played.play: played.on for played in history}


def rivalry(pair, names, address, group="") -> Rivalry:
    """A pair with names, a bar, and the address of its page."""
    bar = charts.shares(pair.ahead, pair.level, pair.behind)
    return Rivalry(names[pair.one], names[pair.other], pair.other, pair, bar, address, group)


def what_wins(game, tables: Sequence[ItemLeads]) -> list[Share]:
    """For each item what part of those won who had the most from it; nothing of one row, or after too few plays."""
    if len(tables) < ENOUGH_WINS or len({item.key for stage in game.stages for item in stage.items}) < 2:
        return []
    icons = {field.key: field.icon for stage in game.stages for field in stage.fields}
    items = {item.key: item for stage in reversed(game.stages) for item in reversed(stage.items)}
    return [
        Share(
            items[each.item].label,
            icons.get(each.item, ""),
            each,
            *(charts.percent(100 * part) for part in (each.part, each.low, each.high, each.chance)),
        )
        for each in count_wins_by_item(tables)
        if each.item in items
    ]


def tables_of(group, slug) -> list[ItemLeads]:
    """The tables of a game that several played against each other and somebody won, as `count_wins_by_item` takes them."""
    # Where no more than totals are known, nothing tells what won.
    known = seats_that_count(group).filter(play__game_slug=slug).exclude(play__sheet__sheet__totals_of__gt="")
    seats = known.order_by("play_id", "position", "pk")
    rows = seats.values_list("play_id", "is_winner", "took")
    tables = [[(won, took) for _, won, took in of_play] for _, of_play in groupby(rows, key=itemgetter(0))]
    return [table for table in tables if len(table) > 1 and any(won for won, _ in table)]


def tiers_reached(group, game, **whose) -> list[Reached]:
    """The tiers of a game for one that were reached, the highest first."""
    seats = seats_that_count(group).filter(play__game_slug=game.slug, **whose).exclude(tier="")
    rows = list(seats.order_by("play__played_on", "play_id").values_list("tier", "play_id", "play__played_on"))
    reached = []
    for tier in reversed(game.tiers):
        plays = [(play, on) for key, play, on in rows if key == tier.key]
        if plays:
            reached.append(Reached(tier.rating, len(plays), *plays[0]))
    return reached
