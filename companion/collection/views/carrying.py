"""A sheet goes to another Caravan by a link that holds all of it, so that no server of ours has to know it.

It stands behind the # of the address: no server is sent it until the page there asks to look at it.
"""

import re
from itertools import takewhile
from urllib.parse import urlsplit

from django.conf import settings
from django.shortcuts import redirect, render
from django.urls import URLResolver, get_resolver, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from companion.access.links import qr_code
from companion.collection.maker_page import maker_context
from companion.collection.sheet_files import packed, sheet_in
from companion.core.configuration import A_PATH
from companion.core.language.typed import clean_name

from .sharing import MOST_IN_A_CODE, added, offered

LONGEST_ADDRESS = 200
A_HOST = re.compile(r"[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]")
# Machines of a house have no https, and nobody types http.
OF_A_HOUSE = re.compile(r"localhost|[\d.]+|\[.*\]|[^.]+|.*\.(local|lan|home|internal)")


@require_http_methods(["GET", "POST"])
def open_sheet(request):
    """A sheet that somebody has brought in the address, or as a text: what it would add, and to which group; once that
    is said it is added.
    """
    if request.method == "GET":
        return render(request, "collection/open.html")
    data, faults = sheet_in(request.POST.get("sheet", ""))
    if faults:
        return render(request, "collection/open.html", {"faults": faults}, status=422)
    return added(request, data) if "confirm" in request.POST else offered(request, data, opened=True)


@require_http_methods(["GET", "POST"])
def carry_sheet(request):
    """The link that opens a sheet on the Caravan of which somebody has typed the address."""
    if request.method == "GET":
        return redirect("collection:open_sheet")
    data, faults = sheet_in(request.POST.get("sheet", ""))
    if faults:
        return render(request, "collection/open.html", {"faults": faults}, status=422)
    typed = clean_name(request.POST.get("server", ""))[:LONGEST_ADDRESS]
    server = server_of(typed)
    if server is None:
        fault = _("This isn’t a Caravan site’s address. Examples: caravan.example.org, 192.168.1.20:8000.")
        answer = offered(request, data, opened=True, server=typed, server_fault=fault)
        answer.status_code = 422
        return answer
    link = f"{server}{reverse('collection:open_sheet').removeprefix(settings.SITE_PATH)}#{packed(data)}"
    context = {
        **maker_context(None, None, None, data=data),
        "link": {"url": link},
        "qr": qr_code(link, error="l") if len(link) <= MOST_IN_A_CODE else None,
        "host": server.partition("//")[2],
    }
    return render(request, "collection/carried.html", context)


def server_of(typed: str) -> str | None:
    """The server whose address somebody has typed, with or without a scheme and whatever page of it; None for none.

    Without a scheme it is https, but for machines of a house.
    """
    try:
        parts = urlsplit(typed if "//" in typed else f"//{typed}")
        host, port = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc.removesuffix(":"), parts.port
    except ValueError:
        return None
    if parts.scheme not in ("", "http", "https") or not A_HOST.fullmatch(host):
        return None
    scheme = parts.scheme or ("http" if OF_A_HOUSE.fullmatch(host.lower()) else "https")
    site_path = path_of_site(parts.path)
    if not A_PATH.fullmatch(site_path):
        return None
    return f"{scheme}://{host.lower()}{f':{port}' if port else ''}{site_path}"


def path_of_site(path: str) -> str:
    """Return the path below which a Caravan is, by the path of one of its pages: `/caravan` of `/caravan/library`."""
    packages = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    routes = [f"{package.pattern}{each.pattern}" for package in packages for each in package.url_patterns]
    first_parts = {route.partition("/")[0] for route in routes}
    return "".join(f"/{part}" for part in takewhile(lambda part: part not in first_parts, path.strip("/").split("/")))
