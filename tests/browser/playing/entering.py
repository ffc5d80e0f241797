"""How people enter figures and answers, by keys and keyboard, and take them back."""

from . import games
from .page import READS_MS
from .table import Wrong

PAUSES = (0, 0, 50, 100, 200, 300, 450, 700, 1000, 1500)
NOT_KEYS = ("Delete digit", "last card", "next row", "None", "+")


# Entering


def enter(table, phone, chance, cell=None, *, by_keyboard=False):
    """Enter something into a cell, the framed one unless said otherwise.

    Until the phone has heard what someone else entered there, nobody enters it again: see `clash` for when they do.
    """
    cell = cell or phone.look().framed
    seen = phone.screen.until(lambda now: games.canonical(now.cells.get(cell, "")) == table.cells[cell], seconds=6)
    if seen is None:
        raise Wrong(f"phone {phone.number} does not hear of {table.told(phone.look())}")
    if seen.framed != cell:
        phone.screen.frame(*cell)
        seen = phone.screen.until(lambda now: now.framed == cell)
        if seen is None:
            raise Wrong(f"a tap on {cell} does not frame it")
    row = table.row(seen, cell[1])
    if row.is_figure:
        phone.is_entered = enter_figure(table, phone, chance, cell, row.fields[0], by_keyboard=by_keyboard)
    else:
        phone.is_entered = tap_keys(table, phone, chance, cell, row)


def enter_figure(table, phone, chance, cell, field, *, by_keyboard):
    """Enter a figure by keys or keyboard and see that it stands there; whether one tap was enough."""
    seen, screen = phone.look(), phone.screen
    figure = games.figure_for(field, len(table.names), chance)
    is_typed, minus = "+" in seen.keys, next((key for key in seen.keys if key in "−-"), None)
    if by_keyboard or not seen.keys or (figure < 0 and not minus):
        screen.frame(*cell)
        screen.type(str(figure))
        table.say(f"types {figure} into {table.named(seen, cell)}")
    elif is_typed:
        for _ in seen.cells[cell]:
            screen.key("Delete digit")
        for digit in str(figure):
            screen.key(minus if digit == "-" else digit)
        table.say(f"taps {figure} for {table.named(seen, cell)}")
    else:
        offered = [key for key in seen.keys if key.isdigit()]
        figure = str(figure) if str(figure) in offered else chance.choice(offered[:4])
        # A phone that has just joined may count for this column: then its keys go.
        if not screen.tap_if_still_there(screen.key_named(figure)):
            return False
        table.say(f"taps {figure} for {table.named(seen, cell)}")
    see(table, phone, cell, str(figure))
    if by_keyboard and chance.random() < 0.7:
        screen.press("Enter")
    return not (by_keyboard or is_typed)


def tap_keys(table, phone, chance, cell, row):
    """Tap an answer, or some of the things on the keys of a cell; whether one tap was enough."""
    is_question = row.fields[0].kind == "one_of"
    for _ in range(1 if is_question else chance.randint(1, 3)):
        seen = phone.look()
        if seen.framed != cell:
            break
        scarce = games.scarce(row, len(table.names))
        keys = [key for key in seen.keys if not any(word in key for word in (*NOT_KEYS, *table.names, *scarce))]
        key = chance.choice(keys)
        before = seen.cells[cell]
        # Another phone may say in this moment that all is counted: then a cell that nobody tapped is left.
        if not phone.screen.tap_if_still_there(phone.screen.key_named(key)):
            break
        table.say(f"taps {key} for {table.named(seen, cell)}")
        if is_question:
            see(table, phone, cell, key.lower())
        elif now := phone.screen.until(lambda look, was=before: look.cells.get(cell) != was, seconds=6):
            table.enter(phone, cell, games.canonical(now.cells[cell]))
    return is_question


def see(table, phone, cell, words):
    """See that these words stand in a cell, and believe it."""
    if phone.screen.until(lambda now: games.canonical(now.cells.get(cell, "")) == words, seconds=3) is None:
        raise Wrong(f"{words} was entered for {cell}, which shows “{phone.look().cells.get(cell)}”")
    table.enter(phone, cell, words)


def count(table, phone, chance, cells=4):
    """Enter what the cursor asks for, a few cells on; whether there was anything to enter."""
    for done in range(cells):
        seen = phone.look()
        if not seen.has_sheet or seen.button("score"):
            return done > 0
        if seen.framed and table.cells.get(seen.framed) == "":
            table.belief.asks(table.stage.key, seen.framed)
            row = table.row(seen, seen.framed[1])
            if row.is_figure or chance.random() < 0.8:
                enter(table, phone, chance, seen.framed)
        go_on(table, phone, seen.framed)
    return True


def go_on(table, phone, cell):
    """If the cursor still stands in a cell that is entered, tap the button that leads on."""
    seen = phone.look()
    if seen.framed == cell and seen.button("goes on"):
        text = seen.button("goes on")
        phone.screen.tap_if_still_there(phone.screen.control("goes on"))
        table.say(f"taps {text}")
        phone.screen.until(lambda now: now.framed != cell or now.button("goes on") != text, seconds=2)


def jump(table, phone, chance):
    """Tap any cell and enter something there, on the keys or a keyboard."""
    seen = phone.look()
    if seen.has_sheet:
        cell = chance.choice([cell for cell in seen.cells if cell not in seen.covered])
        enter(table, phone, chance, cell, by_keyboard=chance.random() < 0.4)


def rest(table, phone, chance):
    """Say that the column of the cursor has nothing more: its blanks are 0, what the stage began with, or no.

    What everyone must say for themselves, as a bid or one of several things, may stay open.
    """
    seen = phone.look()
    if not seen.framed:
        return
    name = seen.framed[0]
    seen = phone.screen.until(lambda now: all(cell[0] != name for cell in table.differences(now)), seconds=6)
    if seen is None:
        raise Wrong(f"phone {phone.number} does not hear of {table.told(phone.look())}")
    if not seen.framed or seen.framed[0] != name or not seen.button("rest"):
        return
    blanks = [cell for cell, words in table.cells.items() if cell[0] == name and not words]
    rows = {cell: table.row(seen, cell[1]) for cell in blanks}
    zeros = {cell: seen.starts[cell] or "0" for cell in blanks if rows[cell].is_figure}
    zeros |= {cell: rows[cell].nothing for cell in blanks if rows[cell].nothing}
    phone.screen.click("rest")
    table.say(f"taps {seen.button('rest')} for {name}")
    filled = lambda now: [cell for cell in zeros if games.canonical(now.cells.get(cell, "")) == zeros[cell]]  # noqa: E731
    if zeros and phone.screen.until(lambda now: filled(now), seconds=3) is None:
        raise Wrong(f"{name} has nothing more, and no blank became 0")
    together = len(table.log)
    for cell in filled(phone.look()):
        table.enter(phone, cell, zeros[cell], together=together)
    for cell in {cell for cell in blanks if not rows[cell].is_question} - set(zeros):
        table.belief.asks(table.stage.key, cell)
    # What is tapped at once where the button was does nothing.
    phone.screen.page.wait_for_timeout(READS_MS)


# Undoing


def undo(table, phone, chance):
    """Enter something, wait a moment or not, and tap Undo: that goes back and nothing else."""
    if not phone.look().has_sheet:
        return
    if chance.random() < 0.7:
        jump(table, phone, chance) if chance.random() < 0.4 else count(table, phone, chance, chance.randint(1, 2))
    pause = chance.choice(PAUSES)
    for _ in range(chance.choice((1, 1, 2))):
        if table.belief.of(table.stage.key, phone.number):
            phone.screen.page.wait_for_timeout(pause)
            tap_undo(table, phone, f"{pause} ms later")


def tap_undo(table, phone, when):
    """Tap Undo and see what it takes back: it says so before, and leaves the cursor there."""
    stage = table.stage.key
    allowed = table.belief.next_undo(stage, phone.number)
    was = {cell: table.cells[cell] for cell in allowed}
    seen = phone.look()
    last = ", ".join(f"{table.named(seen, cell)} “{words}”" for cell, words in was.items())
    table.say(f"taps Undo {when}, after {last} ({seen.undo and ' '.join(seen.undo[:2])})")
    if seen.undo is None or (seen.undo[2] and phone.screen.until(lambda now: not now.undo[2], seconds=3) is None):
        raise Wrong(f"Undo cannot be tapped though {last} was entered here last")
    is_of_done = "✓ done" in seen.undo[1]
    phone.screen.tap("undo")

    def taken_back(now):
        return {cell: now.cells[cell] for cell in was if games.canonical(now.cells.get(cell, "")) in allowed[cell]}

    now = phone.screen.until(taken_back, seconds=1.5 if is_of_done else 4)
    if now is None and is_of_done:
        phone.screen.tap("undo")
        now = phone.screen.until(taken_back, seconds=4)
    if now is None:
        now = phone.screen.until(lambda look: look.is_saved) or phone.look()
        changed = f"what changed is {table.told(now)}" if table.differences(now) else "it took back nothing"
        raise Wrong(f"Undo {when} should take back {last}, but {changed}")
    for cell, words in taken_back(now).items():
        table.belief.take_back(stage, phone.number, cell, games.canonical(words))
    # Rest 0 also fills what is still missing from counts that are laid down together, which nobody sees.
    several = {(name, row) for name, row in table.cells if len(table.row(seen, row).fields) > 1} if len(was) > 1 else ()
    if phone.screen.until(lambda look: look.framed in was or look.framed in several, seconds=1.5) is None:
        framed = phone.look().framed
        where = table.named(seen, framed) if framed else "nowhere"
        raise Wrong(f"Undo took back {last}, but the cursor is at {where}")
    is_told = any(seen.rows[row].lower() in " ".join(seen.undo[:2]).lower() for _, row in was)
    # The cursor is where it was taken back, to enter it anew.
    phone.is_entered = False
    # A tap that follows at once is taken for the second half of a double tap.
    phone.screen.page.wait_for_timeout(READS_MS)
    if len(was) == 1 and not is_of_done and not is_told and table.row(seen, next(iter(was))[1]).is_figure:
        raise Wrong(f"Undo takes back {last}, but says “{' '.join(seen.undo[:2])}”")
