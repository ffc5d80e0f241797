"""The notes beneath a blank sheet: how the game scores, as far as its rows do not say it."""

from companion.core.language.texts import say
from companion.rules.kit import Game, Item, Text, gettext
from companion.rules.kit.tables import Options

from .blank import AS_ENTERED, done_after


def notes_of(game: Game, options: Options, *, seats: int, has_boxes: bool) -> list[Text]:
    """Return how the game scores; of rounds, whose boxes say less than rows, also what they are and what is done."""
    stage = game.stages[0]
    scored = stage.items_with(options)
    # Rows say what they bring, and nothing is told of rows that are not there.
    told_of = {say(of_row(item, options)): item for each in game.stages for item in each.items}
    told: list[Text] = []
    for text in game.how_it_scores:
        item = told_of.get(say(text))
        if item is None:
            told.append(text)
        elif has_boxes and item in scored:
            told.append(item.label if item.worth_with(options) == AS_ENTERED else text)
    if not has_boxes:
        return told
    done = [each.text for each in done_after(game, stage, options, seats=seats) if each.seat is None]
    return [*([stage.reminder] if stage.reminder else []), *told, *done]


def of_row(item: Item, options: Options) -> Text:
    """Return what a game says of a row if it says nothing else."""
    return gettext("%(row)s: %(worth)s", row=item.label, worth=item.worth_with(options))
