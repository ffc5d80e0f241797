"""A test that plays: people with phones count real plays, and every screen must show what they believe.

`page` knows the screen, `games` what can be entered, `belief` what the people believe, `table` the phones and how they
are checked, `actions`, `entering` and `ending` what people do, and `machine` plays a seed and prints how to replay it.
"""
