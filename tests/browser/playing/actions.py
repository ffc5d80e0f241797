"""What people do with their phones. Each action is done by a phone at a table, with a lot of its own.

An action looks at the screen, does what a person would, and tells the table's belief what should now be true. An action
that makes no sense at the moment does nothing.
"""

from .ending import rematch, stage
from .entering import count, enter, jump, rest, tap_undo, undo
from .page import READS_MS
from .table import Wrong

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
    """Go to another page of the play, or home, and come back."""
    if phone.look().has_sheet:
        way = chance.choice([word for word in ("whose", "share", "all else", "out") if phone.screen.has(word)])
        sheet = phone.screen.page.url
        phone.screen.click(way)
        phone.screen.page.wait_for_url(lambda url: url != sheet)
        phone.screen.page.go_back()
        phone.screen.arrive()
        table.say(f"leaves the sheet by “{way}”, and goes back")


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
    table.settle()
    context = phone.screen.page.context
    context.set_offline(True)
    table.say("has no network")
    jump(table, phone, chance)
    count(table, phone, chance, chance.randint(1, 3))
    if chance.random() < 0.3:
        tap_undo(table, phone, "at once, without a network")
    if chance.random() < 0.4:
        reload_without_network(table, phone)
        count(table, phone, chance, chance.randint(0, 2))
    if chance.random() < 0.3:
        phone.screen.page.wait_for_timeout(READS_MS)
        phone.screen.page.close()
        table.say("closes the tab")
    context.set_offline(False)
    table.say("has a network again")
    if phone.screen.page.is_closed():
        table.open_tab(phone, context)
        table.say("opens another tab")
    table.settle()


def reload_without_network(table, phone):
    """Reload the page, if the phone has kept it by now: it shows what was entered, sent or not."""
    phone.screen.page.wait_for_timeout(READS_MS)
    if not phone.screen.is_kept():
        return
    phone.screen.page.reload()
    table.say("reloads without a network")
    phone.screen.arrive()
    if phone.screen.until(lambda now: now.has_sheet and not table.differences(now), seconds=6) is None:
        raise Wrong(f"phone {phone.number}, reloaded without a network, shows {table.told(phone.look())}")


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
    # A phone that shows the result of a scored stage enters nothing.
    if not first.look().has_sheet:
        return
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
    if (asked_now := second.look().asked) != question.asked:
        raise Wrong(f"phone {second.number} is asked {asked_now}, though nothing else was entered twice")
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
LAST = rematch
