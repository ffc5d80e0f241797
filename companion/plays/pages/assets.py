"""The scripts and styles of a page on which is counted: no more than its game and its seats need."""

from .save_answers import MOST_WITHOUT_CROWDING

# The scripts of the page, the smallest first, and for which kinds of fields each has keys beside those for numbers.
SCRIPTS = {
    "entry": set(),
    "entry_with_choices": {"one_of", "sums"},
    "entry_with_tally": {"tally"},
    "entry_with_cards": {"rows"},
    "entry_with_counts": {"counts", "one_of", "picks"},
    "entry_with_pads": {"counts", "one_of", "picks", "rows", "tally", "sums"},
}


def field_scripts(game) -> list[str]:
    """The scripts for the fields of a game that are tapped and not typed, where one field is asked for alone."""
    kinds = {field.kind for stage in game.stages for field in stage.fields if field.needs_script}
    return [f"js/alone/{kind}.js" for kind in sorted(kinds)]


def kinds_of(game) -> set[str]:
    """The kinds of fields of a game that are tapped and not typed."""
    parts = [part for stage in game.stages for part in stage.parts or ()]
    kinds = {field.kind for stage in game.stages for field in stage.fields if not field.is_number}
    return kinds | ({"counts"} if any(part.pad for part in parts) else set())


def script_of(game) -> str:
    """Return the smallest script with the keys for all fields of a game, and for the last cells of known sums."""
    tapped = kinds_of(game) | ({"sums"} if game.sums else set())
    return f"js/{next(name for name, pads in SCRIPTS.items() if tapped <= pads)}.js"


def styles_of(pad) -> tuple[str, ...]:
    """Return the styles of a sheet's page: those of every page, of its game's colour, and of its fields and seats."""
    kinds = kinds_of(pad.game)
    needed = {"pads": kinds, "many": len(pad.seats) > MOST_WITHOUT_CROWDING, "displays": "rows" in kinds}
    names = ["caravan", f"accents/{pad.game.accent}", *(name for name, is_needed in needed.items() if is_needed)]
    return tuple(f"css/{name}.css" for name in names)
