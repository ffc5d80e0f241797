"""What the commands of `manage.py` print."""

from io import StringIO

from django.core.management import call_command


def printed_by(command, *arguments) -> str:
    """All that a command printed; its arguments may be paths."""
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue()
