"""A certificate for HTTPS at home, signed by a certificate authority of this Caravan's own.

The authority may only sign names and addresses of a home network (RFC 5280, 4.2.1.10), so that nobody
who steals its key can pretend to be another site.
"""

import datetime
import ipaddress
import os
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY, AUTHORITY_KEY, SITE, SITE_KEY = "authority.crt", "authority.key", "site.crt", "site.key"
# Phones install the authority once. Apple's accept a site's certificate for 825 days at most.
AUTHORITY_DAYS, SITE_DAYS, RENEW_DAYS = 3650, 397, 30
HOME_DOMAINS = ("local", "localhost", "lan", "home", "home.arpa", "internal", "fritz.box")
HOME_NETWORKS = (
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "fc00::/7",
    "fe80::/10",
)


def provide(folder: Path, names: list[str]) -> None:
    """Make or renew the certificates in this folder, for these host names and IP addresses.

    The authority stays as it is while it is valid, so that phones which trust it go on doing so. Names outside of a
    home network are left out.
    """
    folder.mkdir(mode=0o700, exist_ok=True)
    if not is_valid(folder / AUTHORITY, days=SITE_DAYS):
        make_authority(folder)
        (folder / SITE).unlink(missing_ok=True)
    wanted = [name for name in map(general_name, names) if is_at_home(name)]
    if not is_valid(folder / SITE, days=RENEW_DAYS) or set(read_names(folder / SITE)) != set(wanted):
        make_site_certificate(folder, wanted)


def is_valid(path: Path, *, days: int) -> bool:
    """Return whether there is a certificate that is valid for so many more days."""
    if not path.exists():
        return False
    until = x509.load_pem_x509_certificate(path.read_bytes()).not_valid_after_utc
    return until > now() + datetime.timedelta(days)


def read_names(path: Path) -> list[x509.GeneralName]:
    """Return the names in a certificate."""
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    return list(certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)


def general_name(name: str) -> x509.DNSName | x509.IPAddress:
    """Return a host name or an IP address in the type of its kind."""
    try:
        return x509.IPAddress(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        return x509.DNSName(name.encode("idna").decode())


def is_at_home(name: x509.DNSName | x509.IPAddress) -> bool:
    """Return whether the authority may sign this name."""
    if isinstance(name, x509.IPAddress):
        return any(name.value in ipaddress.ip_network(network) for network in HOME_NETWORKS)
    return f".{name.value}".endswith(tuple(f".{domain}" for domain in HOME_DOMAINS))


def make_authority(folder: Path) -> None:
    """Write a new authority and its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), common_name("Caravan at home")
    limits = [
        *map(x509.DNSName, HOME_DOMAINS),
        *(x509.IPAddress(ipaddress.ip_network(network)) for network in HOME_NETWORKS),
    ]
    builder = (
        new_builder(name, name, key, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=limits, excluded_subtrees=None), critical=True)
        .add_extension(key_usage(signs_certificates=True), critical=True)
    )
    write(folder / AUTHORITY_KEY, serialize_key(key))
    write(folder / AUTHORITY, builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))


def make_site_certificate(folder: Path, names: Sequence[x509.GeneralName]) -> None:
    """Write a new certificate of the site for these names, and its key."""
    authority = x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())
    authority_key = serialization.load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), password=None)
    assert isinstance(authority_key, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    builder = (
        new_builder(common_name("Caravan"), authority.subject, key, SITE_DAYS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
    )
    write(folder / SITE_KEY, serialize_key(key))
    write(folder / SITE, builder.sign(authority_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))


def new_builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, days: int
) -> x509.CertificateBuilder:
    """Return what both certificates have. They are valid on phones whose clock is up to a day behind, too."""
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now() - datetime.timedelta(1))
        .not_valid_after(now() + datetime.timedelta(days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def common_name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def serialize_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return a key as it is stored, without a password: only the owner can read the data folder."""
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def write(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    beside = path.with_suffix(".new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
    beside.replace(path)


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
