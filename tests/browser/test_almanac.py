"""A member's way through a group's almanac, and the year as it is printed."""

import datetime
import json
from random import Random

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES
from companion.rules.scoring.random_plays import random_play
from tests.browser.printed import read
from tests.browser.table import group_path, play_path, start_play

NAMES = ("Anna", "Ben", "Chris", "Dora")
PLACES = ("at Anna’s", "at Ben’s", "")
PLAYS = 48


def a_year_of_plays():
    """As many plays of all games in turn in 2025, a few on each evening, as a file has them."""
    chance, games = Random(7), list(GAMES.values())
    for number in range(PLAYS):
        game = games[number % len(games)]
        seated = chance.sample(NAMES, chance.choice([seats for seats in game.seats if seats <= len(NAMES)]))
        day = datetime.date(2025, 1, 3) + datetime.timedelta(days=number // 3 * 22)
        table = random_play(game, chance, seated, options=game.options_with({}))
        yield {
            **table,
            "played_on": day.isoformat(),
            "place": PLACES[number // 3 % 3],
            "minutes": 600,
            "state": "finished",
        }


@pytest.fixture
def group(phone):
    """The page and path of a group that has played a year."""
    page = phone()
    start_play(page)
    path = group_path(page, play_path(page))
    page.goto(f"{path}import")
    file = json.dumps(list(a_year_of_plays())).encode()
    page.locator("#file").set_input_files({"name": "plays.json", "mimeType": "application/json", "buffer": file})
    page.locator(".import button").click()
    page.locator(".told").wait_for()
    page.goto(path)
    return page, path


def tab(page, name):
    return page.locator(".tabs").get_by_role("link", name=name, exact=True)


@pytest.mark.long
def test_a_member_finds_everything_by_the_four_tabs(group):
    page, path = group
    page.goto(path)
    expect(tab(page, "Play")).to_have_attribute("aria-current", "page")
    tab(page, "History").click()
    expect(page.locator("h1")).to_have_text("History")
    page.locator(".pick summary", has_text="Players").click()
    page.get_by_role("link", name="Anna", exact=True).click()
    page.locator(".pick summary", has_text="Players").click()
    page.get_by_role("link", name="Ben", exact=True).click()
    expect(page.locator(".chip.on")).to_have_count(2)
    expect(page.locator(".found")).to_contain_text(f"of {PLAYS + 1} plays")
    page.locator(".lead a").click()
    expect(page.locator("h1")).to_have_text("Anna against Ben")
    tab(page, "Players").click()
    page.locator(".whocard", has_text="Anna").click()
    expect(page.locator("h1")).to_have_text("Anna")
    page.locator(".rrow").first.click()
    expect(page.locator("#records")).to_be_visible()
    tab(page, "Games").click()
    expect(page.locator(".whocard")).to_have_count(len(GAMES))
    page.locator(".gear").click()
    expect(page.locator("h1")).to_have_text("Settings")


@pytest.mark.long
def test_who_is_here_decides_at_once_which_games_stand_back_and_a_tap_starts(group):
    page, path = group
    page.goto(path)
    people = page.locator(".seats-row input[type=checkbox]")
    for person in people.all():
        person.uncheck(force=True)
    covers = page.locator(".covers li")
    expect(page.locator(".covers .unfit")).to_have_count(len(GAMES))
    for name in ("Ben", "Chris"):
        page.locator(".sit", has_text=name).click()
    wanted = [
        2 in GAMES[slug].seats for slug in covers.locator("button").evaluate_all("(all) => all.map((b) => b.value)")
    ]
    fits = covers.evaluate_all("(all) => all.map((each) => !each.classList.contains('unfit'))")
    assert fits == wanted
    game = next(
        slug for slug, game in GAMES.items() if 2 in game.seats and not any(each.confirm for each in game.options)
    )
    page.locator(f"button[value={game}]").click()
    page.wait_for_url("**/plays/*/")
    expect(page.locator(".names th")).to_contain_text(["Ben", "Chris"])


@pytest.mark.long
def test_until_when_there_is_time_decides_at_once_and_who_is_here_stays(group):
    page, path = group
    page.goto(path)
    page.locator(".sit", has_text="Chris").click()
    here = page.locator(".seats-row :checked").evaluate_all("(all) => all.map((each) => each.value)")
    times = page.get_by_label("How much time do you have?")
    times.select_option(index=12)
    expect(page.locator(".covers .long")).not_to_have_count(0)
    assert page.locator(".covers .long").count() == page.locator(".covers .long.unfit").count()
    page.reload()
    expect(page.locator(".covers .long")).not_to_have_count(0)
    assert page.locator(".seats-row :checked").evaluate_all("(all) => all.map((each) => each.value)") == here
    times.select_option("")
    expect(page.locator(".covers .long")).to_have_count(0)


@pytest.mark.long
def test_a_guest_is_one_more_player(group):
    page, path = group
    page.goto(path)
    before = page.locator(".seats-row :checked").count()
    page.locator(".guest summary").click()
    page.get_by_label("New player’s name").fill("Zoe")
    fits = page.locator(".covers li").evaluate_all(
        "(all, number) => all.every((each) => each.classList.contains('unfit') =="
        " (number < each.dataset.least || number > each.dataset.most))",
        before + 1,
    )
    assert fits


@pytest.mark.long
def test_the_year_is_printed_on_two_pages_of_a4_in_black(group):
    page, path = group
    page.goto(f"{path}years/2025")
    headings = page.locator(".ycols h2").all_inner_texts()
    assert len(headings) >= 8
    papers = read(page.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "12mm")))
    assert len(papers) == 2
    words = " ".join(paper.text for paper in papers)
    for heading in headings:
        assert heading in words
    assert "2025" in words
    assert f"{PLAYS} plays" in words
    assert "Settings" not in words
    for paper in papers:
        for _, box in paper.signs:
            assert box.left > 0 and box.right < paper.width


def tab_to(page, target):
    """Go on by the key Tab until something has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if target.evaluate("(its) => its === document.activeElement"):
            return
    raise AssertionError(f"Tab never came to {target}")


def ground(target):
    return target.evaluate("(its) => getComputedStyle(its).backgroundColor")


@pytest.mark.long
def test_the_history_is_filtered_by_the_keyboard_alone_and_what_is_chosen_is_seen_in_any_colours(group):
    page, path = group
    page.goto(f"{path}plays")
    who = page.locator("summary", has_text="Players")
    tab_to(page, who)
    page.keyboard.press("Enter")
    tab_to(page, page.locator("details[open]").get_by_role("link", name="Anna", exact=True))
    page.keyboard.press("Enter")
    chosen = page.locator(".filters .chip.on")
    expect(chosen).to_contain_text("Anna")
    page.emulate_media(forced_colors="active")
    assert ground(chosen) != ground(who)
    tab_to(page, chosen)
    page.keyboard.press("Enter")
    expect(chosen).to_have_count(0)
    page.goto(path)
    discs = page.locator(".sit .disc")
    page.locator(".sit > input").first.set_checked(True, force=True)
    page.locator(".sit > input").last.set_checked(False, force=True)
    assert ground(discs.first) != ground(discs.last)
    page.goto(f"{path}players")
    won, lost = page.locator(".run .w").first, page.locator(".run :not(.w)").first
    assert ground(won) != ground(lost)
