"""Tell the hubs what changed once it is stored, so that phones get it over their streams (`companion.core.streams`).

With SQLite, the hubs of this machine are told after the commit. With PostgreSQL, the hubs of all machines hear of it
(NOTIFY), with the commit itself. Without streams nobody is told, and phones poll.
"""

import json
from functools import partial

from django.db import connection, transaction

from companion.core.streams import wire


def told(message: dict):
    """Tell this once what is under way is stored."""
    if not wire.is_laid():
        return
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [wire.CHANNEL, json.dumps(message)])
    else:
        transaction.on_commit(partial(wire.tell, message))


def tell_of_revision(play):
    """A play has gone up one revision."""
    told({"kind": "new", "play": str(play.uuid), "revision": play.revision})


def tell_of_cursor(play, *, tab, cell):
    """Where the cursor of somebody's page is; it is stored nowhere."""
    told({"kind": "at", "play": str(play.uuid), "tab": tab, "cell": cell})


# Something has changed who may see what is of a play, a group, or a person: their streams end, and who still may see it
# is let in again.


def look_again_at_play(play):
    """End the streams of a play: whoever may still see it opens one anew, and nobody else."""
    told({"kind": "shut", "tag": of_play(play)})


def look_again_at_group(group):
    """The same for all plays of a group."""
    told({"kind": "shut", "tag": of_group(group.pk)})


def look_again_at_person(person):
    """The same for all streams of a person."""
    told({"kind": "shut", "tag": of_person(person.pk)})


def of_play(play) -> str:
    """The tag of a stream that shows this play."""
    return f"play {play.uuid}"


def of_group(number) -> str:
    """The tag of a stream that shows a play of the group with this number."""
    return f"group {number}"


def of_person(number) -> str:
    """The tag of a stream of the person with this number."""
    return f"person {number}"
