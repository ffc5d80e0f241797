"""A phone that keeps nothing, or no longer: on a good network everything is saved all the same, and else it says so."""

import pytest
from playwright.sync_api import expect

from tests.browser.table import (
    card_name,
    close_button,
    counted,
    deafen,
    done,
    enter,
    mark,
    open_card,
    play_path,
    saves,
    see_figures,
    start_play,
)
from tests.browser.test_nothing_is_lost import kill_tab
from tests.browser.test_offline import HERE, OFFLINE, told, until
from tests.lanes import long

UNKEPT = "This phone can’t store what you type. Keep this page open until it has been sent."
NEVER_OPENS = "IDBFactory.prototype.open = () => ({})"
REFUSES = "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError') }"
NO_ROOM_ANY_MORE = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }"
# On a phone that is busy or old: `letOpen` is when it is ready.
OPENS_LATE = """
const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...its) {
  const asked = {};
  window.letOpen = () => {
    IDBFactory.prototype.open = open;
    const real = open.apply(this, its);
    for (const name of ["onupgradeneeded", "onsuccess", "onerror"])
      real[name] = (event) => { asked.result = real.result; asked[name](event); };
  };
  return asked;
};
"""
NO_TIMEOUT = "delete AbortSignal.timeout"


def origin(page):
    return page.evaluate("location.origin")


def leave_one_byte(page):
    """From now on there is no room for anything on this phone."""
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin(page), "quotaSize": 1})


def start_without_room(page):
    """A play on a phone without room, whose page knows the cards with which it could go on."""
    # A browser asks how much room there is only now and then: so before it keeps anything.
    page.goto("/")
    leave_one_byte(page)
    start_play(page, ["Anna", "Ben"])
    with page.expect_response("**/ahead?*"):
        page.locator("h1").tap()
    return play_path(page)


def clear_site_data(page):
    page.context.new_cdp_session(page).send(
        "Storage.clearDataForOrigin", {"origin": origin(page), "storageTypes": "indexeddb"}
    )


def count_two_cards(page):
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")
    enter(page, {"gold": 1})
    done(page)
    expect(card_name(page)).to_have_text("Ben")
    enter(page, {"salt": 3})
    done(page)
    expect(counted(page)).to_have_text("2 of 2 counted")


@pytest.mark.long
def test_without_room_everything_is_saved_and_the_page_says_that_it_keeps_nothing(phone):
    page = phone()
    start_without_room(page)
    enter(page, {"water": 4})
    expect(told(page)).to_have_text(UNKEPT)
    count_two_cards(page)


@pytest.mark.parametrize("fault", [long(NEVER_OPENS), REFUSES], ids=["never opens", "refuses"])
def test_where_the_store_does_not_open_everything_is_saved(phone, fault):
    page = phone()
    page.add_init_script(fault)
    start_play(page, ["Anna", "Ben"])
    count_two_cards(page)


def in_a_tab_whose_store_opens_late(context, path):
    """Open a play in another tab, where `letOpen()` opens the phone's store."""
    page = context.new_page()
    page.add_init_script(OPENS_LATE)
    page.goto(path)
    expect(card_name(page)).to_have_text("Anna")
    return page


def test_what_is_typed_before_the_store_has_opened_is_kept_once_it_has(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ["Anna", "Ben"])
    path, context = play_path(page), page.context
    page.close()
    page = in_a_tab_whose_store_opens_late(context, path)
    context.set_offline(True)
    enter(page, {"water": 4})
    expect(told(page)).to_contain_text(UNKEPT)
    page.evaluate("letOpen()")
    expect(told(page)).not_to_contain_text(UNKEPT)
    expect(mark(page)).to_have_text(HERE)
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(path)
    see_figures(page, {"water": 4})
    expect(mark(page)).to_have_text("✓ saved")


def test_what_an_earlier_page_has_kept_is_shown_and_sent_once_the_store_has_opened(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ["Anna", "Ben"])
    path, context = play_path(page), page.context
    context.set_offline(True)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text(HERE)
    page.close()
    context.set_offline(False)
    page = in_a_tab_whose_store_opens_late(context, path)
    # Nobody waits for the store any more.
    enter(page, {"gold": 1})
    expect(mark(page)).to_have_text("✓ saved")
    page.evaluate("letOpen()")
    see_figures(page, {"water": 4, "gold": 1})
    expect(mark(page)).to_have_text("✓ saved")
    expect(told(page)).not_to_contain_text(UNKEPT)
    until(page, "!(await outbox.waiting()).length")
    page.close()
    page = context.new_page()
    page.goto(path)
    see_figures(page, {"water": 4, "gold": 1})


@pytest.mark.long
def test_a_browser_that_cannot_give_up_a_request_by_itself_saves(phone):
    page = phone()
    page.add_init_script(NO_TIMEOUT)
    start_play(page, ["Anna", "Ben"])
    count_two_cards(page)


@pytest.mark.long
def test_site_data_that_is_cleared_while_the_page_is_open_takes_nothing_along(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ["Anna", "Ben"])
    page.context.set_offline(True)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text(HERE)
    clear_site_data(page)
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved")
    clear_site_data(page)
    count_two_cards(page)


def type_what_finds_no_room(page):
    """Offline, 4 water are kept on the phone, and 6 no more."""
    page.context.set_offline(True)
    enter(page, {"water": 4})
    until(page, "(await kept.all('typed')).length")
    page.evaluate(f"void ({NO_ROOM_ANY_MORE})")
    enter(page, {"water": 6})
    expect(told(page)).to_have_text(UNKEPT)


@pytest.mark.long
def test_what_was_kept_before_the_room_ran_out_is_there_after_the_tab_was_killed(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ["Anna", "Ben"])
    type_what_finds_no_room(page)
    context, place = page.context, page.url
    kill_tab(page)
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(place)
    see_figures(again, {"water": 4})
    expect(mark(again)).to_have_text("✓ saved")


@pytest.mark.long
def test_what_was_kept_before_the_room_ran_out_is_not_sent_after_what_is_newer(phone):
    page = phone(forgive=OFFLINE)
    start_play(page, ["Anna", "Ben"])
    type_what_finds_no_room(page)
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved")
    page.reload()
    see_figures(page, {"water": 6})
    until(page, "!(await kept.all('typed')).length")
    expect(saves(page)).to_have_value("1")


def test_without_room_and_network_the_card_stays_open_and_is_sent_when_the_network_is_back(phone):
    page = phone(forgive=OFFLINE)
    path = start_without_room(page)
    page.context.set_offline(True)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("saving …")
    expect(told(page)).to_have_text(UNKEPT)
    done(page)
    open_card(page, "Anna")
    see_figures(page, {"water": 4})
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ done")
    page.goto(path)
    expect(counted(page)).to_have_text("1 of 2 counted")


@pytest.mark.long
def test_without_room_and_network_a_stage_that_is_closed_opens_no_card_of_the_next(phone):
    page = phone(forgive=OFFLINE)
    start_without_room(page)
    for name in ("Anna", "Ben"):
        expect(card_name(page)).to_have_text(name)
        done(page)
    expect(counted(page)).to_have_text("2 of 2 counted")
    # A page that hears that the stage is closed goes on to its result.
    deafen(page)
    page.context.set_offline(True)
    close_button(page).click()
    expect(told(page)).to_contain_text("Stage 1: will be scored as soon as it can be sent.")
    expect(told(page)).to_contain_text(UNKEPT)
    expect(page.locator(".where")).to_have_text("Stage 1 of 2")
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("Stage 1 has been scored.")


@pytest.mark.long
def test_what_is_kept_nowhere_holds_the_page_until_it_is_sent(phone):
    page = phone(forgive=OFFLINE)
    start_without_room(page)
    page.context.set_offline(True)
    enter(page, {"water": 4})
    expect(mark(page)).to_have_text("saving …")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.locator(".back").click()
    until(page, "true")
    assert asked == ["beforeunload"]
    see_figures(page, {"water": 4})
    page.context.set_offline(False)
    expect(mark(page)).to_have_text("✓ saved")
    page.locator(".back").click()
    expect(page.locator("h1")).to_have_text("Caravan")
    assert asked == ["beforeunload"]
