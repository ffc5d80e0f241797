"""How people count a stage to its end, score and correct it, finish the play, and play again."""

from .entering import count, enter, jump
from .table import Wrong

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
    # What cannot be right comes before what is missing.
    is_to_recount = any(each.look().button("recount") for each in table.phones)
    missing = table.belief.not_asked(table.stage.key, table.here)
    if missing and not is_to_recount:
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
            if phone.screen.tap_if_still_there(phone.screen.key_named(key)):
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
        # What cannot be right can't be scored anyway either.
        if phone.look().button("keep counting"):
            phone.screen.click("keep counting")
        return False
    # The score of an only stage ends the play, and asks for a tie-break first.
    if seen.button("save and finish"):
        break_tie(table, phone)
    table.check_export()
    # Until a phone has heard of it, its sheet goes away under the finger.
    for each in table.phones:
        each.screen.until(lambda now: not now.has_sheet, seconds=3)
    return True


def leads_on(seen) -> bool:
    """Whether the result of a stage or of the play is shown, or a tie is asked for."""
    ways = ("count next", "finish", "rematch", "save and finish")
    return not seen.has_sheet and any(seen.button(way) for way in ways)


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


def stage(table, phone, chance, *, ends=False):
    """Count a stage to its end, score it, sometimes correct it, and begin the next one.

    If the table `ends` the game, no round is begun after which it could have stopped.
    """
    if not fill(table, phone, chance):
        return
    stray(table, table.host, chance)
    table.settle()
    if not score(table, table.host, chance):
        return
    if chance.random() < 0.5:
        correct(table, table.host, chance)
    seen = table.host.look()
    if seen.button("count next") and not (ends and seen.button("last round")):
        table.host.screen.click("count next")
        table.at += 1
        opened = table.host.screen.until(lambda now: now.has_sheet and now.where != seen.where)
        if opened is None:
            raise Wrong("“Count stage” opens no sheet")
        # A phone may still show the sheet of the stage that was scored.
        for each in table.phones:
            if each.screen.until(lambda now: now.has_sheet and now.where == opened.where, seconds=3) is None:
                each.screen.page.goto(table.path)
                each.screen.until(lambda now: now.has_sheet)
            each.screen.arrive()
        table.see_stage(opened)


def rematch(table, phone, chance):
    """Play to the end, let the other phones go home, and play again: no column waits for a phone that is gone."""
    host = table.host
    if len(table.names) > 1 and host.look().has_sheet and not any(each.names for each in table.phones):
        table.settle()
        joined = table.join((chance.choice(table.names),))
        table.say(f"phone {joined.number} joins and counts for {joined.names[0]}")
    for _ in range(3):
        stage(table, host, chance, ends=True)
        seen = host.look()
        if seen.button("last round"):
            host.screen.click("last round")
            seen = host.screen.until(lambda now: now.button("finish") or now.button("rematch")) or host.look()
        if seen.button("finish") or seen.button("rematch"):
            break
    if host.look().button("finish"):
        finish(table, host)
    elif not host.look().button("rematch"):
        return
    if chance.random() < 0.6:
        correct_finished(table, host, chance)
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
        break_tie(table, host)
    table.say("finishes the play")


def correct_finished(table, host, chance):
    """Change a figure of the last stage of a play that is over, which stays over, with another result if need be."""
    host.screen.open_last_stage()
    host.screen.open_correction(chance)
    table.say("corrects a row of the finished play")
    enter(table, host, chance)
    host.screen.click("corrected")
    seen = host.screen.until(lambda now: now.button("rematch") or now.button("save and finish"))
    if seen is None:
        raise Wrong(f"the correction of a finished play doesn't lead to its result: {host.screen.shown()}")
    if seen.button("save and finish"):
        break_tie(table, host)
    table.belief.forget_undo()
    table.check_export()
    if table.exported()["state"] != "finished":
        raise Wrong("a corrected play is no longer finished")


def break_tie(table, host):
    """Break a tie by hand, which ends the play."""
    host.screen.break_tie()
    host.screen.until(lambda now: now.button("rematch"))
    table.say("breaks the tie")
