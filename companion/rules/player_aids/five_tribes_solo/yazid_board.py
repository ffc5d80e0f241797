"""The board of Yazid's player aid: columns from the left, rows from the bottom."""

from companion.rules.kit import pgettext
from companion.rules.player_aids.contract import Action, Board, Cell, State, Words

# [column, row]
type Tile = list[int]

COLUMNS = [1, 2, 3, 4, 5, 6]


def cell(label: str, spoken: Words | None, look: str, action: Action | None) -> Cell:
    """Return a cell of the board."""
    return {"label": label, "spoken": spoken, "look": look, "action": action, "picture": None}


def tile_name(column: int, row: int) -> Words:
    """Return the name of a tile; columns and rows count from 1, like the dice."""
    return pgettext("Five Tribes Solo", "column %(column)s, row %(row)s", {"column": column, "row": row})


def tile_key(tile: Tile) -> str:
    """Return a tile as a dictionary key."""
    return str(tile[0]) + "-" + str(tile[1])


def dice_board() -> Board:
    """Return all results of two dice: white is the column, black the row."""
    cells = []
    for row in [6, 5, 4, 3, 2, 1]:
        cells.append(cell(str(row), None, "heading", None))
        for column in COLUMNS:
            name = tile_name(column, row)
            cells.append(cell("·", name, "", {"do": "dice", "white": column, "black": row}))
    label = pgettext("Five Tribes Solo", "Your own dice: white is the column, black the row; a black 6 means two tiles")
    return {"columns": 7, "label": label, "is_below": True, "cells": cells + column_heads()}


def column_heads() -> list[Cell]:
    """Return the numbers of the columns, below the board."""
    return [cell("", None, "heading", None)] + [cell(str(column), None, "heading", None) for column in COLUMNS]


def target_board(state: State) -> Board:
    """Return the 6×5 board with the target; another tile can be chosen until a figure is taken off this one."""
    cells = []
    for row in [5, 4, 3, 2, 1]:
        cells.append(cell(str(row), None, "heading", None))
        for column in COLUMNS:
            cells.append(board_tile(state, [column, row]))
    label = pgettext("Five Tribes Solo", "The board")
    return {"columns": 7, "label": label, "is_below": False, "cells": cells + column_heads()}


def board_tile(state: State, tile: Tile) -> Cell:
    """Return a tile: the target, a cleared one, or one that can be chosen instead."""
    name = tile_name(tile[0], tile[1])
    if tile in state["cleared"]:
        return cell("✓", name, "done", None)
    if tile == state["targets"][0]:
        return cell("◎", name, "target", None)
    sign = "○" if tile in state["targets"] else "·"
    action = {"do": "tile", "column": tile[0], "row": tile[1]} if count_taken(state) == 0 else None
    return cell(sign, name, "near" if tile[0] == state["dice"]["white"] else "", action)


def count_taken(state: State) -> int:
    """Return how many figures were taken off the current tile."""
    here: dict[str, int] = state["here"]
    return sum([here[figure] for figure in here])
