"""The colours of a group's people, to choose one for a name."""

from django.utils.translation import pgettext_lazy

from companion.core.language.discs import free_colours
from companion.core.language.short_names import short_names

WORDS_OF_COLOURS = (
    pgettext_lazy("colour of a person", "blue"),
    pgettext_lazy("colour of a person", "orange"),
    pgettext_lazy("colour of a person", "green"),
    pgettext_lazy("colour of a person", "pink"),
    pgettext_lazy("colour of a person", "violet"),
    pgettext_lazy("colour of a person", "sky"),
    pgettext_lazy("colour of a person", "red"),
    pgettext_lazy("colour of a person", "yellow"),
)
# Letters of a name that fit below its colour.
BENEATH_A_COLOUR = 6


def colours_to_choose(players, new=()) -> list[dict]:
    """Return the colours that a person may have beside these, `{"number", "word", "owner", "is_free", "is_next"}`.

    `new` are people with a name and colour whom the group doesn't know yet. A taken one names its owner,
    shortened if necessary.
    """
    owned = [(each.name, each.colour) for each in (*players, *new)]
    shorts = short_names([name for name, _colour in owned], room=BENEATH_A_COLOUR)
    owners = {colour: short for short, (_name, colour) in reversed([*zip(shorts, owned, strict=True)])}
    free = free_colours([colour for _name, colour in owned])
    return [
        {
            "number": number,
            "word": word,
            "owner": owners.get(number, ""),
            "is_free": number in free,
            "is_next": number == free[0],
        }
        for number, word in enumerate(WORDS_OF_COLOURS, start=1)
    ]
