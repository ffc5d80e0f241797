"""Which language a page speaks and by which clock it tells times: the phone's own choice, else the group's."""

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation.trans_real import get_supported_language_variant, parse_accept_lang_header


def settle_in(request, group):
    """Tell times as the group does; speak its language where neither this phone nor its browser asks for one."""
    if group.time_zone:
        timezone.activate(group.time_zone)
    if not has_chosen_language(request) and not has_browser_language(request):
        speak(request, group.language)


def settle_in_for_all(request, group):
    """The same for a page that everybody at the table reads: the browser it is shown in has no say."""
    settle_in(request, group)
    if not has_chosen_language(request):
        speak(request, group.language)


def speak(request, language):
    """Answer this request in a language, where there is one."""
    if language:
        translation.activate(language)
        request.LANGUAGE_CODE = language


def has_chosen_language(request) -> bool:
    """Whether somebody chose a language on this phone."""
    return settings.LANGUAGE_COOKIE_NAME in request.COOKIES


def has_browser_language(request) -> bool:
    """Whether the browser asks for a language that we have."""
    # What Django documents (`get_language_from_request`) gives English to who asks for none, too.
    for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return bool(get_supported_language_variant(code))
        except LookupError:
            continue
    return False
