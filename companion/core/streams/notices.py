"""Receives PostgreSQL's notifications of changes on all machines that share it."""

import asyncio
import json
from urllib.parse import urlsplit

from . import wire

RETRY_SECONDS = 0.5, 5
# A database that disappeared without a word is noticed.
KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "connect_timeout": 5}


async def listen(database, hub):
    """Pass on all notices of this database; after an interruption, everyone looks again."""
    import psycopg
    from psycopg.conninfo import make_conninfo

    wait, is_first = RETRY_SECONDS[0], True
    scheme = urlsplit(database).scheme
    address = make_conninfo(database.replace(f"{scheme}://", "postgresql://", 1), **KEEPALIVES)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {wire.CHANNEL}")
                if not is_first:
                    hub.look_again()
                wait, is_first = RETRY_SECONDS[0], False
                async for notice in connection.notifies():
                    hub.take(json.loads(notice.payload))
        except psycopg.Error:
            await asyncio.sleep(wait)
            wait = min(2 * wait, RETRY_SECONDS[1])
