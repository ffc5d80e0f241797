"""Notifies the hubs of changes once they are stored, so that phones get them over streams (`companion.core.streams`).

With SQLite, the hubs of this machine are notified after the commit; with PostgreSQL, the hubs of all machines with the
commit (NOTIFY). Without streams nothing is sent, and phones poll.
"""

import json
from functools import partial

from django.db import connection, transaction

from companion.core.streams import wire


def publish(message: dict):
    """Send a message to the hubs once the current transaction is committed."""
    if not wire.is_enabled():
        return
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [wire.CHANNEL, json.dumps(message)])
    else:
        transaction.on_commit(partial(wire.tell, message))


def publish_revision(play):
    """Notify the hubs of a play's new revision."""
    publish({"kind": "new", "play": str(play.uuid), "revision": play.revision})


def publish_cursor(play, *, tab, cell):
    """Notify the hubs of the position of a page's cursor, which isn't stored."""
    publish({"kind": "at", "play": str(play.uuid), "tab": tab, "cell": cell})


def end_streams_of_play(play):
    """End the streams of a play, because permissions may have changed. Pages that may still see it reconnect."""
    publish({"kind": "shut", "tag": play_tag(play)})


def end_streams_of_group(group):
    """End the streams of all plays of a group."""
    publish({"kind": "shut", "tag": group_tag(group.pk)})


def end_streams_of_person(person):
    """End all streams of a person."""
    publish({"kind": "shut", "tag": person_tag(person.pk)})


def play_tag(play) -> str:
    """Return the tag of streams that show this play."""
    return f"play {play.uuid}"


def group_tag(number) -> str:
    """Return the tag of streams that show a play of the group with this number."""
    return f"group {number}"


def person_tag(number) -> str:
    """Return the tag of streams of the person with this number."""
    return f"person {number}"
