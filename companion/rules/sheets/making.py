"""Build the `Game` of a sheet with the building blocks of the kit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.rules.kit import (
    ROLES,
    VARIANTS,
    By,
    Choice,
    Count,
    Expansion,
    Field,
    Game,
    Instruction,
    Item,
    Number,
    OneOf,
    Option,
    Points,
    Proposals,
    Rounds,
    Stage,
    Table,
    Text,
    Tier,
    Verdict,
    each,
    expansion,
    gettext,
    in_words,
    ngettext,
)

from . import reasons
from .limits import MOST_COUNTED, MOST_ROUNDS, MOST_SEATS
from .made import Made, label_of
from .order import PLACE, Place
from .places import at
from .rows import NO, OF_ROUNDS, YES, make
from .ruled_out import ruled_out_problems, ruling_rows
from .table_checks import table_problems
from .targets import falling_back
from .types import Row, Rows, Sheet

END = "end"
WINNER = "winner__"
CROWN = OneOf(
    key=WINNER,
    label=gettext("has won"),
    choices=(Choice(NO, gettext("no")), Choice(YES, gettext("yes"))),
    nothing=NO,
)


def game_of(sheet: Sheet, slug: str) -> Game:
    """Return the game of a valid sheet, with this slug."""
    low, high = sheet["players"]
    source, stages = sheet.get("source"), stages_of(sheet)
    game = Game(
        slug=slug,
        title=in_words(sheet["title"]),
        publisher=sheet.get("publisher", ""),
        designer=sheet.get("designer", ""),
        year=sheet.get("year", 0),
        seats=range(low, high + 1),
        minutes=tuple(sheet["minutes"]) if "minutes" in sheet else None,
        age=sheet.get("age", 0),
        accent=sheet.get("accent", "slate"),
        emblem=sheet.get("emblem", ""),
        stages=stages,
        how_it_scores=how_of(sheet, stages),
        first_player=in_words(sheet["first_player"]) if "first_player" in sheet else None,
        last_round=last_round_of(sheet),
        setup=lambda seats: (),
        setup_is_whole=False,
        source=in_words(source) if source else None,
        options=options_of(sheet),
        expansions=expansions_of(sheet),
        roles=proposals(sheet, "roles") or ROLES,
        variants=proposals(sheet, "variants") or VARIANTS,
        fewest_wins=sheet.get("wins") == "fewest",
        ahead=ahead_of(sheet),
        noted_points=next((row["key"] for row in sheet["rows"] if row.get("noted")), ""),
        level_rows=tuple(by for each in sheet.get("ties", ()) if "row" in each for by in tie_break(each, sheet)),
        tie_breaks=tuple(each["asked"] for each in sheet.get("ties", ()) if "asked" in each),
        fewest_tie_breaks=tuple(
            each["asked"] for each in sheet.get("ties", ()) if "asked" in each and each.get("fewest")
        ),
        teams=sheet.get("played") == "teams",
        together=sheet.get("played") == "together",
        is_coop=sheet.get("played") == "together",
        rounds=rounds_of(sheet),
        tiers=tiers_of(sheet),
        equal_teams=sheet.get("teams") == "equal",
        full_tie_is_draw=sheet.get("draw", False),
        products=tuple(row["key"] for row in sheet["rows"] if row.get("products")),
        sums={check["rows"][0]: check["is"] for check in sums_of_numbers(sheet)},
        sums_unless={check["rows"][0]: check["unless"] for check in sums_of_numbers(sheet) if "unless" in check},
        ruled_out_by=ruling_rows(sheet),
        keeps_dealer=sheet.get("rounds", {}).get("dealer", False),
        looks_back="past" in sheet.get("rounds", {})
        or any(each["kind"] == "rises" for each in sheet.get("checks", ())),
        problems=lambda table: [*ruled_out_problems(sheet, table), *table_problems(sheet, game, table)],
        verdict=lambda table, totals: verdict_of(sheet, table, totals),
        instructions=lambda table, stage: [*dealer_of(sheet, table, stage), *remaining_of(sheet, game, table, stage)],
    )
    return game


def sums_of_numbers(sheet: Sheet) -> list[Mapping[str, Any]]:
    """The checks by which the number of a single row follows for the last seat."""
    rows = sheet["rows"]
    kinds = {row["key"]: row["kind"] for row in rows}
    return [
        check
        for check in sheet.get("checks", ())
        if check["kind"] == "sum"
        and len(check["rows"]) == 1
        and kinds[check["rows"][0]] != "yes"
        and "if" not in check
        and kinds.get(check.get("unless", ""), "yes") == "yes"
    ]


def options_of(sheet: Sheet) -> tuple[Option, ...]:
    """Return the options of a sheet, expansions included."""
    chosen = [
        Option(
            option["key"],
            in_words(option["label"]),
            option["choices"][0]["key"],
            tuple(Choice(choice["key"], in_words(choice["label"])) for choice in option["choices"]),
        )
        for option in sheet.get("options", ())
    ]
    return (*chosen, *(each.option for each in expansions_of(sheet)))


def proposals(sheet: Sheet, part: str) -> Proposals | None:
    """Return the label of a sheet's roles or variants, and its words for them; None if it doesn't define any."""
    if part not in sheet:
        return None
    its = sheet[part]
    words = tuple(Choice(each["key"], in_words(each["label"])) for each in its.get("choices", ()))
    return Proposals(in_words(its["label"]), words)


def expansions_of(sheet: Sheet) -> tuple[Expansion, ...]:
    """Return the expansions, each with its own numbers of players if it has any."""
    return tuple(
        expansion(
            each["key"],
            in_words(each["label"]),
            seats=range(each["players"][0], each["players"][1] + 1) if "players" in each else None,
        )
        for each in sheet.get("expansions", ())
    )


def rounds_of(sheet: Sheet) -> Rounds | None:
    """Return the maximum number of rounds and what ends them; None for a game without rounds."""
    rounds = sheet.get("rounds")
    if rounds is None:
        return None
    number, total = by_number(rounds.get("number")), by_number(rounds.get("total"))
    most = max(number.values()) if isinstance(number, dict) else number
    return Rounds(most or MOST_ROUNDS, number, total, rounds.get("further", 0))


def by_number(value: Any) -> Any:
    """Return a single value, or the values by number of players with integer keys."""
    return {int(players): each for players, each in value.items()} if isinstance(value, dict) else value


def stages_of(sheet: Sheet) -> tuple[Stage, ...]:
    """Return the named stages, the possible rounds, or a single stage for the end of the game."""
    rounds = rounds_of(sheet)
    if rounds is not None:
        named = [(str(number), gettext("round %(number)s", number=number)) for number in range(1, rounds.most + 1)]
    else:
        given = sheet.get("stages", ())
        named = [(each["key"], in_words(each["label"])) for each in given] or [(END, gettext("end of the game"))]
    rows: Rows = {row["key"]: row for row in sheet["rows"]}
    # Stages share the rows that are equal in all of them.
    made = {key: make(row, rows) for key, row in rows.items()}
    if (key := sheet.get("won", {}).get("row")) in made:
        made[key] = deciding(made[key])
    asked = asked_of(sheet)
    stages = []
    for number, (key, label) in enumerate(named, 1):
        here = [
            make(row, rows, number) if row["kind"] in OF_ROUNDS else made[row["key"]]
            for row in rows.values()
            if key in row.get("stages", (key,))
        ]
        stages.append(stage_of(sheet, key, label, here, asked if rounds or number == len(named) else ()))
    is_falling_back = sheet.get("rounds", {}).get("past") == "back"
    return falling_back(stages, sheet["rounds"]) if is_falling_back else tuple(stages)


def deciding(made: Made) -> Made:
    """Return the row of the question whether everyone has won, which must be answered."""
    assert made.item
    item = replace(made.item, worth=gettext("yes: everyone wins")) if made.item.noted else made.item
    fields = tuple(each.as_required() for each in made.fields)
    return replace(made, item=item, fields=fields)


def stage_of(sheet: Sheet, key: str, label: Text, made: Sequence[Made], asked: Sequence[Field]) -> Stage:
    """Return a stage with its rows, and the fields of tiebreakers after it."""
    places = places_of(sheet)
    fields = [*(field for each in made for field in each.fields), *(field for field, _ in places)]
    items = [*(each.item for each in made if each.item), *(item for _, item in places)]
    return Stage(key, label, (*fields, *asked), tuple(items))


def asked_of(sheet: Sheet) -> list[Count]:
    """Return the fields of tiebreakers that are entered only for a tie."""
    return [
        Count(key=each["asked"], label=in_words(each["label"]), most=MOST_COUNTED, breaks_ties=True)
        for each in sheet.get("ties", ())
        if "asked" in each
    ]


def places_of(sheet: Sheet) -> list[tuple[Field, Item]]:
    """Return the field and row of a game without points: each player's place, or who won."""
    if sheet.get("wins") == "order":
        place = Place(key=PLACE, label=gettext("place"), most=MOST_SEATS)

        def of_place(held: Mapping[str, Any], table: Table) -> tuple[int, Any, int]:
            number = held.get(PLACE, 0)
            return 0, reasons.placed_last(number), number or MOST_SEATS + 1

        about: dict[str, Any] = {"alone": True, "noted": True, "needs_every_field": True}
        return [(place, Item(PLACE, place.label, each(of_place), gettext("1 is first"), **about))]
    if sheet.get("wins") == "winner":

        def of_winner(held: Mapping[str, Any], table: Table) -> Points:
            if WINNER not in held:
                return 0, reasons.noted(CROWN.label, None)
            has = int(held[WINNER] == YES)
            return 0, reasons.yes_or_no(CROWN.label, has), has

        return [(CROWN, Item(WINNER, CROWN.label, each(of_winner), gettext("no points"), alone=True, noted=True))]
    return []


def ahead_of(sheet: Sheet) -> tuple[By, ...]:
    """Return the rows that rank before the total."""
    given = tuple(by(each) for each in sheet.get("ahead", ()))
    alone = {"order": By(PLACE, fewest=True, last=True), "winner": By(WINNER, last=True)}
    wins = sheet.get("wins")
    return (alone[wins], *given) if wins in alone else given


def by(given: Row) -> By:
    """Return the kit's form of a row that ranks seats: by the most or fewest, over all stages or in the last."""
    return By(given["row"], fewest=given.get("fewest", False), last=given.get("last", False))


def tie_break(given: Row, sheet: Sheet) -> Sequence[By]:
    """Return the kit's form of a tiebreaker; `next` compares the next lowest of several rows, one after the other."""
    if not given.get("next"):
        return [by(given)]
    [rows] = [row["rows"] for row in sheet["rows"] if row["key"] == given["row"]]
    return [By(given["row"], rows=tuple(rows), nth=nth) for nth in range(1, len(rows))]


def tiers_of(sheet: Sheet) -> tuple[Tier, ...]:
    """Return the ratings with their lowest points, the lowest first."""
    return tuple(Tier(str(each["least"]), each["least"], in_words(each["label"])) for each in sheet.get("tiers", ()))


def verdict_of(sheet: Sheet, table: Table, totals: Sequence[Number]) -> Verdict | None:
    """Return the outcome of a co-op game with its rating, or a loss for all if nobody is recorded as the winner.

    Return None before anyone has counted.
    """
    won = sheet.get("won")
    stages = [held for seat in table["seats"] for held in seat["stages"].values()]
    if sheet.get("wins") == "winner" and stages and not any(held.get(WINNER) == YES for held in stages):
        return Verdict(won=False, headline=gettext("nobody has won"))
    if won is None or not stages:
        return None
    by_row = any(held.get(won.get("row")) == YES for held in stages)
    has_won = max(totals) >= won["total"] if "total" in won else by_row
    reached = [tier for tier in tiers_of(sheet) if max(totals) >= tier.least]
    outcome = gettext("Won") if has_won else gettext("Lost")
    if not reached:
        return Verdict(won=has_won, headline=outcome)
    return Verdict(won=has_won, tier=reached[-1].key, headline=reached[-1].rating, details=(outcome,))


def dealer_of(sheet: Sheet, table: Table, stage: str) -> list[Instruction]:
    """Return who deals the next round, if the sheet asks for it."""
    rounds = sheet.get("rounds") or {}
    if not rounds.get("dealer") or int(stage) == at(rounds.get("number"), len(table["seats"])):
        return []
    place = int(stage) % len(table["seats"])
    if not table["seats"][place]["player"]:
        return [Instruction(gettext("The next player deals."))]
    return [Instruction(gettext("deals the next round"), place)]


def remaining_of(sheet: Sheet, game: Game, table: Table, stage: str) -> list[Instruction]:
    """Return what each seat still needs after this round, if nobody may pass the total that ends the game."""
    rounds = sheet.get("rounds") or {}
    if "past" not in rounds:
        return []
    total = at(rounds["total"], len(table["seats"]))
    totals: list[Number] = [0] * len(table["seats"])
    for scored in game.limited_to(int(stage)).by_stage(table):
        totals[scored.seat] += scored.total
    return [
        Instruction(gettext("%(points)s remaining", points=total - its), seat)
        for seat, its in enumerate(totals)
        if total > its
    ]


def how_of(sheet: Sheet, stages: Sequence[Stage]) -> tuple[Text, ...]:
    """Return how the game scores: the sheet's texts, or the note of each row; and when its rounds are over."""
    rounds = sheet.get("rounds", {})
    ends = [rounds[key] for key in ("number", "total") if key in rounds]
    if "how" in sheet:
        unsaid = [end for end in ends if str(end) not in str(sheet["how"])]
        return (*map(in_words, sheet["how"]), *([last_round_of(sheet)] if unsaid else []))
    alike = stages[:1] if "rounds" in sheet else stages
    items = {item.key: item for stage in alike for item in stage.items}
    rows = [gettext("%(row)s: %(worth)s", row=item.label, worth=item.worth_with({})) for item in items.values()]
    return (*rows, who_wins(sheet), *what_breaks_ties(sheet), *([last_round_of(sheet)] if ends else []))


def what_breaks_ties(sheet: Sheet) -> Iterator[Text]:
    """Yield the text for each tiebreaker, in order."""
    labels = {row["key"]: label_of(row) for row in sheet["rows"]}
    for place, tie in enumerate(sheet.get("ties", ())):
        row = labels[tie["row"]] if "row" in tie else in_words(tie["label"])
        yield (still_tied if place else tied_at_first)(row, fewest=tie.get("fewest", False))


def tied_at_first(row: Text, *, fewest: bool) -> Text:
    """Return the text for the first tiebreaker."""
    if fewest:
        return gettext("If tied at the end: the fewest “%(row)s” wins.", row=row)
    return gettext("If tied at the end: the most “%(row)s” wins.", row=row)


def still_tied(row: Text, *, fewest: bool) -> Text:
    """Return the text for a later tiebreaker."""
    if fewest:
        return gettext("If still tied: the fewest “%(row)s” wins.", row=row)
    return gettext("If still tied: the most “%(row)s” wins.", row=row)


def who_wins(sheet: Sheet) -> Text:
    """Return the text for who wins."""
    if sheet.get("played") == "together":
        return gettext("Everyone wins or loses together.")
    if sheet.get("wins") == "fewest":
        return gettext("Fewest points win.")
    if sheet.get("wins") in ("order", "winner"):
        return gettext("No points; only the winner is recorded.")
    return gettext("The most points win.")


def last_round_of(sheet: Sheet) -> Text:
    """Return how the game ends: the sheet's text, or the end of its rounds."""
    if "last_round" in sheet:
        return in_words(sheet["last_round"])
    rounds = sheet.get("rounds") or {}
    if isinstance(rounds.get("number"), dict):
        parts = [
            gettext("for %(players)s: %(points)s", players=players, points=number)
            for players, number in rounds["number"].items()
        ]
        return gettext("The number of rounds depends on the number of players: %(parts)s.", parts=tuple(parts))
    if "number" in rounds:
        return ngettext(
            "The game ends after %(number)s round.", "The game ends after %(number)s rounds.", rounds["number"]
        )
    if isinstance(rounds.get("total"), dict):
        parts = [
            gettext("for %(players)s: %(points)s", players=players, points=total)
            for players, total in rounds["total"].items()
        ]
        return gettext("The total that ends the game depends on the number of players: %(parts)s.", parts=tuple(parts))
    if "further" in rounds:
        return ngettext(
            "The game ends %(number)s round after the one in which someone reaches %(points)s.",
            "The game ends %(number)s rounds after the one in which someone reaches %(points)s.",
            rounds["further"],
            points=rounds["total"],
        )
    if "total" in rounds:
        return gettext("The game ends with the round in which somebody reaches %(points)s.", points=rounds["total"])
    return gettext("The game ends as described in the rulebook.")
