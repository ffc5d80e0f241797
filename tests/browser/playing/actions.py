"""What people do with their phones. Each action is done by a phone at a table, with a lot of its own.

An action looks at the screen, does what a person would, and tells the table's belief what should now be true. An action
that makes no sense at the moment does nothing.
"""

from . import games
from .page import READS_MS
from .table import Wrong

PAUSES = (0, 0, 50, 100, 200, 300, 450, 700, 1000, 1500)
NOT_KEYS = ("take back", "last card", "next row", "›", "None", "+")


# Entering


def enter(table, phone, chance, cell=None, *, by_keyboard=False):
    """Enter something into a cell, the framed one unless said otherwise."""
    seen = phone.look()
    cell = cell or seen.framed
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
            screen.key("take back")
        for digit in str(figure):
            screen.key(minus if digit == "-" else digit)
        table.say(f"taps {figure} for {table.named(seen, cell)}")
    else:
        offered = [key for key in seen.keys if key.isdigit()]
        figure = str(figure) if str(figure) in offered else chance.choice(offered[:4])
        screen.key(str(figure))
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
        phone.screen.key(key)
        table.say(f"taps {key} for {table.named(seen, cell)}")
        if is_question:
            see(table, phone, cell, key.lower())
        elif now := phone.screen.until(lambda look, was=before: look.cells.get(cell) != was, seconds=1):
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
                enter(table, phone, chance)
        go_on(table, phone, seen.framed)
    return True


def go_on(table, phone, cell):
    """If the cursor still stands in a cell that is entered, tap the button that leads on."""
    seen = phone.look()
    if seen.framed == cell and seen.button("goes on"):
        text = seen.button("goes on")
        phone.screen.tap_if_still_there("goes on")
        table.say(f"taps {text}")
        phone.screen.until(lambda now: now.framed != cell or now.button("goes on") != text, seconds=2)


def jump(table, phone, chance):
    """Tap any cell and enter something there, on the keys or a keyboard."""
    seen = phone.look()
    if seen.has_sheet:
        enter(table, phone, chance, chance.choice(list(seen.cells)), by_keyboard=chance.random() < 0.4)


def rest(table, phone, chance):
    """Say that the column of the cursor has nothing more: its blank figures are 0, or what the stage began with.

    What everyone must say for themselves, as a bid, may stay open.
    """
    seen = phone.look()
    if not seen.framed or not seen.button("rest"):
        return
    name = seen.framed[0]
    blanks = [cell for cell, words in table.cells.items() if cell[0] == name and not words]
    zeros = {cell: seen.starts[cell] or "0" for cell in blanks if table.row(seen, cell[1]).is_figure}
    phone.screen.click("rest")
    table.say(f"taps {seen.button('rest')} for {name}")
    filled = lambda now: [cell for cell in zeros if now.cells.get(cell) == zeros[cell]]  # noqa: E731
    if zeros and phone.screen.until(lambda now: filled(now), seconds=3) is None:
        raise Wrong(f"{name} has nothing more, and no blank became 0")
    together = len(table.log)
    for cell in filled(phone.look()):
        table.enter(phone, cell, zeros[cell], together=together)
    for cell in set(blanks) - set(zeros):
        table.belief.asks(table.stage.key, cell)


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
    is_of_done = "✓ in" in seen.undo[1]
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
    if phone.screen.until(lambda look: look.framed in was, seconds=1.5) is None:
        framed = phone.look().framed
        where = table.named(seen, framed) if framed else "nowhere"
        raise Wrong(f"Undo took back {last}, but the cursor is at {where}")
    is_told = any(seen.rows[row].lower() in " ".join(seen.undo[:2]).lower() for _, row in was)
    # A tap that follows at once is taken for the second half of a double tap.
    phone.screen.page.wait_for_timeout(READS_MS)
    if len(was) == 1 and not is_of_done and not is_told and table.row(seen, next(iter(was))[1]).is_figure:
        raise Wrong(f"Undo takes back {last}, but says “{' '.join(seen.undo[:2])}”")


# Coming and going


def reload(table, phone, chance):
    """Reload the page, at any moment: what was entered is there, and the reload writes nothing by itself."""
    is_settled = chance.random() < 0.5
    if is_settled:
        table.settle()
        before = table.exported(), table.trail()
    phone.screen.page.reload()
    table.say("reloads")
    phone.screen.arrive()
    if is_settled:
        table.settle()
        table.writes_nothing(before, f"phone {phone.number} reloaded")


def back(table, phone, chance):
    """Go to another page and come back."""
    if phone.look().has_sheet:
        phone.screen.click("whose")
        phone.screen.page.wait_for_url("**/mine")
        phone.screen.page.go_back()
        phone.screen.arrive()
        table.say("looks at which seats are mine, and goes back")


def tab(table, phone, chance):
    """Close the tab and open the play in another one."""
    context = phone.screen.page.context
    phone.screen.page.close()
    table.open_tab(phone, context)
    table.say("closes the tab and opens another")


def cut(table, phone, chance):
    """Count on without a network for a while."""
    seen = phone.look()
    if not seen.has_sheet:
        return
    context = phone.screen.page.context
    context.set_offline(True)
    table.say("has no network")
    jump(table, phone, chance)
    count(table, phone, chance, chance.randint(1, 3))
    if chance.random() < 0.3:
        tap_undo(table, phone, "at once, without a network")
    if chance.random() < 0.3:
        phone.screen.page.close()
        table.say("closes the tab")
    context.set_offline(False)
    table.say("has a network again")
    if phone.screen.page.is_closed():
        table.open_tab(phone, context)
        table.say("opens another tab")
    table.settle()


def other(table, phone, chance):
    """Another phone joins, or goes home."""
    if len(table.phones) == 1:
        names = () if chance.random() < 0.5 or len(table.names) < 2 else tuple(chance.sample(table.names, 1))
        table.settle()
        joined = table.join(names)
        table.say(f"is joined by phone {joined.number}, which counts for {' and '.join(names) or 'nobody by name'}")
    elif chance.random() < 0.3 and phone is not table.host:
        table.settle()
        table.leave(phone)
        table.say("goes home")


def clash(table, phone, chance):
    """Two phones enter different figures in one cell, one of them without a network; it answers which is right.

    Before it answers, someone enters something in another row of that column.
    """
    if len(table.phones) < 2:
        other(table, phone, chance)
    first, second = table.phones[0], table.phones[-1]
    seen = second.look()
    table.settle()
    figures = [number for number in range(len(seen.rows)) if table.offers_several(table.row(seen, number))]
    if len(table.phones) < 2 or not seen.has_sheet or len(figures) < 2:
        return
    name, (asked, beside) = chance.choice(table.names), chance.sample(figures, 2)
    context = second.screen.page.context
    context.set_offline(True)
    table.say(f"phone {second.number} has no network; phone {first.number} has")
    mine = apart(table, first, second, chance, (name, asked))
    enter(table, second, chance, (name, beside))
    context.set_offline(False)
    question = second.screen.until(lambda now: bool(now.asked))
    if question is None:
        raise Wrong(f"{name}'s {seen.rows[asked]} was entered on two phones, and nobody asks which is right")
    table.say(f"phone {second.number} is asked: {question.asked[0]}")
    writer = chance.choice((first, second, second))
    if writer is second or first.screen.until(lambda now: not table.differences(now), seconds=0.2):
        table.say(f"phone {writer.number}, before anyone answers,")
        enter(table, writer, chance, (name, beside))
        writer.screen.until(lambda now: not any(word in mark for mark in now.marks for word in ("saving", "not sent")))
    whose = chance.choice(("mine", "theirs"))
    second.screen.answer(whose)
    table.say(f"phone {second.number} answers: {whose}")
    if whose == "mine":
        table.enter(second, (name, asked), mine)
    table.belief.forget_undo()


def apart(table, first, second, chance, cell) -> str:
    """Two phones that do not hear of each other enter different figures in one cell; the first one's counts.

    Gives what the second one entered. The cell takes at least three figures.
    """
    was, entered = table.cells[cell], []
    for phone in (second, first):
        while table.cells[cell] in (was, *entered):
            enter(table, phone, chance, cell)
        entered.append(table.cells[cell])
        table.cells[cell] = was
    table.enter(first, cell, entered[1])
    first.screen.until(lambda now: now.is_saved)
    return entered[0]


# The ends of stages and plays


def fill(table, phone, chance):
    """Count to the end as the cursor leads; then keys that are tapped by mistake do nothing."""
    table.settle()
    for each in table.phones:
        for _ in range(200):
            if not count(table, each, chance, 1) or not blanks_of(table, each):
                break
    seen = phone.look()
    if not seen.has_sheet:
        return False
    if missing := table.belief.not_asked(table.stage.key, table.names):
        found = ", ".join(table.named(seen, cell) for cell in missing)
        raise Wrong(f"the cursor asks others for these rows, but never for {found}")
    return True


def blanks_of(table, phone) -> bool:
    """Whether the phone still leads on to a cell."""
    seen = phone.look()
    return seen.has_sheet and not seen.button("score")


def stray(table, phone, chance):
    """When all is counted, tap keys that are still there: nobody chose a cell, so nothing changes."""
    seen = phone.look()
    if not seen.has_sheet or not seen.button("score") or not phone.is_entered:
        return
    for _ in range(chance.randint(1, 3)):
        keys = [key for key in phone.look().keys if key.isdigit()]
        if keys:
            key = chance.choice(keys)
            phone.screen.key(key)
            table.say(f"taps {key} by mistake, when all is counted")


def score(table, phone, chance):
    """Score the stage, whoever is missing."""
    seen = phone.look()
    if not seen.has_sheet:
        return False
    table.settle(fresh=True)
    seen = phone.look()
    way = next((word for word in ("score", "score as it is") if seen.button(word)), None)
    if way is None:
        return False
    phone.screen.click(way)
    table.say(f"scores {table.stage.key}")
    seen = phone.screen.until(lambda now: leads_on(now) or now.button("score anyway"), seconds=10)
    if seen and seen.button("score anyway"):
        phone.screen.click("score anyway")
        seen = phone.screen.until(leads_on)
    if not seen:
        return False
    table.check_export()
    return True


def leads_on(seen) -> bool:
    """Whether the result of a stage is shown, with what comes next."""
    return not seen.has_sheet and bool(seen.button("count next") or seen.button("finish"))


def correct(table, phone, chance):
    """Change a figure of a scored stage: in the row that shows why, or with all its cards opened again."""
    host = table.host
    if not host.look().button("open again"):
        return
    if chance.random() < 0.5:
        host.screen.open_correction(chance)
        table.say("corrects the counts of a row")
        enter(table, host, chance)
        host.screen.click("corrected")
        host.screen.until(lambda now: not now.has_sheet)
        table.check_export()
    else:
        host.screen.click("open again")
        table.say("opens the scored stage again")
        host.screen.until(lambda now: now.has_sheet)
        host.screen.arrive()
        jump(table, host, chance)
        score(table, host, chance)
    table.belief.forget_undo()


def stage(table, phone, chance):
    """Count a stage to its end, score it, sometimes correct it, and begin the next one."""
    if not fill(table, phone, chance):
        return
    stray(table, table.host, chance)
    table.settle()
    if not score(table, table.host, chance):
        return
    if chance.random() < 0.5:
        correct(table, table.host, chance)
    seen = table.host.look()
    if seen.button("count next"):
        table.host.screen.click("count next")
        table.at += 1
        for each in table.phones:
            opened = each.screen.until(lambda now: now.has_sheet and now.where != seen.where, seconds=3)
            if opened is None:
                each.screen.page.goto(table.path)
                opened = each.screen.until(lambda now: now.has_sheet)
            each.screen.arrive()
            table.see_stage(opened)


def rematch(table, phone, chance):
    """Play to the end, let the other phones go home, and play again: no column waits for a phone that is gone."""
    host = table.host
    for _ in range(3):
        stage(table, host, chance)
        seen = host.look()
        if seen.button("last round"):
            host.screen.click("last round")
            seen = host.screen.until(lambda now: now.button("finish")) or host.look()
        if seen.button("finish"):
            break
    if not host.look().button("finish"):
        return
    finish(table, host)
    for each in table.phones[1:]:
        table.leave(each)
        table.say(f"phone {each.number} goes home")
    host.screen.click("rematch")
    table.say("taps Rematch")
    host.screen.page.wait_for_url(lambda url: table.path not in url)
    host.screen.until(lambda now: now.has_sheet)
    host.screen.arrive()
    table.begin()
    if elsewhere := host.screen.elsewhere():
        raise Wrong(f"after a rematch columns wait for phones that are gone: {elsewhere}")


def finish(table, host):
    """Finish the play; a tie is broken by hand."""
    host.screen.click("finish")
    seen = host.screen.until(lambda now: now.button("rematch") or now.button("save and finish"))
    if seen and seen.button("save and finish"):
        host.screen.break_tie()
    host.screen.until(lambda now: now.button("rematch"))
    table.say("finishes the play")


WEIGHTS = {
    count: 24,
    jump: 14,
    undo: 16,
    rest: 3,
    reload: 6,
    back: 3,
    tab: 3,
    cut: 5,
    other: 8,
    clash: 7,
    stage: 6,
}
