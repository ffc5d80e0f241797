"""What the log says of a failed request: the URL's pattern, never its path, because paths carry keys."""

import logging


class PatternInsteadOfPath(logging.Filter):
    """Rewrites Django's message about a request ("Internal Server Error: /t/…") so that it names no key."""

    def filter(self, record):
        request = getattr(record, "request", None)
        if request is not None:
            match = getattr(request, "resolver_match", None)
            record.msg = "%s %s: %s"
            record.args = (
                request.method,
                match.route if match else "(no such URL)",
                getattr(record, "status_code", ""),
            )
        return True
