"""Chooses the language and time zone of a page: the phone's own, else the group's."""

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header


def activate_for_group(request, group):
    """Activate the group's time zone, and its language if neither the phone nor its browser has chosen one."""
    if group.time_zone:
        timezone.activate(group.time_zone)
    if not has_chosen_language(request) and not has_browser_language(request):
        activate_language(request, group.language)


def activate_for_table(request, group):
    """Activate the group's time zone and language, unless the phone has chosen a language; for a page that all read."""
    activate_for_group(request, group)
    if not has_chosen_language(request):
        activate_language(request, group.language)


def activate_language(request, language):
    """Activate this language for the request, if it isn't empty."""
    if language:
        translation.activate(language)
        request.LANGUAGE_CODE = language


def has_chosen_language(request) -> bool:
    """Return whether someone has chosen a language on this phone."""
    return settings.LANGUAGE_COOKIE_NAME in request.COOKIES


def has_browser_language(request) -> bool:
    """Return whether the browser requests a language that Caravan has."""
    # Django's `get_language_from_request` returns English for a request without a language, too.
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return bool(get_supported_language_variant(code))
        except LookupError:
            continue
    return False
