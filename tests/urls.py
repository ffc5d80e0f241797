"""All URLs of the site, with the names that code and templates use for them."""

from collections.abc import Callable
from typing import NamedTuple

from django.urls import URLPattern, get_resolver


class Url(NamedTuple):
    """A URL: its name with the namespace, such as `plays:card`, its route, and its view."""

    name: str
    route: str
    view: Callable


def every_url(patterns=None, *, route="", namespace="") -> list[Url]:
    """Return the URLs below these patterns, in the order in which they are tried."""
    found = []
    for each in get_resolver().url_patterns if patterns is None else patterns:
        its_route = f"{route}{each.pattern}"
        if isinstance(each, URLPattern):
            found.append(Url(f"{namespace}{each.name}", its_route, each.callback))
        else:
            inside = f"{namespace}{each.namespace}:" if each.namespace else namespace
            found += every_url(each.url_patterns, route=its_route, namespace=inside)
    return found


def names_below(*routes) -> set[str]:
    """Return the names of the URLs whose routes begin with one of these."""
    return {url.name for url in every_url() if url.route.startswith(routes)}
