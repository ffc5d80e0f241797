"""A sheet is carried to another Caravan site by a link that contains all of it, so that no server has to know it.

It is after the # of the URL: no server receives it until the page there requests a preview.
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
from companion.collection.sheet_files import pack, read_sheet
from companion.core.configuration import A_PATH
from companion.core.language.typed import clean_name

from .sharing import MOST_IN_QR_CODE, add_to_group, render_preview

LONGEST_ADDRESS = 200
HOST = re.compile(r"[\w-]+(\.[\w-]+)*\.?|\[[0-9a-fA-F:.]+\]")
# Hosts of a home network don't have https, and people leave out http.
HOME_NETWORK = re.compile(r"localhost|[\d.]+|\[.*\]|[^.]+|.*\.(local|lan|home|internal)")


@require_http_methods(["GET", "POST"])
def open_sheet(request):
    """Render a preview of a sheet from the URL or a text, and the groups it can be added to; add it once confirmed."""
    if request.method == "GET":
        return render(request, "collection/open.html")
    data, faults = read_sheet(request.POST.get("sheet", ""))
    if faults:
        return render(request, "collection/open.html", {"faults": faults}, status=422)
    return add_to_group(request, data) if "confirm" in request.POST else render_preview(request, data, opened=True)


@require_http_methods(["GET", "POST"])
def carry_sheet(request):
    """Render the link that opens a sheet on another Caravan site, whose address was typed."""
    if request.method == "GET":
        return redirect("collection:open_sheet")
    data, faults = read_sheet(request.POST.get("sheet", ""))
    if faults:
        return render(request, "collection/open.html", {"faults": faults}, status=422)
    typed = clean_name(request.POST.get("server", ""))[:LONGEST_ADDRESS]
    server = parse_server(typed)
    if server is None:
        fault = _("This isn’t a Caravan site’s address. Examples: caravan.example.org, 192.168.1.20:8000.")
        answer = render_preview(request, data, opened=True, server=typed, server_fault=fault)
        answer.status_code = 422
        return answer
    link = f"{server}{reverse('collection:open_sheet').removeprefix(settings.SITE_PATH)}#{pack(data)}"
    context = {
        **maker_context(None, None, None, data=data),
        "link": {"url": link},
        "qr": qr_code(link, error="l") if len(link) <= MOST_IN_QR_CODE else None,
        "host": server.partition("//")[2],
    }
    return render(request, "collection/carried.html", context)


def parse_server(typed: str) -> str | None:
    """Return the site of an address, typed with or without a scheme and of whatever page; None if it isn't one.

    Without a scheme it is https, except for hosts of a home network.
    """
    try:
        parts = urlsplit(typed if "//" in typed else f"//{typed}")
        host, port = parts.netloc.rpartition(":")[0] if parts.port else parts.netloc.removesuffix(":"), parts.port
    except ValueError:
        return None
    if parts.scheme not in ("", "http", "https") or not HOST.fullmatch(host):
        return None
    scheme = parts.scheme or ("http" if HOME_NETWORK.fullmatch(host.lower()) else "https")
    site_path = find_site_path(parts.path)
    if not A_PATH.fullmatch(site_path):
        return None
    return f"{scheme}://{host.lower()}{f':{port}' if port else ''}{site_path}"


def find_site_path(path: str) -> str:
    """Return the path of a site by the path of one of its pages: `/caravan` of `/caravan/library`."""
    packages = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    routes = [f"{package.pattern}{each.pattern}" for package in packages for each in package.url_patterns]
    first_parts = {route.partition("/")[0] for route in routes}
    return "".join(f"/{part}" for part in takewhile(lambda part: part not in first_parts, path.strip("/").split("/")))
