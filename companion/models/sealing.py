"""Keys as they are stored: a digest to find them by, and sealed with the secret key, so that a page can show them.

Whoever reads the database alone has no key. Named by a migration: this module stays where it is.
"""

import base64
import functools
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.crypto import salted_hmac


def digest_of(key) -> str:
    """What finds a key without holding it. Keys are random and long, so it needs no salt and is the same everywhere."""
    return hashlib.sha256(key.encode()).hexdigest()


def seal(key) -> str:
    """The key, to be read again by whoever has the secret key."""
    return seals(settings.SECRET_KEY).encrypt(key.encode()).decode()


def unsealed(text) -> str | None:
    """The key that was sealed; None where that was done with a secret key that this site does not know."""
    try:
        return seals(settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS).decrypt(text.encode()).decode()
    except InvalidToken:
        return None


def is_sealed_by_another(text) -> bool:
    """Whether that was done with another secret key than the one there is now."""
    try:
        seals(settings.SECRET_KEY).decrypt(text.encode())
    except InvalidToken:
        return True
    return False


@functools.cache
def seals(*secrets) -> MultiFernet:
    """Seals with the first of these secret keys, and reads what any of them sealed."""
    made = (salted_hmac("companion.links", "seal", secret=secret, algorithm="sha256").digest() for secret in secrets)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(each)) for each in made])
