"""A phone's passkeys, and the answers that a browser hands over for them."""

import hashlib
import json
import secrets

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

HERE = "http://testserver"
FLAG = AuthenticatorData.FLAG


class Authenticator:
    """One passkey. `count` is how often it was used; 0 for ever where it does not count."""

    def __init__(self, *, counts=True):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.counts, self.count = counts, 0

    def makes(self, question, *, origin=HERE) -> str:
        """The answer to the question for a new passkey."""
        public = ES256.from_cryptography_key(self.key.public_key())
        data = self.data(question["rp"]["id"], AttestedCredentialData.create(Aaguid.NONE, self.id, public))
        said = CollectedClientData.create("webauthn.create", question["challenge"], origin)
        return self.answer(clientDataJSON=said, attestationObject=AttestationObject.create("none", data, {}))

    def signs(self, question, *, origin=HERE) -> str:
        """The answer to the question who is there."""
        data = self.data(question["rpId"])
        said = CollectedClientData.create("webauthn.get", question["challenge"], origin)
        signature = self.key.sign(data + said.hash, ec.ECDSA(hashes.SHA256()))
        return self.answer(clientDataJSON=said, authenticatorData=data, signature=signature)

    def data(self, host, credential=b""):
        self.count += self.counts
        flags = FLAG.UP | FLAG.UV | (FLAG.AT if credential else FLAG(0))
        return AuthenticatorData.create(hashlib.sha256(host.encode()).digest(), flags, self.count, credential)

    def answer(self, **response):
        name = websafe_encode(self.id)
        return json.dumps(
            {
                "id": name,
                "rawId": name,
                "type": "public-key",
                "response": {key: websafe_encode(value) for key, value in response.items()},
                "clientExtensionResults": {},
            }
        )
