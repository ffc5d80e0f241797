"""The web app manifest, the service worker, the offline page and the choice of a language."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.i18n import set_language

# Files of the offline page and Home; those of other pages are cached with them.
SHELL = (
    *("css/caravan.css", "css/rows.css", "css/pages.css"),
    *("img/icon.svg", "js/every_page.js", "django_htmx/htmx-2.min.js"),
)
ICONS = (("img/icon-192.png", "192x192"), ("img/icon-512.png", "512x512"))


@require_safe
def manifest(request):
    """Return the web app manifest."""
    icons = [
        {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for path, sizes in ICONS
        for purpose in ("any", "maskable")
    ]
    site = reverse("plays:home")
    about = {
        "name": "Caravan",
        "short_name": "Caravan",
        "description": _("The score pad for tabletop games: count, enter, and see where every point comes from."),
        "id": site,
        "start_url": site,
        "scope": site,
        "display": "standalone",
        "background_color": "#fcfaf5",
        "theme_color": "#fcfaf5",
        "icons": icons,
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
def service_worker(request):
    """Render the service worker, which caches the shell and some pages. Its text changes with the files it caches."""
    base = staticfiles_storage.base_url  # type: ignore[attr-defined]  # a storage of files has one
    context = {"shell": [static(path) for path in SHELL], "static": base, "site": settings.SITE_SUFFIX}
    return render(request, "core/service-worker.js", context, content_type="text/javascript")


@require_safe
def offline(request):
    """Render the page shown without a network instead of one that isn't cached."""
    return render(request, "core/offline.html")


@require_http_methods(["GET", "POST"])
def choose_language(request):
    """Set this phone's language, and lead back: Home if Django doesn't know where to, which it calls `/`."""
    response = set_language(request)
    if response.headers.get("Location") == "/":
        response.headers["Location"] = reverse("plays:home")
    return response
