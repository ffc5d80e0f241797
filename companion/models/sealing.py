"""Stores keys as digests, to find them, and sealed with the secret key, to show them.

Someone who only reads the database gets no key. Migrations import this module: it can't be moved.
"""

import base64
import functools
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def digest_of(key) -> str:
    """Return the digest of a key. Keys are random and long, so it needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


def seal(key) -> str:
    """Return the key, encrypted with the secret key."""
    return build_cipher(settings.SECRET_KEY).encrypt(key.encode()).decode()


def unseal(text) -> str | None:
    """Return the key that was sealed; None if that was done with an unknown secret key."""
    try:
        return build_cipher(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).decrypt(text.encode()).decode()
    except InvalidToken:
        return None


def is_sealed_with_other_key(text) -> bool:
    """Return whether this was sealed with another secret key than the current one."""
    try:
        build_cipher(settings.SECRET_KEY).decrypt(text.encode())
    except InvalidToken:
        return True
    return False


@functools.cache
def build_cipher(*secrets) -> MultiFernet:
    """Return a cipher that encrypts with the first of these secret keys, and decrypts with any."""
    made = (salted_hmac("companion.links", "seal", secret=secret, algorithm="sha256").digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(each)) for each in made])
