"""A passkey in a real browser, where browsers trust the address: kept, and signed in with on another phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import card_name, give_passkeys, play_path, start_play

NOT_KNOWN = "We don’t know this phone yet."


@pytest.fixture
def trusted(port):
    return f"http://localhost:{port}"


def passkey_button(page):
    return page.locator("form[data-passkey] button")


def credentials_of(session, authenticator):
    return session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]


def test_a_passkey_brings_both_identities_together_on_another_phone(phone, trusted):
    first, second = phone(base_url=trusted), phone(base_url=trusted)
    start_play(first, ["Anna", "Ben"])
    play = play_path(first)
    session, authenticator = give_passkeys(first)
    first.goto("/you")
    expect(first.locator(".lead")).to_have_text("Only this phone knows you.")
    passkey_button(first).click()
    expect(first.locator(".messages")).to_contain_text("Saved.")
    first.goto("/sign-out")
    first.get_by_role("button", name="Sign out").click()
    expect(first.locator(".messages")).to_contain_text("Signed out.")
    first.goto("/you")
    expect(first.locator(".lead")).to_have_text(NOT_KNOWN)

    # The account that both phones share carries the passkey over.
    there, synced = give_passkeys(second)
    for credential in credentials_of(session, authenticator):
        there.send("WebAuthn.addCredential", {"authenticatorId": synced, "credential": credential})
    start_play(second, ["Dora", "Emil"])
    second.goto("/sign-in")
    expect(second.locator("main")).to_contain_text("Dora, Emil")
    passkey_button(second).click()
    expect(second.locator(".messages")).to_contain_text("Signed in.")
    expect(second.locator("section:has(#here)")).to_contain_text("Dora, Emil")
    expect(second.locator("section:has(#groups)")).to_contain_text("Anna, Ben")
    second.goto(play)
    expect(card_name(second)).to_have_text("Anna")


def test_on_a_phone_that_has_none_nothing_changes_and_a_sentence_says_so(phone, trusted):
    page = phone(base_url=trusted)
    start_play(page, ["Anna", "Ben"])
    give_passkeys(page)
    page.goto("/sign-in")
    passkey_button(page).click()
    expect(page.locator("form[data-passkey] .fault")).to_have_text(re.compile("Nothing was changed"))
    expect(passkey_button(page)).to_be_enabled()
    expect(page).to_have_url(re.compile("/sign-in$"))


@pytest.mark.long
def test_where_browsers_trust_no_address_there_is_no_word_of_passkeys(phone, port):
    for base in ({}, {"base_url": f"http://127.0.0.1:{port}"}):
        page = phone(**base)
        start_play(page, ["Anna", "Ben"])
        for path in ("/you", "/sign-in"):
            page.goto(path)
            expect(page.locator("h1")).to_be_visible()
            expect(passkey_button(page)).to_be_hidden()
        page.goto("/you")
        expect(page.get_by_role("heading", name="Passkeys")).to_be_hidden()


@pytest.mark.long
def test_the_way_back_prints_on_one_sheet(phone):
    page = phone()
    start_play(page, ["Maximiliane-Theodora Freifrau von Hohenstein", "Ben"])
    page.goto("/you/recovery")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.emulate_media(media="print")
    expect(page.locator(".qr")).to_be_visible()
    expect(page.locator(".address")).to_be_visible()
    expect(page.get_by_role("link", name="Create a new link")).to_be_hidden()
    expect(page.locator(".languages")).to_be_hidden()
