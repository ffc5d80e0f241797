"""Dated dumps in a folder, of which old ones are deleted."""

import datetime
import re
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from companion.core.metrics import LAST_DUMP

from .dump import Refusal, dump

DATED = "caravan-%Y-%m-%d-%H%M%S.dump"
NUMBER_OF_DAYS = re.compile(r"([1-9][0-9]{0,3})d?")


def parse_days(text: str) -> int:
    """Return the days of "7" or "7d". Raises ValueError for anything else, so no typing error deletes all backups."""
    found = NUMBER_OF_DAYS.fullmatch(text.strip())
    if not found:
        raise ValueError(text)
    return int(found[1])


def back_up(folder: Path, *, days: int) -> tuple[Path, tuple[dict[str, int], int], list[Path]]:
    """Dump everything into a new file of this folder, then delete dumps older than `days`.

    Returns the file, what `dump` returned, and the deleted files. The dump comes first: without a new one nothing is
    deleted. Other files of the folder stay. Raises Refusal.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"Can't create {folder}: {error.strerror}.") from error
    now = timezone.now()
    file = folder / now.strftime(DATED)
    counts = dump(file)
    (settings.DATA / LAST_DUMP).touch()
    old = [each for each in sorted(folder.glob("caravan-*.dump")) if is_older(each, now - datetime.timedelta(days))]
    for each in old:
        each.unlink(missing_ok=True)
    return file, counts, old


def is_older(file: Path, moment) -> bool:
    """Return whether this is a dated dump from before the moment, by its name."""
    try:
        written_at = datetime.datetime.strptime(file.name, DATED).replace(tzinfo=datetime.UTC)
    except ValueError:
        return False
    return written_at < moment
