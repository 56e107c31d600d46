"""Signs purchases as Apple's App Store does, by a chain of certificates made for the test.

app_store.py

It prints the root certificate in base64. A line of its input says what to sign, and how: {"payload": {…}, "chain": "…"}, where
the chain is good, other-root, expired, unmarked, short, long, swapped, none or hmac; it prints the signed text.
"""
import base64
import datetime
import hashlib
import hmac
import json
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.x509.oid import NameOID

from common import say

YEAR = datetime.timedelta(days=365)
NOW = datetime.datetime(2026, 11, 22, tzinfo=datetime.timezone.utc)
LEAF, MIDDLE = "1.2.840.113635.100.6.11.1", "1.2.840.113635.100.6.2.1"


def make(name, issuer=None, mark=None, ca=True, end=NOW + 10 * YEAR):
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(issuer[1].subject if issuer else subject)
        .public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(NOW - YEAR).not_valid_after(end)
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(
            digital_signature=not ca, content_commitment=False, key_encipherment=False, data_encipherment=False,
            key_agreement=False, key_cert_sign=ca, crl_sign=ca, encipher_only=False, decipher_only=False), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key((issuer[0] if issuer else key).public_key()),
                       critical=False))
    if mark:
        builder = builder.add_extension(x509.UnrecognizedExtension(x509.ObjectIdentifier(mark), b"\x05\x00"), critical=False)
    return key, builder.sign(issuer[0] if issuer else key, hashes.SHA256())


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


root = make("Root")
middle = make("Middle", root, MIDDLE)
leaf = make("Leaf", middle, LEAF, ca=False)
other = make("Root")
chains = {
    "good": [leaf, middle, root], "other-root": None, "expired": [make("Old", middle, LEAF, False, NOW - YEAR / 2), middle, root],
    "unmarked": [make("Plain", middle, None, False), middle, root], "short": [leaf, middle], "long": [leaf, middle, root, root],
}
foreign = make("Middle", other, MIDDLE)
chains["other-root"] = [make("Leaf", foreign, LEAF, ca=False), foreign, other]
chains["swapped"] = [chains["other-root"][0], middle, root]


def sign(wanted, payload):
    chain = chains.get(wanted, chains["good"])
    head = {"alg": {"none": "none", "hmac": "HS256"}.get(wanted, "ES256"), "x5c": [
        base64.b64encode(one[1].public_bytes(serialization.Encoding.DER)).decode() for one in chain]}
    text = f"{encoded(json.dumps(head).encode())}.{encoded(json.dumps(payload).encode())}"
    if wanted == "none":
        return text + "."
    if wanted == "hmac":
        return f"{text}.{encoded(hmac.new(b'x', text.encode(), hashlib.sha256).digest())}"
    r, s = decode_dss_signature(chain[0][0].sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return f"{text}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


say(base64.b64encode(root[1].public_bytes(serialization.Encoding.DER)).decode())
for line in sys.stdin:
    wanted = json.loads(line)
    say("heard")
    payload = wanted["payload"]
    if "transaction" in payload:
        payload = {**payload, "data": {"signedTransactionInfo": sign("good", payload.pop("transaction"))}}
    say(sign(wanted["chain"], payload))
