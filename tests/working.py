"""What no request waits for waits in the database, by the fixture `beside`, until a test lets it be done."""

from companion.server import working


def done():
    """Do all that waits, as the process does it that stands beside the others."""
    working.Hands().run()
