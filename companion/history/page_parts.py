"""Parts that several pages share: links to plays, records, head-to-head, winning items, tiers."""

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

# A list shows this many of the games played most often, until all are requested.
MOST_GAMES = 30
# How many months a chart shows: a year, and the same month of the year before.
MOST_MONTHS = 13
# Two players who met less often aren't rivals yet.
ENOUGH_MEETINGS = 5
# With fewer plays, no percentage is shown.
ENOUGH_PLAYS = 5


@dataclass(frozen=True)
class WinningItem:
    """How often those with the most points from an item won, with the positions in its chart."""

    label: object
    icon: str
    wins: ItemWins
    part: str
    low: str
    high: str
    chance: str


@dataclass(frozen=True)
class Rivalry:
    """Two players who met, with a bar of who was ahead and the link to their page.

    `group` is set if others on the page have the same name.
    """

    one: str
    other: str
    other_number: int
    pair: object
    bar: tuple[charts.Part, ...]
    address: str
    group: str = ""


@dataclass(frozen=True)
class ReachedTier:
    """How often a tier was reached, and the first play that reached it."""

    label: object
    count: int
    play: int
    on: object


@dataclass(frozen=True)
class Honour:
    """A record for display: `times` is how often it was reached, `play` the newest play that did."""

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


def build_honour(record, game, names) -> Honour:
    """Return a game's record for display."""
    holders = [names[player] for player in record.players]
    return Honour(FEATS[record.feat], game, record.value, holders, record.play, len(record.times))


def uuids_of(group, numbers) -> dict:
    """Return {id: uuid} of a group's plays, for links to them."""
    return dict(group.plays.filter(pk__in=numbers).values_list("pk", "uuid"))


def days_of(history) -> dict:
    """Return {play id: day}."""
    return {played.play: played.on for played in history}


def build_rivalry(pair, names, address, group="") -> Rivalry:
    """Return two players who met, with names, a bar and the link to their page."""
    bar = charts.split_bar(pair.ahead, pair.level, pair.behind)
    return Rivalry(names[pair.one], names[pair.other], pair.other, pair, bar, address, group)


def find_winning_items(game, tables: Sequence[ItemLeads]) -> list[WinningItem]:
    """Return for each item how often those with the most points from it won.

    Empty if there are too few plays, or the game has just one item.
    """
    if len(tables) < ENOUGH_PLAYS or len({item.key for stage in game.stages for item in stage.items}) < 2:
        return []
    icons = {field.key: field.icon for stage in game.stages for field in stage.fields}
    items = {item.key: item for stage in reversed(game.stages) for item in reversed(stage.items)}
    return [
        WinningItem(
            items[each.item].label,
            icons.get(each.item, ""),
            each,
            *(charts.percent(100 * part) for part in (each.part, each.low, each.high, each.chance)),
        )
        for each in count_wins_by_item(tables)
        if each.item in items
    ]


def find_item_leads(group, slug) -> list[ItemLeads]:
    """Return who had the most points from which items, for a game's plays that several played and someone won."""
    # Plays with only totals have no items.
    known = seats_that_count(group).filter(play__game_slug=slug).exclude(play__sheet__sheet__totals_of__gt="")
    seats = known.order_by("play_id", "position", "pk")
    rows = seats.values_list("play_id", "is_winner", "took")
    tables = [[(won, took) for _, won, took in of_play] for _, of_play in groupby(rows, key=itemgetter(0))]
    return [table for table in tables if len(table) > 1 and any(won for won, _ in table)]


def find_reached_tiers(group, game, **whose) -> list[ReachedTier]:
    """Return the reached tiers of a solo or co-op game, highest first."""
    seats = seats_that_count(group).filter(play__game_slug=game.slug, **whose).exclude(tier="")
    rows = list(seats.order_by("play__played_on", "play_id").values_list("tier", "play_id", "play__played_on"))
    reached = []
    for tier in reversed(game.tiers):
        plays = [(play, on) for key, play, on in rows if key == tier.key]
        if plays:
            reached.append(ReachedTier(tier.rating, len(plays), *plays[0]))
    return reached
