"""Pictures of the running app for README.md and docs/: `scripts/pictures` takes them again.

A server with the demo group runs in a temporary folder while they are taken.
"""

import os
import re
import subprocess
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.server import ROOT, serving
from tests.browser.table import close_stage, counted, key, sit_down_and_start

FOLDER = ROOT / "docs" / "images"
SUBJECTS = ("counting", "result", "group")
SCHEMES = ("light", "dark")
NAMES = [f"{subject}-{scheme}.png" for subject in SUBJECTS for scheme in SCHEMES]
PHONE = {"width": 390, "height": 844}
SCALE = 2
HEAVIEST = 150_000
LAST_DAY = "2026-11-20"

# What each player has of each good, and maps, in the order of the sheet.
COUNTS = {"Anna": (3, 2, 1, 4, 1), "Ben": (3, 4, 2, 0, 1), "Chris": (1, 1, 5, 4, 0), "Dora": (0, 2, 3, 2, 1)}


def create_demo_group(folder: Path, port: int) -> str:
    """Create the demo group in this data folder and return the path of its invitation."""
    settings = {"CARAVAN_DATA": str(folder), "HTTPS": "0", "HOST": "127.0.0.1", "PORT": str(port)}
    command = [sys.executable, "manage.py", "demo", "--until", LAST_DAY]
    said = subprocess.run(command, cwd=ROOT, env=os.environ | settings, check=True, capture_output=True, text=True)
    return urlsplit(said.stdout.split()[-1]).path


def join_group(page, invitation: str) -> str:
    """Join the demo group as Anna and return its path."""
    page.goto(invitation)
    page.locator("main form button").click()
    page.get_by_role("button", name="Anna", exact=True).click()
    page.wait_for_url("**/groups/*/")
    return re.search(r"/groups/[0-9a-f-]{36}/", page.url)[0]


def save_picture(page, subject: str) -> None:
    """Save what the phone shows, in light and in dark."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        shot = page.screenshot(animations="disabled", style="* { -webkit-tap-highlight-color: transparent }")
        picture = Image.open(BytesIO(shot)).convert("RGB")
        small = picture.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        small.save(FOLDER / f"{subject}-{scheme}.png", optimize=True)


def count(page, numbers) -> None:
    """Tap these numbers on the keys, one cell after the other."""
    for number in numbers:
        key(page, number).tap()


def take_pictures(page, invitation: str) -> None:
    """Take each picture: the group's history, a stage half counted, and its result with the reason of one cell."""
    group = join_group(page, invitation)
    page.goto(f"{group}plays")
    expect(page.locator("main h2").first).to_be_visible()
    save_picture(page, "group")

    sit_down_and_start(page, tuple(COUNTS))
    numbers = [number for each in COUNTS.values() for number in each]
    half = 2 * len(numbers) // 5
    count(page, numbers[:half])
    # The server has all of it once it says who is counting.
    expect(counted(page)).to_contain_text("Ben")
    save_picture(page, "counting")

    count(page, numbers[half:])
    close_stage(page)
    page.locator("main a[href*='cell=water.']").first.tap()
    expect(page.locator("a.put-away")).to_be_visible()
    save_picture(page, "result")


def main() -> None:
    """Take all pictures again."""
    FOLDER.mkdir(exist_ok=True)
    expect.set_options(timeout=15_000)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server, sync_playwright() as playwright:
        invitation = create_demo_group(Path(folder), server.port)
        browser = playwright.chromium.launch(executable_path=os.environ["CHROME_PATH"], args=FLAGS)
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{server.port}",
            viewport=PHONE,
            device_scale_factor=SCALE,
            has_touch=True,
            is_mobile=True,
            locale="en",
            service_workers="block",
        )
        take_pictures(context.new_page(), invitation)
        browser.close()
    for name in NAMES:
        print(f"docs/images/{name}: {(FOLDER / name).stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
