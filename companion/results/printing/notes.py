"""The notes below a blank sheet: how the game scores, unless its rows say it."""

from companion.core.language.texts import say
from companion.rules.kit import Game, Item, Text, gettext
from companion.rules.kit.tables import Options

from .blank import AS_ENTERED, instructions_after


def notes_of(game: Game, options: Options, *, seats: int, has_boxes: bool) -> list[Text]:
    """Return how the game scores; with boxes for rounds also the reminder and what is done after each."""
    stage = game.stages[0]
    scored = stage.items_with(options)
    # Rows show their own points, and rows that aren't there need no note.
    items = {say(describe_row(item, options)): item for each in game.stages for item in each.items}
    notes: list[Text] = []
    for text in game.how_it_scores:
        item = items.get(say(text))
        if item is None:
            notes.append(text)
        elif has_boxes and item in scored:
            notes.append(item.label if item.worth_with(options) == AS_ENTERED else text)
    if not has_boxes:
        return notes
    done = [each.text for each in instructions_after(game, stage, options, seats=seats) if each.seat is None]
    return [*([stage.reminder] if stage.reminder else []), *notes, *done]


def describe_row(item: Item, options: Options) -> Text:
    """Return the default description of a row: its label and what it scores."""
    return gettext("%(row)s: %(worth)s", row=item.label, worth=item.worth_with(options))
