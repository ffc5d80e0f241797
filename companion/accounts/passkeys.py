"""Passkeys, which a phone or its owner's account stores, instead of a name and password.

The phone signs a challenge of the server, which is stored in the session and used once. A passkey is valid for the host
name with which it was made, and its responses only for pages of the same origin.
"""

import json
import re
from typing import Any

from django.core.exceptions import BadRequest
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.crypto import salted_hmac
from fido2 import cbor
from fido2.cose import CoseKey, UnsupportedKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from companion.models import Passkey, Person

QUESTION = "passkey_question"
PREFERRED = UserVerificationRequirement.PREFERRED
# Authenticators give out at most 1023 bytes.
CREDENTIAL_ID = re.compile(r"[A-Za-z0-9_-]{1,1364}")


def server(request) -> Fido2Server:
    """Return the library's server for the host and origin of this request."""
    host, _port = split_domain_port(request.get_host())
    origin = f"{request.scheme}://{request.get_host()}"
    return Fido2Server(PublicKeyCredentialRpEntity(id=host, name="Caravan"), verify_origin=lambda its: its == origin)


def begin_registration(request, person, name) -> dict:
    """Return the options with which the browser creates a passkey; the phone lists it under this name."""
    made = [
        PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(each.credential_id))
        for each in person.passkeys.all()
    ]
    # Hides the person's id from the phone, which stores the handle.
    handle = salted_hmac("companion.passkeys", str(person.pk), algorithm="sha256").digest()
    options, request.session[QUESTION] = server(request).register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name),
        made,
        # Signing in needs no name, so the phone has to know the person.
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=PREFERRED,
    )
    return dict(options.public_key)


def check_id(credential_id: str) -> str:
    """Return the id of a credential. Raises BadRequest if no authenticator could have created it."""
    if not CREDENTIAL_ID.fullmatch(credential_id):
        raise BadRequest("the id of a credential")
    return credential_id


def parse_response(answer):
    """Return the browser's response (JSON) as a dict, with valid ids; None if it isn't JSON."""
    response = none_if_invalid(lambda: json.loads(answer))
    for name in ("id", "rawId"):
        if isinstance(response, dict) and isinstance(response.get(name), str):
            check_id(response[name])
    return response


def add(request, person, answer) -> Passkey | None:
    """Store the passkey of the browser's response (JSON); None if the response is invalid."""
    question = request.session.pop(QUESTION, None)
    response = parse_response(answer)
    made = none_if_invalid(lambda: server(request).register_complete(question, response))
    if made is None or isinstance(made.credential_data.public_key, UnsupportedKey):
        return None
    key = cbor.encode(made.credential_data.public_key)
    passkey, is_new = Passkey.objects.get_or_create(
        credential_id=check_id(websafe_encode(made.credential_data.credential_id)),
        defaults={"person": person, "public_key": key, "sign_count": made.counter},
    )
    return passkey if is_new else None


def begin_sign_in(request) -> dict:
    """Return the options with which the browser signs with any passkey of this host."""
    options, request.session[QUESTION] = server(request).authenticate_begin(user_verification=PREFERRED)
    return dict(options.public_key)


def find_signer(request, answer) -> Person | None:
    """Return the person whose passkey signed the response (JSON); None if it is invalid."""
    question = request.session.pop(QUESTION, None)
    response = parse_response(answer)
    signed = none_if_invalid(lambda: AuthenticationResponse.from_dict(response))
    passkey = Passkey.objects.select_related("person").filter(credential_id=signed.id).first() if signed else None
    if passkey is None:
        return None
    if not none_if_invalid(lambda: server(request).authenticate_complete(question, [credential(passkey)], signed)):
        return None
    count = signed.response.authenticator_data.counter
    # One UPDATE, so that of two phones with a copied key only one signs in. Many phones don't count: always 0.
    before = Passkey.objects.filter(pk=passkey.pk)
    if count or passkey.sign_count:
        before = before.filter(sign_count__lt=count)
    return passkey.person if before.update(sign_count=count, used_at=timezone.now()) else None


def credential(passkey) -> AttestedCredentialData:
    """Return a stored passkey as the library's type."""
    stored: Any = cbor.decode(bytes(passkey.public_key))
    return AttestedCredentialData.create(Aaguid.NONE, websafe_decode(passkey.credential_id), CoseKey.parse(stored))


def none_if_invalid(check):
    """Return what a check of the library returns; None if it raises anything, since its parts raise many errors."""
    try:
        return check()
    except Exception:
        return None
