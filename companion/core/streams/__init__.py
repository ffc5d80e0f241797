"""The live streams of the phones that show a play (server-sent events). It doesn't use Django.

A phone requests its stream like any page, and Django decides whether it may see the play. Then the entry point of the
same worker (`companion.core.entry_point`) sends the stream, without a thread. Each worker has one hub.

- `events`: the messages of a stream.
- `stream`: one open stream.
- `hub`: the streams of a worker, their limits, and who gets which message.
- `wire`: how the processes of a machine tell the hubs what has changed.
- `notices`: how PostgreSQL tells the hubs of all machines.
"""
