"""Five Tribes, Days of Wonder 2014: one count at the end of the game, eight rows of points.

Source: the published rules; for open questions, see the rulings. The solo game scores with the same functions.
"""

from collections.abc import Sequence
from functools import lru_cache

from companion.rules.kit import (
    Brings,
    Count,
    Game,
    Holdings,
    Item,
    Part,
    Picks,
    Points,
    Problem,
    Ruling,
    Score,
    Seat,
    Stage,
    Table,
    Text,
    Thing,
    each,
    each_number,
    gettext,
    ngettext,
    pgettext,
    reason,
    seats_in,
)

from .five_tribes_cards import AL_AMIN, FAKIRS, IN_SETS, MERCHANDISE, SET_POINTS, WILD_WITH, merchandise

# In the order of counting: the board tile by tile, then the cards, then the rest.
TILES = (
    Count(key="tile_4", label=pgettext("Five Tribes", "large market, 4"), face="4", supply=4),
    Count(key="tile_5", label=pgettext("Five Tribes", "village, 5"), face="5", supply=5),
    Count(key="tile_6", label=pgettext("Five Tribes", "small market or sacred place, 6"), face="6", supply=12),
    Count(key="tile_8", label=pgettext("Five Tribes", "oasis, 8"), face="8", supply=6),
    Count(key="tile_10", label=pgettext("Five Tribes", "blue tile, 10"), face="10", supply=1),
    Count(key="tile_12", label=pgettext("Five Tribes", "blue tile, 12"), face="12", supply=1),
    Count(key="tile_15", label=pgettext("Five Tribes", "blue tile, 15"), face="15", supply=1),
)
TILE_VALUES = {"tile_4": 4, "tile_5": 5, "tile_6": 6, "tile_8": 8, "tile_10": 10, "tile_12": 12, "tile_15": 15}
PALMS = Count(key="palms", label=pgettext("Five Tribes", "palm trees"), icon="palm", supply=12)
PALACES = Count(key="palaces", label=pgettext("Five Tribes", "palaces"), icon="palace", supply=10)
# A camel stands on each tile a player controls; by number of players, the game for one included.
CAMELS = {1: 11, 2: 11, 3: 8, 4: 8}

GOLD = Count(key="gold", label=pgettext("Five Tribes", "gold coins"), icon="coin")
VIZIERS = Count(key="viziers", label=pgettext("Five Tribes", "viziers (yellow)"), icon="vizier", supply=16)
ELDERS = Count(key="elders", label=pgettext("Five Tribes", "elders (white)"), icon="elder", supply=20)
DJINNS = Picks(
    key="djinns",
    label=pgettext("Five Tribes", "djinns"),
    icon="djinn",
    things=(
        Thing(AL_AMIN, WILD_WITH, 5),
        Thing("anun-nak", pgettext("Five Tribes", "Anun-Nak"), 8),
        Thing("baal", pgettext("Five Tribes", "Ba'al"), 6),
        Thing("boaz", pgettext("Five Tribes", "Boaz"), 6),
        Thing("bouraq", pgettext("Five Tribes", "Bouraq"), 6),
        Thing("echidna", pgettext("Five Tribes", "Echidna"), 4),
        Thing("enki", pgettext("Five Tribes", "Enki"), 8),
        Thing("hagis", pgettext("Five Tribes", "Hagis"), 10),
        Thing("haurvatat", pgettext("Five Tribes", "Haurvatat"), 8),
        Thing("iblis", pgettext("Five Tribes", "Iblis"), 8),
        Thing("jafaar", pgettext("Five Tribes", "Jafaar"), 6),
        Thing("kandicha", pgettext("Five Tribes", "Kandicha"), 6),
        Thing("kumarbi", pgettext("Five Tribes", "Kumarbi"), 6),
        Thing("lamia", pgettext("Five Tribes", "Lamia"), 10),
        Thing("leta", pgettext("Five Tribes", "Leta"), 4),
        Thing("marid", pgettext("Five Tribes", "Marid"), 6),
        Thing("monkir", pgettext("Five Tribes", "Monkir"), 6),
        Thing("nekir", pgettext("Five Tribes", "Nekir"), 6),
        Thing("shamhat", pgettext("Five Tribes", "Shamhat"), 6),
        Thing("sibittis", pgettext("Five Tribes", "Sibittis"), 4),
        Thing("sloar", pgettext("Five Tribes", "Sloar"), 8),
        Thing("utug", pgettext("Five Tribes", "Utug"), 4),
    ),
)
DJINN_OF = {djinn.key: djinn for djinn in DJINNS.things}
PRINTED = {
    djinn.key: pgettext("a djinn's printed points", "%(djinn)s %(points)s", djinn=djinn.label, points=djinn.value)
    for djinn in DJINNS.things
}

# Points for one of each, and for the owner of a djinn.
POINTS = {"gold": 1, "viziers": 1, "elders": 2, "palms": 3, "palaces": 5}
POINTS_WITH = {"viziers": ("jafaar", 3), "elders": ("shamhat", 4), "palms": ("haurvatat", 5)}
FOR_EACH_BEATEN = 10
NOBODY_BEATEN = pgettext("Five Tribes", "no opponent has fewer")

PARTS = (
    Part(
        pgettext("Five Tribes", "Board"),
        (*TILES, PALMS, PALACES),
        pad=True,
        icon="tile",
        brings=Brings(
            each=TILE_VALUES | {key: POINTS[key] for key in ("palms", "palaces")},
            raised={"palms": POINTS_WITH["palms"]},
        ),
    ),
    Part(pgettext("Five Tribes", "Cards"), (*MERCHANDISE, FAKIRS), pad=True, icon="merchandise", brings=IN_SETS),
    Part(pgettext("Five Tribes", "Rest"), (GOLD, VIZIERS, ELDERS, DJINNS)),
)
FIELDS = tuple(field for part in PARTS for field in part.fields)
AS_PRINTED = pgettext("Five Tribes", "as printed")
END = pgettext("Five Tribes", "end of the game")

HOW_IT_COUNTS = (
    pgettext(
        "Five Tribes",
        "At the end of the game a gold coin is worth 1 point, an elder 2, a palm tree on one of your tiles 3, a "
        "palace there 5. A tile with your camel and a djinn are worth what is printed on them.",
    ),
    pgettext(
        "Five Tribes",
        "A vizier is worth 1 point, and every opponent who has fewer viziers than you brings you 10 more.",
    ),
    pgettext(
        "Five Tribes",
        "Merchandise counts in sets of different kinds: 1, 3, 7, 13, 21, 30, 40, 50 or 60 points for a set of 1 to "
        "9 kinds. Each set takes every kind you still have, which brings the most. Fakirs bring nothing.",
    ),
    pgettext(
        "Five Tribes",
        "Four djinns change this for their owner. Jafaar: a vizier is worth 3. Shamhat: an elder is worth 4. "
        "Haurvatat: a palm tree is worth 5. Al-Amin: every two fakirs stand for one merchandise of any kind.",
    ),
)
RULINGS_ON_COUNTING = (
    Ruling(
        pgettext("Five Tribes", "Jafaar’s effect"),
        pgettext(
            "Five Tribes",
            "Only what each of your viziers is worth. The 10 points for an opponent stay 10, and figures are compared "
            "with figures: the card speaks of the value of viziers, not of their number.",
        ),
    ),
    Ruling(
        pgettext("Five Tribes", "Al-Amin’s merchandise"),
        pgettext(
            "Five Tribes",
            "Wherever it brings its owner the most, since it may be of any kind: Caravan completes the largest set "
            "first. Of an odd number of fakirs one is left over.",
        ),
    ),
    Ruling(
        pgettext("Five Tribes", "Fakirs and slaves"),
        pgettext(
            "Five Tribes", "The first edition has slaves on the cards that later became fakirs. They count alike."
        ),
    ),
)
LAID_OUT = (
    pgettext("Five Tribes", "Lay the 30 tiles in 5 rows of 6 and put 3 tribe figures from the bag on each"),
    pgettext("Five Tribes", "Reveal 9 resource cards and 3 djinns"),
)


def worth_of_each(item: str) -> Text:
    """Return the points for each, with those for the owner of a djinn."""
    if item not in POINTS_WITH:
        return gettext("%(points)s each", points=POINTS[item])
    djinn, points_with = POINTS_WITH[item]
    params = {"points": POINTS[item], "djinn": DJINN_OF[djinn].label, "points_with": points_with}
    return pgettext("Five Tribes", "%(points)s each (%(djinn)s: %(points_with)s)", **params)


def each_of(item: str) -> Score:
    """Gold coins, elders, palm trees and palaces score a fixed number of points each."""
    if item in POINTS_WITH:
        return each(lambda held, table: for_each(item, held.get(item, 0), worth_to(held, item)))
    return each_number(item, lambda count: for_each(item, count, POINTS[item]))


@lru_cache(maxsize=1_000)
def for_each(item: str, count: int, points: int) -> Points:
    """Return the points for `count` of an item, the reason, and the count."""
    return count * points, why_each(item, count, points), count


def worth_to(held: Holdings, item: str) -> int:
    """Return the points that one of an item scores for this seat, which one of three djinns may raise."""
    djinn, points_with = POINTS_WITH.get(item, ("", 0))
    return points_with if djinn in held.get("djinns", ()) else POINTS[item]


def explain_each(item: str, count: int, points: int) -> Text:
    """Explain the points for all of an item."""
    params = {"count": count, "points": points, "things": NAMES[item]}
    if not count:
        return pgettext("Five Tribes", "No %(things)s", **params)
    if points != POINTS[item]:
        djinn, _ = POINTS_WITH[item]
        params["djinn"] = DJINN_OF[djinn].label
        return pgettext("Five Tribes", "%(count)s × %(points)s for %(things)s, with %(djinn)s", **params)
    return pgettext("Five Tribes", "%(count)s × %(points)s for %(things)s", **params)


why_each = reason(explain_each)


def viziers(seats: Sequence[Seat], table: Table) -> Sequence[Points]:
    """A vizier scores 1, and every opponent with strictly fewer viziers 10."""
    counts = [(player, held.get("viziers", 0)) for _, player, held in seats]
    return [
        viziers_against(held, opponents=[*counts[:position], *counts[position + 1 :]])
        for position, (_, _, held) in enumerate(seats)
    ]


def viziers_against(
    held: Holdings, *, opponents: Sequence[tuple[str | Text, int]], none_beaten: Text = NOBODY_BEATEN
) -> Points:
    """Return the points of one seat's viziers; `opponents` are (name, viziers).

    `none_beaten` is the text if no opponent has fewer.
    """
    own, points = held.get("viziers", 0), worth_to(held, "viziers")
    beaten = tuple([name for name, theirs in opponents if theirs < own])
    why = why_viziers(own, points, beaten, none_beaten if opponents and own else None)
    return own * points + FOR_EACH_BEATEN * len(beaten), why, own


@reason
def why_viziers(own: int, points: int, beaten: tuple[str | Text, ...], none_beaten: Text | None) -> Text:
    text = explain_each("viziers", own, points)
    if beaten:
        return pgettext(
            "Five Tribes",
            "%(own)s, and %(number)s × 10 for more than %(opponents)s",
            own=text,
            number=len(beaten),
            opponents=beaten,
        )
    if none_beaten:
        return pgettext("Five Tribes", "%(own)s; %(none_beaten)s", own=text, none_beaten=none_beaten)
    return text


def printed_on_djinns(held: Holdings, table: Table) -> Points:
    """A djinn scores the points printed on its card."""
    djinns = tuple(held.get("djinns", ()))
    return sum([DJINN_OF[djinn].value for djinn in djinns]), why_djinns(djinns), len(djinns)


@reason
def why_djinns(djinns: tuple[str, ...]) -> Text:
    if not djinns:
        return pgettext("Five Tribes", "No djinn")
    return pgettext("Five Tribes", "Printed on them: %(djinns)s", djinns=tuple(PRINTED[djinn] for djinn in djinns))


def tiles(held: Holdings, table: Table) -> Points:
    """A tile with a player's camel scores its printed value."""
    camels = CAMELS[len(table["seats"])]
    counts = tuple([(value, held[key]) for key, value in TILE_VALUES.items() if held.get(key)])
    used = sum([count for _, count in counts])
    return sum([value * count for value, count in counts]), why_tiles(camels, used, counts), used


@reason
def why_tiles(camels: int, used: int, counts: tuple[tuple[int, int], ...]) -> Text:
    """Explain the points; `counts` has (value, number of tiles) pairs."""
    if not counts:
        return pgettext("Five Tribes", "None of %(camels)s camels is on a tile", camels=camels)
    values = " + ".join([f"{value}" if count == 1 else f"{count} × {value}" for value, count in counts])
    params = {"used": used, "camels": camels, "values": values}
    return pgettext("Five Tribes", "%(used)s of %(camels)s camels on tiles: %(values)s", **params)


A_VIZIER, SETS = worth_of_each("viziers"), " ".join(map(str, SET_POINTS[1:]))
ITEMS = (
    Item("gold", GOLD.label, each_of("gold"), worth_of_each("gold"), brings=POINTS["gold"]),
    Item(
        "viziers",
        pgettext("Five Tribes", "viziers"),
        viziers,
        pgettext("Five Tribes", "%(each)s, +%(ten)s per opponent with fewer", each=A_VIZIER, ten=FOR_EACH_BEATEN),
        compared=True,
    ),
    Item(
        "elders",
        pgettext("Five Tribes", "elders"),
        each_of("elders"),
        worth_of_each("elders"),
        brings=POINTS["elders"],
    ),
    Item("djinns", DJINNS.label, each(printed_on_djinns), AS_PRINTED),
    Item("palms", PALMS.label, each_of("palms"), worth_of_each("palms"), alone=True, brings=POINTS["palms"]),
    Item("palaces", PALACES.label, each_of("palaces"), worth_of_each("palaces"), alone=True, brings=POINTS["palaces"]),
    Item(
        "tiles",
        pgettext("Five Tribes", "tiles with your camel"),
        each(tiles),
        AS_PRINTED,
        fields=tuple(tile.key for tile in TILES),
        alone=True,
        icon="tile",
    ),
    Item(
        "merchandise",
        pgettext("Five Tribes", "merchandise"),
        each(merchandise),
        pgettext("Five Tribes", "sets of 1 to 9 kinds: %(points)s; Al-Amin: 2 fakirs = any 1", points=SETS),
        fields=tuple(good.key for good in (*MERCHANDISE, FAKIRS)),
        alone=True,
        icon="merchandise",
    ),
)
NAMES = {item.key: item.label for item in ITEMS}


def setup(seats: int) -> list[Text]:
    """Return the set-up."""
    own = pgettext("Five Tribes", "Each player: %(camels)s camels and 50 gold", camels=CAMELS[seats])
    return [*LAID_OUT, own]


def problems(table: Table) -> list[Problem]:
    """A camel stands on each tile, so nobody can have more tiles than camels."""
    camels = CAMELS.get(len(table["seats"]))
    if camels is None:
        return []
    tiles = [(player, sum([held.get(tile, 0) for tile in TILE_VALUES])) for _, player, held in seats_in(table, "end")]
    return [too_many_tiles(player, tiles=count, camels=camels) for player, count in tiles if count > camels]


def too_many_tiles(player: str, *, tiles: int, camels: int) -> Problem:
    """Return the problem of a seat with more tiles than camels."""
    text = ngettext(
        "%(tiles)s tiles, but %(player)s has %(camels)s camels: %(number)s tile too many.",
        "%(tiles)s tiles, but %(player)s has %(camels)s camels: %(number)s tiles too many.",
        tiles - camels,
        tiles=tiles,
        player=player,
        camels=camels,
    )
    return Problem("too_many_tiles", text, seat=player, stage="end")


GAME = Game(
    slug="five-tribes",
    title=pgettext("Five Tribes", "Five Tribes"),
    publisher="Days of Wonder",
    designer="Bruno Cathala",
    year=2014,
    seats=range(2, 5),
    minutes=(40, 80),
    age=13,
    accent="oasis",
    emblem="pegs",
    # None of our sources has the whole set-up.
    setup_is_whole=False,
    last_round=pgettext(
        "Five Tribes",
        "When somebody has placed the last camel, or no figures can be moved by the rules any more, this "
        "round is played to its end.",
    ),
    stages=(Stage("end", END, FIELDS, ITEMS, parts=PARTS),),
    how_it_scores=(
        *HOW_IT_COUNTS,
        pgettext(
            "Five Tribes",
            "An example: Anna has 5 viziers, Ben 3, Chris 5. Anna and Chris score 5 + 10 each, Ben 3. Ben’s ivory, "
            "silk, fish, fish and wheat are a set of four kinds and one of a single kind: 13 + 1.",
        ),
    ),
    rulings=(
        Ruling(
            pgettext("Five Tribes", "Equally many viziers"),
            pgettext(
                "Five Tribes",
                "Neither scores the 10: the rules pay only for opponents who have fewer. So a player with no "
                "viziers never gets it.",
            ),
        ),
        *RULINGS_ON_COUNTING,
        Ruling(
            pgettext("Five Tribes", "A tie for the win"),
            pgettext(
                "Five Tribes",
                "The win is shared: the rules name no tiebreaker.",
            ),
        ),
    ),
    setup=setup,
    problems=problems,
)
