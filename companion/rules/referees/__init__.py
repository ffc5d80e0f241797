"""Referees: help during the game, the same rules on the server and, compiled to JavaScript, on the phone.

A referee is a module of this package that is named in `REFEREES`, with facts on top and three pure functions::

    GAME = "…"      slug of the game it belongs to; None: every game has it
    KEY = "…"       its part of the address
    TITLE, SUMMARY  texts: what it is called, and what it does in one sentence
    LASTS = True    where it goes along with the whole game, so that Home leads back to it

    begin(table) -> state
    act(state, action) -> {"state": state, "events": [text, …]}
    ask(state) -> page

**table**: what is known before it begins, every text of it a sentence in the reader's language already::

    game            its slug
    options         {every option of the game: its value}
    asked           the same options as a play asks for them: [{"key", "label", "choices": [{"value", "label"}, …]}, …]
    players         [name, …] (none outside a play)
    is_play         bool
    seats           [numbers of players the game can have]
    setup           {"3": [text, …], …}: what is laid out for so many players
    setup_is_whole  whether that is all there is to lay out
    first_player    text or None: who begins
    last_round      text or None: how the end comes
    labels          {field of a card: what it is called there}
    things          {thing that is picked on a card, a djinn: its name}
    supply          {field of a card: how many of it are in the box}, where that is one number

So nothing that a card says or the box holds is written once more here.

**state**: whatever the referee likes, of dictionaries with text keys, lists, numbers, texts, booleans and None.
`act` changes nothing it is given (`copied` first).

**action**: a dictionary, never any other than `ask` has offered: that is checked once, in `steps.py`, for all. So
`act` need not doubt it. It is a button's or tile's `action` (for a button with `rolls` with the dice as they fell in
it), or `{"set": key of a counter, "to": number}`.

**events**: what happened, as the table is to read it. It stays to be read until an action has new ones.

**text**: made by `gettext`, `pgettext`, `ngettext` of the kit with literal messages, so that they are found, and
parameters as one dictionary; a plain string or number (a name, a count) may stand wherever a text may.

**page**, made with `page(title, told)` of `steps.py` and then filled in:

    title     text: where we are ("Round 3")
    told      text: the one sentence that says what to do now
    hints     [text, …]: what else is good to know, quiet
    ways      [button(label, action, more), …]: the ways to its other pages, above all else
    counters  [counter(key, label, value, more), …]: always in sight. more: `of` (number beside it), `warning` (text,
              one step before it hurts), `least` and `most` (numbers: then people may change it, see action)
    board     None, or {"columns": n, "label": text, "is_below": below the choices?, "cells": [cell, …]}, row by row
              from the top left (the stylesheet has a class `columns-n` for each n in use: `referee.css`);
              cell: {"label": text shown, "spoken": text for who does not see the board, "look": "" | "heading" |
              "near" | "target" | "done", "action": dict or None}
    choices   [choice(label or None, look, [button(label, action, more), …]), …]
              look: "keys" (a grid of things to tap), "row" (beside each other), "main" (one below the other);
              more: `rolls` ({"white": 6}: the action comes with a number from 1 to 6 under "white"), `look` ("main",
              "quiet" or ""), `count` (a number on it), `is_on` (true or false: a switch), `why_not` (text: why it
              cannot be pressed now)
    is_over   true at the end
    keep      None, or {"options": {…}, "holdings": [{field: amount} for each player]}: what of a play of this game is
              known now, to be kept as one ("holdings" are those of the game's last stage)

The page is drawn once, on the phone, by `static/js/help/referee.js`; the server follows a journal only to keep what is
known as a play. The modules are written in what both languages understand alike: dictionaries with text keys, lists,
whole numbers, texts, `for`, `while`, functions, `None`. `tests/rules/test_subset.py` has the list, node by node, and
says why what differs is not on it. Imports: the texts of the kit, and names out of modules of this package; all become
one file, so that no two of those modules may give a function or constant the same name. Only functions and constants
are carried over. `tests/rules/test_referees.py` walks through every referee at random,
`tests/rules/test_both_languages.py` walks in both languages and compares.
"""

from . import every_game
from .basari import bidding, exchange
from .five_tribes_solo import yazid
from .targi import robber
from .tuareg import buying, loading

REFEREES = (yazid, bidding, exchange, loading, buying, robber, every_game)


def referees_of(slug):
    """The referees of a game, in order."""
    return [referee for referee in REFEREES if referee.GAME in (slug, None)]


def referee_of(slug, key):
    """The game's referee of this key, or None."""
    return next((referee for referee in referees_of(slug) if key == referee.KEY), None)


def functions_of(referee) -> dict:
    """Its three functions, as `steps.py` wants them."""
    return {"begin": referee.begin, "act": referee.act, "ask": referee.ask}
