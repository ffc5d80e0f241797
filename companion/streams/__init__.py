"""The open streams of the phones that show a play, held by one process beside those that answer. It knows no Django.

A phone asks for its stream as for any page, and a worker looks whether it may see the play. Then the worker gives the
connection away, by its file descriptor over a socket of this machine, and has forgotten it. So there is one address
and one port, no proxy has to know of it, and who may see what is decided where it always is.

Weighed against a server of its own (ASGI) behind a proxy: that would need the proxy at home too, or a second port, and
Django with its database in a second shape, to know who asks. What is left to do here, to write what others have made to
open connections, needs no library beside asyncio.

- `wire`: what the workers tell, and how a connection is given away.
- `events`: what goes over a stream.
- `holding`: the streams, their bounds, and who gets what.
- `process`: the process, which gunicorn starts and watches as it does its workers; PostgreSQL's notices.
"""
