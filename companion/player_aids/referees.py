"""What a referee on the page begins with, and what was done there, as it was sent."""

import json

from django.utils import translation

from companion.core.language.texts import say
from companion.rules.kit import Field, Game, Option
from companion.rules.player_aids import functions_of, referee_of
from companion.rules.player_aids.contract import AskedOption, Keep, Known, Referee
from companion.rules.player_aids.steps import replay

# More than ten long games; what is sent beyond it is none of ours.
LONGEST_JOURNAL = 5000


def table_of(game: Game, options, players=()) -> Known:
    """What a referee of a game begins with, in the active language; players only inside a play."""
    fields = [field for stage in game.stages for field in stage.fields]
    return {
        "game": game.slug,
        "options": options,
        "players": list(players),
        "is_play": bool(players),
        "seats": list(game.seats),
        "setup_is_whole": game.setup_is_whole,
        "setup": {str(seats): [say(text) for text in game.setup(seats)] for seats in game.seats},
        "first_player": said(game.first_player),
        "last_round": said(game.last_round),
        "labels": {field.key: say(field.label) for field in reversed(fields)},
        "things": {thing.key: say(thing.label) for field in fields for thing in field.legend},
        "supply": {field.key: supply for field in fields if (supply := supply_of(game, field)) is not None},
        "asked": [asked(option) for option in game.options],
    }


def supply_of(game: Game, field: Field) -> int | None:
    """How many of a field are in the box, where that is the same for any number of players."""
    supplies = {field.supply_for(seats) for seats in game.seats}
    return supplies.pop() if len(supplies) == 1 else None


def pictures_of(game: Game, referee: Referee) -> dict[str, str]:
    """The pictures that a referee of a game draws with: what they stand for, and the name of each."""
    fields = [field for stage in game.stages for field in stage.fields]
    own = {field.key: field.icon for field in fields if field.icon}
    return own | {name: name for name in referee.PICTURES}


def said(text) -> str | None:
    """A text of the game, where there is one."""
    return say(text) if text else None


def asked(option: Option) -> AskedOption:
    """An option with its label and its choices; those of one that takes any number are none."""
    choices = [{"value": choice.value, "label": say(choice.label)} for choice in option.choices]
    return {"key": option.key, "label": say(option.label), "choices": choices}


def table_at(game: Game, play) -> Known:
    """What a referee begins with: at the table of a play, or without any."""
    options = game.options_with(play.options if play else {})
    return table_of(game, options, [seat.player.name for seat in play.seats.at_table()] if play else ())


def known_of(game: Game, key, journal, play=None) -> Keep | None:
    """Options and holdings of a game as its referee knows them after a journal (as it was sent); None for nothing.

    Whatever was sent, each of its actions is done only where the referee offers it just then.
    """
    referee = referee_of(game.slug, key)
    if referee is None:
        return None
    at = replay(functions_of(referee), table_at(game, play), read_journal(journal))
    return referee.ask(at["state"])["keep"]


def read_journal(sent) -> list:
    """The actions that a page sent along; none of what no page of ours sends."""
    try:
        journal = json.loads(sent or "[]")
    except (ValueError, RecursionError):
        return []
    return journal if isinstance(journal, list) and len(journal) <= LONGEST_JOURNAL else []


def script_of(referee: Referee, language=None) -> str:
    """The path of a referee's script in a language, or the active one, among the static files."""
    name = referee.__name__.rpartition(".")[2]
    return f"referees/{name}.{language or translation.get_language()}.js"
