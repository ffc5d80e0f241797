"""Passkeys: keys that a phone or its owner's account keeps, used instead of a name and password.

The server asks a question that the phone signs; a question is kept in the session and answered once. A passkey is
good for the host by whose name it was made, and its answers for pages of this very origin.
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
    """The library's checks, for the host and origin that this request came to."""
    host, _port = split_domain_port(request.get_host())
    origin = f"{request.scheme}://{request.get_host()}"
    return Fido2Server(PublicKeyCredentialRpEntity(id=host, name="Caravan"), verify_origin=lambda its: its == origin)


def question_to_make_one(request, person, name) -> dict:
    """What the browser is asked to make a passkey from, which phone and account then list under this name."""
    made = [
        PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=websafe_decode(each.credential_id))
        for each in person.passkeys.all()
    ]
    # The phone stores this number of the person's; it is nobody else's business which one it is.
    handle = salted_hmac("companion.passkeys", str(person.pk), algorithm="sha256").digest()
    options, request.session[QUESTION] = server(request).register_begin(
        PublicKeyCredentialUserEntity(id=handle, name=name, display_name=name),
        made,
        # Signing in asks for no name, so the phone has to know whose key it is.
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=PREFERRED,
    )
    return dict(options.public_key)


def known_id(credential_id: str) -> str:
    """The id of a credential, as it is kept. Raises BadRequest for what no authenticator gives out."""
    if not CREDENTIAL_ID.fullmatch(credential_id):
        raise BadRequest("the id of a credential")
    return credential_id


def read(answer):
    """What the browser said (JSON), its ids looked at; None for what no browser says."""
    said = unless_wrong(lambda: json.loads(answer))
    for name in ("id", "rawId"):
        if isinstance(said, dict) and isinstance(said.get(name), str):
            known_id(said[name])
    return said


def add(request, person, answer) -> Passkey | None:
    """Keep the passkey that the browser made, if that is what `answer` (JSON) says; else None."""
    question = request.session.pop(QUESTION, None)
    said = read(answer)
    made = unless_wrong(lambda: server(request).register_complete(question, said))
    if made is None or isinstance(made.credential_data.public_key, UnsupportedKey):
        return None
    key = cbor.encode(made.credential_data.public_key)
    passkey, is_new = Passkey.objects.get_or_create(
        credential_id=known_id(websafe_encode(made.credential_data.credential_id)),
        defaults={"person": person, "public_key": key, "sign_count": made.counter},
    )
    return passkey if is_new else None


def question_to_sign_in(request) -> dict:
    """What the browser is asked to sign with any passkey of this host."""
    options, request.session[QUESTION] = server(request).authenticate_begin(user_verification=PREFERRED)
    return dict(options.public_key)


def person_who_signed(request, answer) -> Person | None:
    """Whose passkey signed, if that is what `answer` (JSON) says; else None."""
    question = request.session.pop(QUESTION, None)
    read_answer = read(answer)
    said = unless_wrong(lambda: AuthenticationResponse.from_dict(read_answer))
    passkey = Passkey.objects.select_related("person").filter(credential_id=said.id).first() if said else None
    if passkey is None:
        return None
    if not unless_wrong(lambda: server(request).authenticate_complete(question, [credential(passkey)], said)):
        return None
    count = said.response.authenticator_data.counter
    # One UPDATE, so that of two phones with a copied key only one comes in. Many phones do not count: always 0.
    before = Passkey.objects.filter(pk=passkey.pk)
    if count or passkey.sign_count:
        before = before.filter(sign_count__lt=count)
    return passkey.person if before.update(sign_count=count, used_at=timezone.now()) else None


def credential(passkey) -> AttestedCredentialData:
    """A stored passkey as the library takes it."""
    stored: Any = cbor.decode(bytes(passkey.public_key))
    return AttestedCredentialData.create(Aaguid.NONE, websafe_decode(passkey.credential_id), CoseKey.parse(stored))


def unless_wrong(check):
    """What the library makes of an answer; None for one that is wrong, for which it raises whatever its parts raise."""
    try:
        return check()
    except Exception:
        return None
