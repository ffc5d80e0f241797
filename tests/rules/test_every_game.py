"""What holds for every game: whoever adds one finds here what it lacks."""

import re
from copy import deepcopy
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import GAMES, MODULES
from companion.rules.kit import ICONS, Text
from companion.rules.scoring.schema import play_schema
from companion.rules.sheets.limits import SENT_BESIDE_ROWS
from tests.builders import scored
from tests.lanes import unhurried
from tests.rules.tables import PLAYERS, WRONG, possible_plays

ROOT = Path(__file__).resolve().parents[2]
# A new game may share one of them.
ACCENTS = {path.stem for path in (ROOT / "static/css/accents").iterdir()}
SCHEMA = jsonschema.Draft202012Validator(play_schema(GAMES))
TABLES = [(game, seats) for game in GAMES.values() for seats in game.seats]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.slug}-{seats}" for game, seats in TABLES])


def empty_play(game, seats):
    """Everybody has counted at the end of every stage, and nobody has anything."""
    stages = {stage.key: {} for stage in game.stages}
    return {
        "game": game.slug,
        "seats": [{"player": player, "stages": deepcopy(stages)} for player in PLAYERS[:seats]],
    }


def full_play(game, seats):
    """The first seat holds all there is, as far as the rules let one seat have everything."""
    play = empty_play(game, seats)
    for stage in game.stages:
        held = play["seats"][0]["stages"][stage.key]
        for field in stage.fields_with(game.options_with({})):
            held[field.key] = FULL[field.kind](field, seats)
            if scored(play).is_blocked:
                del held[field.key]
        assert held
    return play


def all_cards(rows, seats):
    cards = [
        {"symbol": symbol.key, "points": max(rows.points)} for symbol in rows.symbols for _ in range(symbol.supply)
    ]
    return [
        cards[start : start + rows.row_length] for start in range(0, rows.most_rows * rows.row_length, rows.row_length)
    ]


FULL = {
    "count": lambda count, seats: count.schema()["maximum"] if count.supply is None else count.supply_for(seats),
    "tally": lambda tally, seats: [max(tally.values)] * tally.most,
    "picks": lambda picks, seats: [thing.key for thing in picks.things],
    "rows": all_cards,
    "one_of": lambda field, seats: field.choices[-1].value,
}


def unique(keys):
    keys = list(keys)
    return len(set(keys)) == len(keys)


def values_of(option):
    return [choice.value for choice in option.choices] or [option.low, option.high]


class TestScoring:
    @every_table
    def test_a_play_starts_with_every_number_of_seats(self, game, seats):
        result = scored({"game": game.slug, "seats": [{"player": player} for player in PLAYERS[:seats]]})
        assert not result.problems
        assert all(standing.lines == () and standing.points == 0 for standing in result.standings)

    @every_table
    def test_an_empty_table_is_scored(self, game, seats):
        result = scored(empty_play(game, seats))
        assert not result.is_blocked
        rows = sum(len(stage.items_with(game.options_with({}))) for stage in game.stages)
        assert all(len(standing.lines) == rows for standing in result.standings)

    @every_table
    def test_a_full_table_is_scored(self, game, seats):
        result = scored(full_play(game, seats))
        assert not result.is_blocked
        assert result.standings[0].points > 0
        assert result.standings[0].rank == 1

    @every_game
    def test_one_seat_too_few_or_too_many_blocks(self, game):
        for seats in (game.seats[0] - 1, game.seats[-1] + 1):
            result = scored({"game": game.slug, "seats": [{"player": player} for player in PLAYERS[:seats]]})
            assert "seats" in {problem.code for problem in result.problems if problem.blocks}

    @every_game
    def test_every_value_of_an_option_is_scored(self, game):
        for option in game.options:
            for value in values_of(option):
                play = {**empty_play(game, game.seats[0]), "options": {option.key: value}}
                assert not scored(play).is_blocked


class TestFacts:
    @every_game
    def test_its_module_gives_it_its_slug(self, game):
        assert GAMES[game.slug] is game

    @every_game
    def test_its_accent_is_one_of_the_stylesheet(self, game):
        assert game.accent in ACCENTS

    @every_game
    def test_its_emblem_is_drawn(self, game):
        assert not game.emblem or (ROOT / f"templates/icons/emblems/{game.emblem}.svg").exists()

    @every_game
    def test_it_says_who_made_it_and_for_whom(self, game):
        assert game.publisher
        assert game.designer
        assert 1900 < game.year < 2100
        assert 1 <= game.seats[0] <= game.seats[-1]
        assert 0 < game.minutes[0] <= game.minutes[1]
        assert game.age > 0

    @every_game
    def test_keys_are_unique(self, game):
        assert unique(stage.key for stage in game.stages)
        assert unique(option.key for option in game.options)
        for option in game.options:
            assert unique(values_of(option))
        for stage in game.stages:
            assert unique(item.key for item in stage.items)

    @every_game
    def test_no_two_fields_of_one_key_are_asked_together(self, game):
        tables = [{}, *({option.key: value} for option in game.options for value in values_of(option))]
        for options in map(game.options_with, tables):
            for stage in game.stages:
                assert unique(field.key for field in stage.fields_with(options))

    @every_game
    def test_every_item_is_counted_from_fields_of_its_stage(self, game):
        for stage in game.stages:
            keys = {field.key for field in stage.fields}
            for item in stage.items:
                assert set(item.counted_from) <= keys, item.key

    @every_game
    def test_no_field_is_asked_in_vain(self, game):
        for stage in game.stages:
            scoring = {key for item in stage.items for key in item.counted_from}
            for field in stage.fields:
                assert field.breaks_ties or field.key in scoring, field.key

    @every_game
    def test_tie_breaks_are_fields_of_the_last_stage(self, game):
        breaking = {field.key for field in game.stages[-1].fields if field.breaks_ties}
        assert set(game.tie_breaks) == breaking

    @every_game
    def test_every_field_that_is_counted_is_in_one_part_where_a_stage_has_parts(self, game):
        for stage in game.stages:
            counted = [field for field in stage.fields if not field.breaks_ties]
            assert not stage.parts or [field for part in stage.parts for field in part.fields] == counted

    @every_game
    def test_a_field_or_item_that_an_option_asks_for_names_a_value_of_it(self, game):
        for stage in game.stages:
            for each in (*stage.fields, *stage.items):
                if each.only_with:
                    option, value = each.only_with
                    assert game.option(option).allows(value)

    @every_game
    def test_what_scores_under_an_option_is_asked_under_it(self, game):
        tables = [{}, *({option.key: value} for option in game.options for value in values_of(option))]
        for options in map(game.options_with, tables):
            for stage in game.stages:
                asked = {field.key for field in stage.fields_with(options)}
                scoring = {key for item in stage.items_with(options) for key in item.counted_from}
                assert scoring <= asked
                assert scoring == {key for item in stage.items for key in item.counted_from} & asked

    @every_game
    def test_defaults_are_allowed(self, game):
        for option in game.options:
            assert option.allows(option.default), option.key

    @every_game
    def test_a_supply_is_known_for_every_number_of_seats(self, game):
        for stage in game.stages:
            for field in stage.fields:
                if getattr(field, "supply", None) is not None:
                    assert all(field.supply_for(seats) for seats in game.seats), field.key

    @every_game
    def test_nothing_in_its_module_is_forgotten(self, game):
        [module] = [module for module in MODULES if module.GAME is game]
        source = Path(module.__file__).read_text()
        [games] = {Path(each.__file__).parent for each in MODULES}
        everything = source + "".join(path.read_text() for path in games.glob("*.py"))
        for name in re.findall(r"^def (\w+)\(", source, re.M):
            uses = re.findall(rf"(?<!def )\b{name}\b(?!=)", everything)
            assert uses, f"{name} is named nowhere: a part of a game is named in GAME"


class TestTexts:
    @every_game
    def test_whatever_people_read_can_be_translated(self, game):
        texts = [game.title, *game.how_it_scores, game.last_round]
        texts += [part for ruling in game.rulings for part in (ruling.title, ruling.text)]
        texts += [each.label for stage in game.stages for each in (stage, *stage.parts, *stage.fields, *stage.items)]
        texts += [each.label for option in game.options for each in (option, *option.choices)]
        texts += [stage.reminder for stage in game.stages if stage.reminder]
        texts += [field.one for field in fields_of(game) if getattr(field, "one", None)]
        texts += [thing.label for field in fields_of(game) for thing in getattr(field, "things", ())]
        texts += [symbol.label for field in fields_of(game) for symbol in getattr(field, "symbols", ())]
        texts += [choice.label for field in fields_of(game) for choice in getattr(field, "choices", ())]
        texts += [game.first_player] if game.first_player else []
        texts += [text for seats in game.seats for text in game.setup(seats)]
        texts += game.verdicts
        assert all(isinstance(text, Text) and str(text) for text in texts)

    @every_table
    def test_reasons_and_instructions_can_be_translated(self, game, seats):
        for play in (empty_play(game, seats), full_play(game, seats)):
            lines = [line for standing in scored(play).standings for line in standing.lines]
            assert all(isinstance(line.reason, Text) and str(line.reason) for line in lines)
            # A reason that was said is known again.
            assert all(hash(line.why) is not None for line in lines)
            table = {"options": game.options_with({}), "seats": play["seats"]}
            told = [each for stage in game.stages for each in game.instructions(table, stage.key)]
            assert all(isinstance(each.text, Text) and str(each.text) for each in told)
            for each in told:
                # What is drawn has its place among the words.
                assert each.short is None or str(each.short).count(ICONS) == bool(each.things)
                assert all(field.icon for field, _ in each.things)
            verdict = scored(play).verdict
            assert all(isinstance(text, Text) and str(text) for text in (verdict.details if verdict else ()))

    @every_game
    def test_the_score_sheet_says_what_each_row_brings_under_every_option(self, game):
        tables = [{}, *({option.key: value} for option in game.options for value in values_of(option))]
        for options in map(game.options_with, tables):
            told = [item.worth_with(options) for stage in game.stages for item in stage.items_with(options)]
            assert all(isinstance(text, Text) and str(text) for text in told)

    @every_table
    def test_what_is_done_at_a_stages_end_can_be_told_before_anybody_has_counted(self, game, seats):
        table = {"options": game.options_with({}), "seats": [{"player": "", "stages": {}}] * seats}
        told = [each for stage in game.stages[:-1] for each in game.instructions(table, stage.key)]
        assert all(isinstance(each.text, Text) and each.seat is None for each in told)
        assert bool(told) == (len(game.stages) > 1)

    @every_game
    def test_it_tells_how_it_scores_and_where_the_rules_are_silent(self, game):
        assert game.how_it_scores
        assert game.rulings


def fields_of(game):
    return [field for stage in game.stages for field in stage.fields]


class TestSchema:
    """The schema sees one value at a time: it takes what scoring takes, and refuses what a field refuses."""

    def test_it_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(play_schema(GAMES))

    @every_game
    @unhurried(60)
    @given(st.data())
    def test_it_takes_any_possible_play(self, game, data):
        SCHEMA.validate(data.draw(possible_plays(game)))

    @every_table
    def test_it_takes_empty_and_full_tables(self, game, seats):
        SCHEMA.validate(empty_play(game, seats))
        SCHEMA.validate(full_play(game, seats))

    @every_game
    def test_it_refuses_what_no_number_of_seats_lets_a_field_hold(self, game):
        for stage in game.stages:
            for field in stage.fields:
                wrong = [value for seats in game.seats for value in WRONG[field.kind](field, seats)]
                for value in wrong:
                    if all(field.clean(value, seats=seats)[1] for seats in game.seats):
                        play = empty_play(game, game.seats[0])
                        play["seats"][0]["stages"][stage.key][field.key] = value
                        assert scored(play).is_blocked
                        assert not SCHEMA.is_valid(play), (field.key, value)

    @every_game
    @pytest.mark.parametrize(
        "spoil",
        [
            lambda play: play.update(format="caravan.play/2"),
            lambda play: play.update(game="nonesuch"),
            lambda play: play.pop("game"),
            lambda play: play.pop("seats"),
            lambda play: play.update(seats={}),
            lambda play: play["seats"][0].pop("player"),
            lambda play: play["seats"][0].update(player=" "),
            lambda play: play["seats"][0].update(player=7),
            lambda play: play["seats"][0].update(stage={}),
            lambda play: play["seats"][0].update(stages=[]),
            lambda play: play["seats"][0]["stages"].update(nonesuch={}),
            lambda play: [each.update(nonesuch=1) for each in play["seats"][0]["stages"].values()],
            lambda play: play.update(options={"nonesuch": 1}),
            lambda play: play.update(options=[]),
            lambda play: play.update(seat=[]),
            lambda play: play.update(state="won"),
            lambda play: play.update(id="7"),
            lambda play: play.update(played_on="20.11.2026"),
            lambda play: play.update(place=None),
            lambda play: play.update(minutes=0),
            lambda play: play.update(minutes="75"),
            lambda play: play.update(minutes=1441),
            lambda play: play.update(notes=["a"]),
            lambda play: play["seats"].clear(),
            lambda play: play["seats"].extend({"player": f"Extra {number}"} for number in range(9)),
        ],
    )
    def test_it_refuses_what_is_no_play_and_what_blocks(self, game, spoil):
        play = empty_play(game, game.seats[0])
        SCHEMA.validate(play)
        spoil(play)
        assert not SCHEMA.is_valid(play)

    @every_game
    def test_it_refuses_a_value_an_option_cannot_have(self, game):
        for option in game.options:
            for value in ("nonesuch", None, 0, 100, 1.5, []):
                if not option.allows(value):
                    play = {**empty_play(game, game.seats[0]), "options": {option.key: value}}
                    assert scored(play).is_blocked
                    assert not SCHEMA.is_valid(play), (option.key, value)

    def test_it_takes_whatever_else_a_play_carries(self):
        game = next(iter(GAMES.values()))
        SCHEMA.validate(
            {
                **empty_play(game, game.seats[0]),
                "format": "caravan.play/1",
                "id": "8b0c6a5e-3f1d-4c1e-9a57-0123456789ab",
                "played_on": "2026-11-20",
                "place": "at Dora's",
                "minutes": 75,
                "notes": "",
                "state": "finished",
            }
        )


@every_game
def test_no_field_is_called_what_a_page_sends_beside_it(game):
    assert not {field.key for stage in game.stages for field in stage.fields} & set(SENT_BESIDE_ROWS)
