"""Cases of the ready sheets that were worked out by hand from the rules, beside the example that each brings along."""

import pytest

from companion.rules.library import LIBRARY, sheet
from companion.rules.scoring.result import score_play

SIX, FOUR = ("red", "orange", "yellow", "green", "blue", "purple"), ("red", "blue", "green", "black")
NAMES = ("Anna", "Ben", "Chris", "Dora", "Emil", "Finn", "Gül", "Hana")


def result(game, *held, stage=""):
    seats = [
        {"player": name, "stages": {stage or LIBRARY[game].stages[0].key: its}}
        for name, its in zip(NAMES, held, strict=False)
    ]
    found = score_play({"game": game, "seats": seats}, LIBRARY)
    assert not found.is_blocked, [str(problem.message) for problem in found.problems]
    return found


def row(game, item, *held, **more):
    """What a row brings each seat."""
    its = result(game, *held, **more)
    return [sum(line.points for line in each.lines if line.item == item) for each in its.standings]


def total(game, *held, **more):
    return [standing.points for standing in result(game, *held, **more).standings]


@pytest.mark.parametrize(
    ("game", "held", "points"),
    [
        # Squares of the like (9 + 4 + 4) and two sets of three different ones (14).
        ("7-wonders", {"gear": 3, "compass": 2, "tablet": 2}, 31),
        # Three of each kind: 27 and three sets.
        ("7-wonders", {"gear": 3, "compass": 3, "tablet": 3, "coins": 8, "military": -2}, 27 + 21 + 2 - 2),
        ("7-wonders-duel", {"coins": 11, "military": "ten", "blue": 17}, 30),
        # 4 + 6 + 8 = 18, less 20, twice: a wager was laid before.
        ("lost-cities", {"yellow": 18, "yellow__by": 1}, -4),
        # 5 to 10 are 45, less 20, four times with three wagers; nine cards bring 20 more, which nothing multiplies.
        ("lost-cities", {"red": 45, "red__by": 3, "long": 1}, 120),
        # A wager alone has cost its journey, twice.
        ("lost-cities", {"blue": 0, "blue__by": 1}, -40),
        ("lost-cities", {}, 0),
        # An empty farm: seven things that are missing, 13 spaces, two rooms of clay and two people.
        ("agricola", {"unused": 13, "clay": 2, "family": 2}, -7 - 13 + 2 + 6),
        (
            "agricola",
            {"fields": 5, "pastures": 4, "grain": 8, "vegetables": 4, "sheep": 8, "boar": 7, "cattle": 6, "family": 5},
            7 * 4 + 15,
        ),
        (
            "agricola",
            {"fields": 2, "pastures": 1, "grain": 3, "vegetables": 1, "sheep": 4, "boar": 3, "cattle": 2, "family": 2},
            1 + 1 + 1 + 1 + 2 + 2 + 2 + 6,
        ),
        (
            "ticket-to-ride",
            {"routes_1": 1, "routes_2": 2, "routes_3": 3, "routes_6": 1, "tickets": 30, "failed": 8},
            54,
        ),
        ("qwixx", {"red": 5, "yellow": 12, "green": 1, "blue": 0, "missed": 2}, 15 + 78 + 1 - 10),
        (
            "coloretto",
            {"plus_1": 7, "plus_2": 3, "plus_3": 1, "minus_1": 2, "minus_2": 4, "two": 3},
            # The three best are 7, 4 and 3, whatever row they are entered in.
            21 + 10 + 6 - 3 - 1 + 6,
        ),
        ("azul", {"track": 52, "lines": 3, "columns": 2, "colours": 1}, 52 + 6 + 14 + 10),
        ("catan", {"settlements": 3, "cities": 2, "road": "yes", "cards": 1}, 10),
        ("castles-of-burgundy", {"track": 150, "goods": 2, "silver": 3, "workers": 5, "monasteries": 12}, 169),
        ("patchwork", {"buttons": 14, "empty": 10, "special": "yes"}, 1),
        # 63 are enough above, 62 are not: three of each, and then one six less and one five more.
        ("yahtzee", dict.fromkeys(("ones", "twos", "threes", "fours", "fives", "sixes"), 3), 98),
        ("yahtzee", {"ones": 3, "twos": 3, "threes": 3, "fours": 3, "fives": 4, "sixes": 2}, 62),
        ("pickomino", {"one": 2, "three": 1, "four": 1}, 9),
        ("concordia", {"vesta": 109, "goods": 3, "mercury_cards": 4, "colonists": 2, "mars_cards": 5}, 10 + 24 + 20),
        ("everdell", {"cards": 40, "basic": 4, "special": 3, "tokens": 2}, 57),
        # 10 conservation points are the last that lie 2 appeal apart; from there on it is 3.
        ("ark-nova", {"appeal": 100, "conservation": 10}, 100 - 94),
        ("ark-nova", {"appeal": 100, "conservation": 11}, 100 - 91),
        ("ark-nova", {"appeal": 3, "conservation": 41}, 2),
        ("wyrmspan", {"guild": 4, "dragons": 30, "eggs": 6, "coins": 3, "items": 11}, 4 + 30 + 6 + 3 + 2),
        (
            "finspan",
            {"week_2": 6, "end": 3, "fish": 46, "consumed": 4, "young": 7, "schools": 3},
            6 + 3 + 46 + 4 + 7 + 18,
        ),
        ("lords-of-waterdeep", {"track": 99, "adventurers": 2, "gold": 7, "lord": 16}, 99 + 2 + 3 + 16),
        ("quacks-of-quedlinburg", {"track": 40, "coins": 35, "rubies": 7}, 40 + 7 + 3),
        ("spirit-island", {"lost_difficulty": 6, "lost_cards": 12, "dahan": 3, "blight": 5}, 12 + 12 + 3 - 5),
        (
            "great-western-trail",
            {"money": 24, "cities": -6, "workers": 6, "disc": "yes", "token": "yes"},
            4 - 6 + 24 + 5,
        ),
        ("seti", {"track": 120, "cards": 10, "other": 15, "species": -4}, 141),
        ("dorfromantik", {"forest": 26, "yellow": 9, "longest_track": 14, "unlocked": 30}, 79),
        ("skyjo", {"points": -17}, -17),
        ("dune-imperium", {"track": 9, "intrigue": 2}, 11),
        ("harmonies", {"trees": 11, "fields": 3, "buildings": 2, "water": 10, "animals": 38}, 11 + 15 + 10 + 10 + 38),
        ("forest-shuffle", {"trees": 30, "sides": 55, "cave": 9}, 94),
        ("faraway", {"region_8": 4, "region_1": 24, "sanctuaries": 11}, 39),
        # The example of the rulebook: 13 resources with a popularity of 10 are 12 coins.
        ("scythe", {"level": 10, "pairs": 6}, 12),
        ("scythe", {"level": 7, "stars": 5, "territories": 7, "pairs": 6, "coins": 10}, 20 + 21 + 12 + 10),
        ("scythe", {"level": 13, "stars": 6, "territories": 9, "pairs": 3, "structures": 9}, 30 + 36 + 9 + 9),
        ("scythe", {"level": 6, "stars": 6, "territories": 9, "pairs": 3, "structures": 9}, 18 + 18 + 3 + 9),
        (
            "calico",
            {"goals": 24, "cats_3": 2, "cats_5": 1, "cats_11": 1, "buttons": 6, "rainbow": "yes"},
            24 + 6 + 5 + 11 + 18 + 3,
        ),
        ("sagrada", {"public_1": 12, "public_3": 4, "private": 21, "favor": 3, "open": 2}, 38),
        ("isle-of-skye", {"track": 44, "scrolls": 7, "gold": 14}, 53),
        ("sea-salt-and-paper", {"points": 9}, 9),
        ("scout", {"taken": 6, "chips": 4, "hand": 3}, 7),
        ("scout", {"hand": 11}, -11),
        # Alone in all kinds of the first scoring: 1 to 6 points, and a wall of four.
        (
            "alhambra",
            {
                "wall": 4,
                "pavilions_a": 1,
                "seraglios_a": 1,
                "arcades_a": 1,
                "chambers_a": 1,
                "gardens_a": 1,
                "towers_a": 1,
            },
            4 + 21,
        ),
        ("challengers", {"fans": 31, "final": "yes"}, 31),
    ],
)
def test_one_alone(game, held, points):
    seats = LIBRARY[game].seats[0]
    assert total(game, held, *[{}] * (seats - 1))[0] == points


# What no two can have, or all together not so many of.
TOO_MANY = [
    ("catan", {"road": "yes"}, {"road": "yes"}),
    ("catan", {"army": "yes"}, {"army": "yes"}),
    ("catan", {"cards": 3}, {"cards": 3}),
    ("7-wonders-duel", {"military": "two"}, {"military": "ten"}),
    ("7-wonders-duel", {"supremacy": "yes"}, {"supremacy": "yes"}),
    ("concordia", {"concordia": "yes"}, {"concordia": "yes"}),
    ("patchwork", {"special": "yes"}, {"special": "yes"}),
    ("qwirkle", {"first": "yes"}, {"first": "yes"}),
    ("splendor", {"nobles": 2}, {"nobles": 2}),
    ("dominion", {"provinces": 5}, {"provinces": 4}),
    ("great-western-trail", {"token": "yes"}, {"token": "yes"}),
    ("lords-of-waterdeep", {"adventurers": 60}, {"adventurers": 41}),
    ("lost-cities", {"long": 3}, {"long": 3}),
    ("lost-cities", {"blue": 10, "blue__by": 2}, {"blue": 9, "blue__by": 2}),
    ("no-thanks", {"chips": 30}, {"chips": 26}),
    ("quacks-of-quedlinburg", {"rubies": 12}, {"rubies": 9}),
    ("harmonies", {"fields": 5}, {"fields": 5}),
    ("harmonies", {"buildings": 8}, {"buildings": 8}),
    ("forest-shuffle", {"cave": 65}, {"cave": 64}),
    ("calico", {"buttons": 25}, {"buttons": 24}),
    ("isle-of-skye", {"gold": 150}, {"gold": 133}),
    ("sea-salt-and-paper", {"mermaids": "yes"}, {"mermaids": "yes"}),
    ("scout", {"taken": 12}, {"taken": 11}),
    ("alhambra", {"towers_a": 6}, {"towers_a": 6}),
    ("challengers", {"final": "yes"}, {"final": "yes"}),
]


@pytest.mark.parametrize(("game", "anna", "ben"), TOO_MANY)
def test_what_the_box_does_not_hold_is_refused(game, anna, ben):
    stage = LIBRARY[game].stages[0].key
    held = [anna, ben, *[{}] * max(0, LIBRARY[game].seats[0] - 2)]
    seats = [{"player": name, "stages": {stage: its}} for name, its in zip(NAMES, held, strict=False)]
    found = score_play({"game": game, "seats": seats}, LIBRARY)
    assert [problem.code for problem in found.problems if problem.blocks] == ["too_many"]


@pytest.mark.parametrize(
    ("game", "held"),
    [
        # Five cards of −2 and seven of −1 are the fewest points, ten of 12 and two of 11 the most, doubled.
        ("skyjo", {"points": -18}),
        ("skyjo", {"points": 285}),
        ("dune-imperium", {"track": 31}),
        ("faraway", {"region_8": 100}),
        ("scythe", {"stars": 7}),
        ("scythe", {"level": 19}),
        # A rainbow button needs one of each of the six colours.
        ("calico", {"buttons": 5, "rainbow": "yes"}),
        # No window has more than six tokens.
        ("sagrada", {"favor": 7}),
        ("sagrada", {"open": 21}),
    ],
)
def test_what_one_player_cannot_have_is_refused(game, held):
    others = [{}] * max(0, LIBRARY[game].seats[0] - 1)
    stage = LIBRARY[game].stages[0].key
    seats = [{"player": name, "stages": {stage: its}} for name, its in zip(NAMES, [held, *others], strict=False)]
    found = score_play({"game": game, "seats": seats}, LIBRARY)
    assert [problem.seat for problem in found.problems if problem.blocks] == ["Anna"]


def test_the_longest_path_is_for_all_who_have_it():
    assert row("ticket-to-ride", "longest", {"longest": "yes"}, {"longest": "yes"}) == [10, 10]


def test_the_largest_army_is_a_row_that_the_example_with_cities_and_knights_leaves_out():
    assert row("catan", "army", {"army": "yes"}, {}, {}) == [2, 0, 0]


class TestSushiGo:
    def test_who_is_first_together_shares_its_points_and_then_there_is_no_second(self):
        assert row("sushi-go", "maki", {"maki": 4}, {"maki": 4}, {"maki": 3}, stage="a") == [3, 3, 0]

    def test_who_is_second_together_shares_those_of_the_second(self):
        assert row("sushi-go", "maki", {"maki": 5}, {"maki": 2}, {"maki": 2}, stage="a") == [6, 1, 1]

    def test_the_fewest_puddings_cost_but_not_with_two(self):
        assert row("sushi-go", "fewest_pudding", {"pudding": 3}, {"pudding": 1}, stage="c") == [0, 0]
        held = [{"pudding": number} for number in (3, 1, 1)]
        assert row("sushi-go", "fewest_pudding", *held, stage="c") == [0, -3, -3]
        assert row("sushi-go", "most_pudding", *held, stage="c") == [6, 0, 0]

    def test_where_all_have_as_many_puddings_nobody_gains_or_loses(self):
        for number in (0, 2):
            held = [{"pudding": number}] * 4
            assert row("sushi-go", "most_pudding", *held, stage="c") == [0] * 4
            assert row("sushi-go", "fewest_pudding", *held, stage="c") == [0] * 4
        assert row("sushi-go", "most_pudding", {"pudding": 2}, {"pudding": 2}, stage="c") == [0, 0]

    def test_pairs_and_threes_count_whole_and_dumplings_end_at_fifteen(self):
        assert total("sushi-go", {"tempura": 5, "sashimi": 5, "dumplings": 7}, {}, stage="a") == [10 + 10 + 15, 0]


class TestBids:
    def test_wizard(self):
        held = [
            {"tricks__bid": 2, "tricks__made": 2},
            {"tricks__bid": 1, "tricks__made": 3},
            {"tricks__bid": 0, "tricks__made": 0},
        ]
        assert total("wizard", *held, stage="5") == [40, -20, 20]

    def test_skull_king_plays_a_bid_of_nothing_for_ten_a_card(self):
        held = [{"tricks__bid": 0, "tricks__made": 0}, {"tricks__bid": 0, "tricks__made": 2}]
        held += [{"tricks__bid": 3, "tricks__made": 0}]
        assert total("skull-king", *held, stage="7") == [70, -70, -30]

    @pytest.mark.parametrize("game", ["wizard", "skull-king", "oh-hell"])
    @pytest.mark.parametrize("held", [{}, {"tricks__bid": 0}, {"tricks__made": 0}, {"tricks__made": 1}])
    def test_unknown_bid_or_tricks_score_nothing(self, game, held):
        nothing = {"tricks__bid": 0, "tricks__made": 0}
        rest = {"tricks__bid": 0, "tricks__made": 2 - held.get("tricks__made", 0)}
        scored = total(game, held, nothing, rest, stage="2")
        assert scored[0] == 0 < scored[1]

    def test_skull_king_deals_eight_players_no_more_than_eight_cards(self):
        nothing = {"tricks__bid": 0, "tricks__made": 0}
        missed = {"tricks__bid": 0, "tricks__made": 8, "bonus": -20}
        for stage, cards in (("8", 8), ("9", 8), ("10", 8)):
            assert total("skull-king", missed, *[nothing] * 7, stage=stage) == [-10 * cards - 20, *[10 * cards] * 7]
        assert total("skull-king", *[nothing] * 7, stage="10") == [100] * 7


class TestCascadia:
    """Source: rulebook, habitat corridor bonus."""

    @pytest.mark.parametrize(
        ("tiles", "bonus"),
        [
            ((7,), [2]),
            ((6,), [0]),
            ((5, 4), [2, 0]),
            ((5, 5), [1, 1]),
            ((5, 0), [2, 0]),
            ((9, 7, 6), [3, 1, 0]),
            ((9, 9, 6), [2, 2, 0]),
            ((9, 9, 9), [1, 1, 1]),
            ((9, 7, 7), [3, 0, 0]),
            ((9, 9, 6, 4), [2, 2, 0, 0]),
            ((9, 9, 9, 4), [1, 1, 1, 0]),
            ((9, 9, 9, 9), [1, 1, 1, 1]),
            ((9, 7, 7, 7), [3, 0, 0, 0]),
        ],
    )
    def test_the_largest_habitats_bring_a_bonus_by_how_many_play(self, tiles, bonus):
        held = [{"rivers": number} for number in tiles]
        assert row("cascadia", "rivers_bonus", *held) == bonus


class TestAlhambra:
    """Source: rulebook, scoring; its example is that two with four towers share 13 and 6 in the second scoring."""

    @pytest.mark.parametrize(
        ("scoring", "towers", "points"),
        [
            ("a", (2, 1, 0), [6, 0, 0]),
            ("a", (2, 2, 0), [3, 3, 0]),
            ("b", (4, 4, 1), [9, 9, 0]),
            ("b", (4, 1, 1), [13, 3, 3]),
            ("c", (4, 2, 1), [21, 13, 6]),
            ("c", (4, 2, 2), [21, 9, 9]),
            ("c", (3, 3, 3), [13, 13, 13]),
            ("c", (3, 0, 0), [21, 0, 0]),
        ],
    )
    def test_tied_players_share_the_points_of_their_places(self, scoring, towers, points):
        held = [{f"towers_{scoring}": number} for number in towers]
        assert row("alhambra", f"towers_{scoring}", *held, stage=scoring) == points

    def test_kinds_are_worth_more_the_dearer_they_are(self):
        kinds = ("pavilions", "seraglios", "arcades", "chambers", "gardens", "towers")
        held = [{f"{kind}_c": number for kind in kinds} for number in (3, 2, 1)]
        scored = [row("alhambra", f"{kind}_c", *held, stage="c") for kind in kinds]
        assert scored == [[16, 8, 1], [17, 9, 2], [18, 10, 3], [19, 11, 4], [20, 12, 5], [21, 13, 6]]


class TestTichu:
    def test_after_a_double_victory_no_cards_count_for_either_side(self):
        anna, ben = {"double": "yes", "tichu": 1}, {"cards": 35, "grand_lost": 1}
        teams = [("one", {"1": anna}), ("two", {"1": ben}), ("one", {}), ("two", {})]

        def scored():
            seats = [
                {"player": name, "team": team, "stages": its} for name, (team, its) in zip(NAMES, teams, strict=False)
            ]
            return score_play({"game": "tichu", "seats": seats}, LIBRARY)

        found = scored()
        assert found.is_blocked
        assert [str(problem.message) for problem in found.problems] == [
            "Ben & Dora, card points: 0 or empty, because of Anna & Chris’s “1–2 finish”."
        ]
        del ben["cards"]
        assert [standing.points for standing in scored().standings] == [300, -200, 300, -200]


# What two (and others, who have nothing) hold that brings them the same, and who wins by what tells equal totals apart.
TIES = [
    ("7-wonders-duel", {"blue": 10}, {"green": 10}, "Anna"),
    # Five coins and three bring a point each; the more coins win.
    ("7-wonders", {"coins": 3}, {"coins": 5}, "Ben"),
    ("agricola", {"family": 2, "resources": 3}, {"family": 2, "resources": 4}, "Ben"),
    (
        "architects-of-the-west-kingdom",
        {"buildings": 20, "virtue_left": 9, "silver_left": 2},
        {"buildings": 22, "debts": 1, "virtue_left": 9, "silver_left": 9},
        "Ben",
    ),
    (
        "ark-nova",
        {"appeal": 64, "conservation": 23, "projects": 4},
        {"appeal": 67, "conservation": 22, "projects": 5},
        "Ben",
    ),
    ("azul", {"lines": 1}, {"track": 2}, "Anna"),
    ("bohnanza", {"thalers": 9, "hand": 2}, {"thalers": 9, "hand": 3}, "Ben"),
    ("brass-birmingham", {"links": 70, "income": 15, "money": 3}, {"industries": 70, "income": 14, "money": 9}, "Anna"),
    # Each star that a monster takes counts.
    ("cartographers", {"edict_d": 11, "monsters": 3}, {"edict_d": 9, "monsters": 1}, "Ben"),
    ("cascadia", {"tokens": 2}, {"bear": 2}, "Anna"),
    ("cascadia-cards", {"elk": [2], "tokens": 1}, {"salmon": [1], "tokens": 4}, "Ben"),
    ("castles-of-burgundy", {"track": 50, "filled": 30}, {"track": 50, "filled": 31}, "Ben"),
    ("castles-of-mad-king-ludwig", {"track": 40, "size": 2170}, {"track": 40, "size": 2175}, "Ben"),
    ("century-spice-road", {"cards": 66, "turn": 1}, {"cards": 60, "gold": 2, "turn": 2}, "Ben"),
    ("calico", {"goals": 14, "cats": 3, "tokens": 2}, {"cats_7": 2, "cats": 2, "tokens": 9}, "Anna"),
    ("calico", {"goals": 14, "cats": 2, "tokens": 2}, {"cats_7": 2, "cats": 2, "tokens": 4}, "Ben"),
    ("challengers", {"fans": 18, "trophies": 4}, {"fans": 18, "trophies": 3}, "Anna"),
    # The winner of the final wins, whatever else.
    ("challengers", {"fans": 18, "trophies": 4}, {"fans": 18, "final": "yes", "trophies": 3}, "Ben"),
    # Two artifacts make more points, but the most valuable one decides.
    ("clank", {"artifacts": 25, "cards": 12, "best": 25}, {"artifacts": 35, "gold": 2, "best": 20}, "Anna"),
    ("concordia", {"vesta": 100}, {"vesta": 105, "praefectus": "yes"}, "Ben"),
    ("deep-sea-adventure", {"treasure": 21, "high": 0}, {"treasure": 21, "high": 1}, "Ben"),
    ("dominion", {"estates": 3, "turns": 12}, {"duchies": 1, "turns": 11}, "Ben"),
    (
        "dune-imperium",
        {"track": 10, "spice": 2, "solari": 9},
        {"track": 9, "intrigue": 1, "spice": 3, "solari": 0},
        "Ben",
    ),
    (
        "dune-imperium",
        {"track": 10, "spice": 2, "solari": 1, "water": 1, "troops": 4},
        {"track": 10, "spice": 2, "solari": 1, "water": 1, "troops": 3},
        "Anna",
    ),
    ("everdell", {"cards": 30, "events": 3, "resources": 0}, {"cards": 30, "events": 2, "resources": 9}, "Anna"),
    ("everdell", {"cards": 30, "events": 3, "resources": 1}, {"tokens": 30, "events": 3, "resources": 2}, "Ben"),
    ("faraway", {"region_1": 20, "duration": 241}, {"sanctuaries": 20, "duration": 238}, "Ben"),
    ("finspan", {"fish": 30, "schools": 2, "hand": 1}, {"fish": 36, "young": 6, "hand": 3}, "Ben"),
    ("ganz-schoen-clever", {"yellow": 44, "highest": 44}, {"blue": 22, "green": 22, "highest": 22}, "Anna"),
    ("ingenious", dict.fromkeys(SIX, 5) | {"red": 8}, dict.fromkeys(SIX, 5) | {"blue": 9}, "Ben"),
    ("harmonies", {"animals": 25, "cubes": 9}, {"trees": 25, "cubes": 10}, "Ben"),
    # Seven and nine Gold are a point each; the more Gold wins.
    ("isle-of-skye", {"track": 50, "gold": 7}, {"track": 50, "gold": 9}, "Ben"),
    ("kingdomino", {"wheat": 12, "largest": 7, "crowns": 1}, {"mines": 12, "largest": 6, "crowns": 5}, "Anna"),
    ("kingdomino", {"wheat": 12, "largest": 6, "crowns": 4}, {"mines": 12, "largest": 6, "crowns": 5}, "Ben"),
    # Four and five Gold are 2 points each; the more Gold wins.
    ("lords-of-waterdeep", {"track": 100, "gold": 4}, {"track": 100, "gold": 5}, "Ben"),
    # Nobody reached the Lost Temple.
    (
        "lost-ruins-of-arnak",
        {"research": 20, "temple": 0, "research_score": 20},
        {"research": 15, "guardians": 1, "temple": 0, "research_score": 15},
        "Anna",
    ),
    # Two stations with three lines make 10, five tourist sites and a station with two lines 8 + 2.
    ("next-station-london", {"change_3": 2, "line": 21}, {"sights": 5, "change_2": 1, "line": 20}, "Anna"),
    ("orleans", {"coins": 21, "status": 4, "stations": 5, "track": 20}, {"coins": 41, "track": 19}, "Anna"),
    ("parks", {"parks": 22, "photos": 1, "visited": 5}, {"parks": 23, "visited": 6}, "Ben"),
    ("patchwork", {"buttons": 9}, {"buttons": 11, "empty": 1, "first": "yes"}, "Ben"),
    ("pickomino", {"two": 1, "highest": 25}, {"one": 2, "highest": 24}, "Anna"),
    # Three meteorites make a point; as few empty spaces, fewer meteorites left.
    (
        "planet-unknown",
        {"planet": 20, "lifepods": 1, "empty": 6, "left": 2},
        {"tracks": 20, "meteorites": 5, "empty": 6, "left": 1},
        "Ben",
    ),
    ("power-grid", {"cities": 17, "money": 41}, {"cities": 17, "money": 40}, "Anna"),
    ("puerto-rico", {"chips": 20, "goods": 3}, {"buildings": 20, "goods": 4}, "Ben"),
    ("quacks-of-quedlinburg", {"track": 50, "coins": 10, "pot": 25}, {"track": 51, "rubies": 2, "pot": 28}, "Ben"),
    ("sagrada", {"public_1": 9, "private": 18}, {"public_1": 10, "private": 17}, "Anna"),
    ("sagrada", {"private": 18, "favor": 2}, {"private": 18, "public_2": 2}, "Anna"),
    ("sagrada", {"private": 18, "turn": 1}, {"private": 18, "turn": 2}, "Ben"),
    (
        "raiders-of-the-north-sea",
        {"track": 45, "valkyrie_space": 4, "armoury_space": 6},
        {"track": 40, "iron": 5, "valkyrie_space": 4, "armoury_space": 5},
        "Anna",
    ),
    ("railroad-ink", {"network_1": 8, "centre": 1, "errors": 3}, {"network_1": 8, "errors": 2}, "Ben"),
    # Before the tiles that are left.
    ("scrabble", {"words": 100, "left": 5}, {"words": 95}, "Anna"),
    ("scythe", {"stars": 6, "units": 12, "power": 3}, {"territories": 9, "units": 11, "power": 9}, "Anna"),
    ("scythe", {"stars": 6, "units": 12, "power": 3}, {"territories": 9, "units": 12, "power": 9}, "Ben"),
    # The tie of the last round is below: here four mermaids win, whatever the points.
    ("sea-salt-and-paper", {"points": 12}, {"points": 12, "mermaids": "yes"}, "Ben"),
    ("splendor", {"cards": 15, "bought": 12}, {"cards": 12, "nobles": 1, "bought": 11}, "Ben"),
    ("stone-age", {"green_1": 5, "green_2": 3, "sum": 20}, {"track": 30, "resources": 4, "sum": 21}, "Ben"),
    # Two squid, and the six points of the most puddings.
    ("sushi-go", {"squid": 2, "pudding": 1}, {"pudding": 2}, "Ben"),
    ("takenoko", {"gardener": 9, "panda": 7}, {"gardener": 8, "panda": 8}, "Ben"),
    ("terraforming-mars", {"rating": 30, "money": 5}, {"rating": 25, "milestones": 1, "money": 6}, "Ben"),
    ("ticket-to-ride", {"tickets": 20, "number": 3}, {"tickets": 10, "number": 2, "longest": "yes"}, "Anna"),
    ("ticket-to-ride", {"tickets": 20, "number": 2}, {"tickets": 10, "number": 2, "longest": "yes"}, "Ben"),
    ("tigris-and-euphrates", dict.fromkeys(FOUR, 7) | {"red": 8}, dict.fromkeys(FOUR, 7) | {"black": 9}, "Ben"),
    ("tokaido", {"track": 50, "gourmet": "yes", "achievements": 1}, {"track": 53, "achievements": 2}, "Ben"),
    ("viticulture", {"points": 21, "lira": 3, "wine": 9}, {"points": 21, "lira": 4, "wine": 0}, "Ben"),
    ("welcome-to", {"plans": 10, "estates": 9, "size_1": 0}, {"plans": 10, "estates": 8, "size_1": 6}, "Anna"),
    ("wingspan", {"birds": 30, "left": 2}, {"birds": 30, "left": 1}, "Anna"),
    ("wyrmspan", {"dragons": 50, "items": 4, "visible": 9}, {"dragons": 50, "coins": 1, "visible": 10}, "Ben"),
]


class TestWhoWins:
    @pytest.mark.parametrize(("game", "anna", "ben", "winner"), TIES)
    def test_equal_totals_are_told_apart(self, game, anna, ben, winner):
        others = [{}] * max(0, LIBRARY[game].seats[0] - 2)
        found = result(game, anna, ben, *others, stage=LIBRARY[game].stages[-1].key)
        assert found.standings[0].points == found.standings[1].points
        assert found.winners == (winner,)

    def test_every_sheet_with_a_tie_break_is_tried(self):
        # Two cars are never level in the only race.
        tried = {"heat-championship", *(game for game, *_ in TIES)}
        assert tried == {key for key in LIBRARY if sheet(key).get("ties")}

    def test_heat_championship_goes_to_the_better_place_in_the_last_race(self):
        seats = [
            {"player": "Anna", "stages": {"1": {"place": "p1"}, "2": {"place": "p2"}}},
            {"player": "Ben", "stages": {"1": {"place": "p2"}, "2": {"place": "p1"}}},
        ]
        assert score_play({"game": "heat-championship", "seats": seats}, LIBRARY).winners == ("Ben",)

    def test_agricola_of_2007_has_several_winners_and_asks_for_nothing(self):
        assert result("agricola", {"family": 2}, {"family": 2}).winners == ("Anna", "Ben")

    def test_golden_rule_of_six_takes_it_the_fewest_win(self):
        assert result("6-nimmt", {"heads": 12}, {"heads": 7}, stage="1").winners == ("Ben",)

    def test_sea_salt_and_paper_goes_to_who_has_more_in_the_last_round(self):
        seats = [
            {"player": "Anna", "stages": {"1": {"points": 22}, "2": {"points": 19}}},
            {"player": "Ben", "stages": {"1": {"points": 21}, "2": {"points": 20}}},
        ]
        assert score_play({"game": "sea-salt-and-paper", "seats": seats}, LIBRARY).winners == ("Ben",)

    @pytest.mark.parametrize(
        ("game", "anna", "ben"),
        [
            ("skyjo", {"points": 30}, {"points": 30}),
            ("forest-shuffle", {"trees": 30}, {"top": 25, "cave": 5}),
            ("scout", {"taken": 8}, {"taken": 9, "hand": 1}),
            ("alhambra", {"wall": 9}, {"wall": 9}),
        ],
    )
    def test_equal_totals_share_the_win_where_no_tie_break_is_printed(self, game, anna, ben):
        others = [{}] * max(0, LIBRARY[game].seats[0] - 2)
        assert result(game, anna, ben, *others, stage=LIBRARY[game].stages[0].key).winners == ("Anna", "Ben")

    def test_skyjo_and_heat_are_won_by_the_fewest_points_and_by_the_first_at_the_line(self):
        assert result("skyjo", {"points": 40}, {"points": -3}).winners == ("Ben",)
        assert result("heat", {"place__": 2}, {"place__": 1}).winners == ("Ben",)

    def test_phase_ten_goes_to_who_has_come_farther_whatever_the_points(self):
        assert result("phase-10", {"phase": 9, "left": 0}, {"phase": 10, "left": 90}, stage="10").winners == ("Ben",)
