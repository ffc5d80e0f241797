"""Answers to HEAD have the headers of an answer to GET and no body (RFC 9110, 9.3.2)."""


def strip_head_bodies(application):
    """Return the application without the bodies of answers to HEAD: gunicorn would drop each with a warning."""

    def bare(environ, start_response):
        body = application(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body
        if close := getattr(body, "close", None):
            close()
        return []

    return bare
