"""The site below a path of its host, as `https://example.org/caravan`."""


def below(path, application):
    """Return a WSGI application whose pages are below this path, which may be empty.

    Other paths stay as they are: probes ask for /healthz, and some proxies cut the path off.
    """

    def inside(environ, start_response):
        within = environ["PATH_INFO"].removeprefix(path)
        if not within:
            query = environ.get("QUERY_STRING")
            address = f"{path}/?{query}" if query else f"{path}/"
            start_response("301 Moved Permanently", [("Location", address), ("Content-Length", "0")])
            return []
        if within.startswith("/"):
            environ["PATH_INFO"] = within
        return application(environ, start_response)

    return inside if path else application
