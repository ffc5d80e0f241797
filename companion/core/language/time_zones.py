"""The world's time zones by region and city."""

import zoneinfo
from functools import cache

from babel.core import get_global
from babel.dates import get_timezone_location
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

UTC = "UTC"
PARTS_OF_THE_WORLD = {
    "Africa": gettext_noop("Africa"),
    "America": gettext_noop("America"),
    "Antarctica": gettext_noop("Antarctica"),
    "Arctic": gettext_noop("Arctic"),
    "Asia": gettext_noop("Asia"),
    "Atlantic": gettext_noop("Atlantic"),
    "Australia": gettext_noop("Australia"),
    "Europe": gettext_noop("Europe"),
    "Indian": gettext_noop("Indian Ocean"),
    "Pacific": gettext_noop("Pacific"),
}


@cache
def known_names() -> frozenset[str]:
    """Return the names of all zones of the IANA database that belong to a place, including older names, and UTC."""
    return frozenset(name for name in zoneinfo.available_timezones() if part_of(name) in PARTS_OF_THE_WORLD) | {UTC}


def part_of(name) -> str:
    return name.partition("/")[0]


def usual_name(name) -> str:
    """Return the canonical name of a zone; UTC for an unknown region."""
    return get_global("zone_aliases").get(name, name) if part_of(name) in PARTS_OF_THE_WORLD else UTC


def choices() -> list:
    """Return each zone once, as (name, city) grouped by region, in the active language; UTC first."""
    return _choices(get_language())


@cache
def _choices(language):
    names = {usual_name(name) for name in known_names()} - {UTC}
    cities = sorted((city_of(name, language), name) for name in names)
    return [(UTC, UTC)] + [
        (_(part), [(name, city) for city, name in cities if part_of(name) == key])
        for key, part in PARTS_OF_THE_WORLD.items()
    ]


def city_of(name, language) -> str:
    """Return the city of a zone, in a language if it is known."""
    return get_timezone_location(name, locale=language, return_city=True).rpartition("/")[2]
