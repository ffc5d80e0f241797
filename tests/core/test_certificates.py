"""The certificates for HTTPS at home: what they are valid for, and when they are renewed."""

import ipaddress
import stat

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from companion.core import certificates

NAMES = ["laptop.local", "192.168.178.20", "localhost"]


def read(path):
    return x509.load_pem_x509_certificate(path.read_bytes())


@pytest.fixture
def folder(tmp_path):
    certificates.provide(tmp_path / "https", NAMES)
    return tmp_path / "https"


def names_in(folder):
    return {str(name.value) for name in certificates.read_names(folder / certificates.SITE)}


def test_the_authority_signs_the_sites_certificate_for_the_names_of_a_home(folder):
    site, authority = read(folder / certificates.SITE), read(folder / certificates.AUTHORITY)
    site.verify_directly_issued_by(authority)
    assert names_in(folder) == set(NAMES)


def test_the_authority_may_sign_for_no_site_outside_of_a_home(folder):
    limits = read(folder / certificates.AUTHORITY).extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    domains = limits.value.permitted_subtrees
    networks = [name.value for name in domains if isinstance(name, x509.IPAddress)]
    assert networks and not any(ipaddress.ip_address("93.184.215.14") in network for network in networks)
    endings = [name.value.rpartition(".")[2] for name in domains if isinstance(name, x509.DNSName)]
    assert endings and not {"com", "org", "net", "de", "jp"} & set(endings)


def test_a_name_with_an_umlaut_is_written_as_browsers_ask_for_it(tmp_path):
    certificates.provide(tmp_path / "https", ["küche.local"])
    assert names_in(tmp_path / "https") == {"xn--kche-0ra.local"}


@pytest.mark.parametrize("name", ["example.org", "93.184.215.14", "localhost.example.org"])
def test_a_name_outside_of_a_home_is_left_out(tmp_path, name):
    certificates.provide(tmp_path / "https", [*NAMES, name])
    assert names_in(tmp_path / "https") == set(NAMES)


def test_nobody_else_on_the_computer_can_read_the_keys(folder):
    for name in (certificates.AUTHORITY_KEY, certificates.SITE_KEY):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600


def test_another_start_keeps_both_certificates(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    certificates.provide(folder, [*reversed(NAMES)])
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_another_address_renews_the_sites_certificate_and_phones_still_trust_it(folder):
    authority = (folder / certificates.AUTHORITY).read_bytes()
    certificates.provide(folder, ["laptop.local", "192.168.178.99"])
    assert (folder / certificates.AUTHORITY).read_bytes() == authority
    assert names_in(folder) == {"laptop.local", "192.168.178.99"}
    read(folder / certificates.SITE).verify_directly_issued_by(read(folder / certificates.AUTHORITY))


@pytest.mark.parametrize("name", [certificates.AUTHORITY, certificates.SITE])
def test_a_certificate_is_renewed_before_it_ends(folder, monkeypatch, name):
    before, is_valid = (folder / name).read_bytes(), certificates.is_valid
    monkeypatch.setattr(certificates, "is_valid", lambda path, *, days: path.name != name and is_valid(path, days=days))
    certificates.provide(folder, NAMES)
    assert (folder / name).read_bytes() != before
    read(folder / certificates.SITE).verify_directly_issued_by(read(folder / certificates.AUTHORITY))


def test_a_certificate_that_ends_within_its_days_is_not_valid(folder):
    assert certificates.is_valid(folder / certificates.SITE, days=certificates.SITE_DAYS - 1)
    assert not certificates.is_valid(folder / certificates.SITE, days=certificates.SITE_DAYS + 1)


def test_a_key_in_a_certificate_is_one_that_phones_know(folder):
    key = read(folder / certificates.SITE).public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == "secp256r1"
