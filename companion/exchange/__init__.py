"""Plays of other programs, read, looked at, brought in and taken back; and plays written for them."""
