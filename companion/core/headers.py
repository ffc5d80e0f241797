"""The headers that Django's middleware doesn't know, and lean answers: phones poll every second and a half."""

from http import HTTPStatus

from django.conf import settings

# Browsers use these for pages only. A script puts a fragment into a page that has them, and an answer without content
# (204) leaves the page as it is. No link and no form can send the header that marks a script.
FOR_PAGES = (
    *("Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy"),
    *("X-Frame-Options", "X-Robots-Tag", "Content-Language"),
)
# Answers to scripts aren't stored, and answers without content don't need a description of it.
NOT_FOR_SCRIPTS = (*FOR_PAGES, "Expires", "Vary")
NOT_FOR_NO_CONTENT = (
    *NOT_FOR_SCRIPTS,
    *("Content-Length", "Content-Type", "X-Content-Type-Options", "Strict-Transport-Security"),
)
# The name of a static file has its hash, so browsers never ask whether it has changed.
NOT_FOR_FILES = ("Cross-Origin-Opener-Policy", "Referrer-Policy", "X-Frame-Options", "ETag", "Last-Modified")
BY_A_SCRIPT = "HTTP_HX_REQUEST"
# Tells htmx that an answer is Caravan's own: a captive portal's page is never swapped in or followed. What the outbox
# sent is acknowledged by its id.
TOOK = "Caravan-Took"


def lean_headers(get_response):
    """Leave out headers that an answer doesn't need, around the middleware that sets them."""

    def middleware(request):
        response = get_response(request)
        is_script, is_kept = BY_A_SCRIPT in request.META, "immutable" in response.headers.get("Cache-Control", "")
        if is_script:
            response.headers.setdefault(TOOK, "1")
        if "no-store" in response.headers.get("Cache-Control", ""):
            response.headers.pop("Vary", None)
        unneeded: tuple[str, ...]
        if response.status_code == HTTPStatus.NO_CONTENT:
            unneeded = NOT_FOR_NO_CONTENT
        elif is_script:
            unneeded = NOT_FOR_SCRIPTS
        elif is_kept:
            unneeded = NOT_FOR_FILES
        else:
            if request.is_secure():
                # Browsers grant none of these on plain HTTP.
                response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
            return response
        for name in unneeded:
            response.headers.pop(name, None)
        if not is_kept:
            response.headers["Cache-Control"] = "no-store"
        return response

    return middleware


def forbid_content(headers, path, url):
    """Set the shortest Content-Security-Policy for static files, as whitenoise asks for it."""
    headers["Content-Security-Policy"] = "default-src 'none'"
