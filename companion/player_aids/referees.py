"""Input of a player aid on the page, and the journal that it sends back."""

import json

from django.utils import translation

from companion.core.language.texts import say
from companion.rules.kit import Field, Game, Option
from companion.rules.player_aids import functions_of, referee_of
from companion.rules.player_aids.contract import AskedOption, Keep, Known, Referee
from companion.rules.player_aids.steps import replay

# More than ten long games; our page never sends more.
LONGEST_JOURNAL = 5000


def facts_of(game: Game, options, players=()) -> Known:
    """Return the input of a game's player aid in the active language; players only inside a play."""
    fields = [field for stage in game.stages for field in stage.fields]
    return {
        "game": game.slug,
        "options": options,
        "players": list(players),
        "is_play": bool(players),
        "seats": list(game.seats),
        "setup_is_whole": game.setup_is_whole,
        "setup": {str(seats): [say(text) for text in game.setup(seats)] for seats in game.seats},
        "first_player": translate(game.first_player),
        "last_round": translate(game.last_round),
        "labels": {field.key: say(field.label) for field in reversed(fields)},
        "things": {thing.key: say(thing.label) for field in fields for thing in field.legend},
        "supply": {field.key: supply for field in fields if (supply := fixed_supply(game, field)) is not None},
        "asked": [describe_option(option) for option in game.options],
    }


def fixed_supply(game: Game, field: Field) -> int | None:
    """Return the number of a field's things in the box; None if it depends on the number of players."""
    supplies = {field.supply_for(seats) for seats in game.seats}
    return supplies.pop() if len(supplies) == 1 else None


def pictures_of(game: Game, referee: Referee) -> dict[str, str]:
    """Return the names of the pictures that a player aid draws with, by what they show."""
    fields = [field for stage in game.stages for field in stage.fields]
    own = {field.key: field.icon for field in fields if field.icon}
    return own | {name: name for name in referee.PICTURES}


def translate(text) -> str | None:
    """Return a text of the game in the active language, or None."""
    return say(text) if text else None


def describe_option(option: Option) -> AskedOption:
    """Return an option with its label and choices; an option with any number has none."""
    choices = [{"value": choice.value, "label": say(choice.label)} for choice in option.choices]
    return {"key": option.key, "label": say(option.label), "choices": choices}


def facts_for(game: Game, play) -> Known:
    """Return the input of a player aid for a play, or without one."""
    options = game.options_with(play.options if play else {})
    return facts_of(game, options, [seat.player.name for seat in play.seats.at_table()] if play else ())


def read_findings(game: Game, key, journal, play=None) -> Keep | None:
    """Return the options and holdings that a player aid has after a sent journal, or None.

    Only actions that the player aid offers are applied.
    """
    referee = referee_of(game.slug, key)
    if referee is None:
        return None
    at = replay(functions_of(referee), facts_for(game, play), read_journal(journal))
    return referee.ask(at["state"])["keep"]


def read_journal(sent) -> list:
    """Return the actions of a sent journal; an empty list if our page can't have sent it."""
    try:
        journal = json.loads(sent or "[]")
    except (ValueError, RecursionError):
        return []
    return journal if isinstance(journal, list) and len(journal) <= LONGEST_JOURNAL else []


def script_of(referee: Referee, language=None) -> str:
    """Return the path of a player aid's script among the static files, by default in the active language."""
    name = referee.__name__.rpartition(".")[2]
    return f"referees/{name}.{language or translation.get_language()}.js"
