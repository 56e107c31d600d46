"""What a token costs: flags for a user who has signed in beside the same flags for an anonymous caller."""
import base64
import json
import subprocess
import time

from flags import ONE
from rows import ratio
from turns import Turn, take

KEYS = "keys.json"
ISSUER, AUDIENCE = "https://bench.example", "bench"
STRANGER = "a stranger"
# The rate with a token is to be 0.9 of that without.
MOST = 1 / 0.9

DOCUMENT = f"""access:
  issuers:
    bench:
      issuer: {ISSUER}
      audience: {AUDIENCE}
      keys: {{ file: {KEYS} }}
      attributes: {{ email: email }}
      roles: {{ claim: roles }}
"""


def _text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _openssl(*arguments, data=b""):
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


# How the program makes a key of each kind.
KINDS = {
    "EdDSA": ["-algorithm", "ED25519"],
    "ES256": ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
    "RS256": ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
}


class Key:
    """A key pair made by the program openssl."""

    def __init__(self, folder, name, kind):
        self.name, self.kind, self.path, self.folder = name, kind, folder / f"{name}.pem", folder
        self.path.write_bytes(_openssl("genpkey", *KINDS[kind]))
        self.der = _openssl("pkey", "-in", str(self.path), "-pubout", "-outform", "DER")
        self.public = self._public() | {"kid": name, "alg": kind, "use": "sig"}

    def _public(self):
        if self.kind == "EdDSA":
            return {"kty": "OKP", "crv": "Ed25519", "x": _text(self.der[-32:])}
        if self.kind == "ES256":
            return {"kty": "EC", "crv": "P-256", "x": _text(self.der[-64:-32]), "y": _text(self.der[-32:])}
        modulus = _openssl("pkey", "-in", str(self.path), "-pubout", "-noout", "-text")
        hexadecimal = "".join(modulus.decode().split("Modulus:")[1].split("Exponent:")[0].split()).replace(":", "")
        return {"kty": "RSA", "n": _text(bytes.fromhex(hexadecimal).lstrip(b"\0")), "e": "AQAB"}

    def token(self, subject="f8f1c1d4a1b24d35"):
        now = int(time.time())
        head = {"alg": self.kind, "typ": "JWT", "kid": self.name}
        claims = {
            "iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 3600,
            "email": "ada@circuit.example", "name": "Ada", "sid": "0f6a", "roles": ["fan"],
        }
        signed = ".".join(_text(json.dumps(part, separators=(",", ":")).encode()) for part in (head, claims))
        return f"{signed}.{_text(self._signature(signed.encode()))}"

    def _signature(self, signed):
        if self.kind == "EdDSA":
            plain = self.folder / "signed"
            plain.write_bytes(signed)
            return _openssl("pkeyutl", "-sign", "-rawin", "-inkey", str(self.path), "-in", str(plain))
        signature = _openssl("dgst", "-sha256", "-sign", str(self.path), data=signed)
        if self.kind == "RS256":
            return signature
        first = signature[4:4 + signature[3]]
        second = signature[6 + signature[3]:]
        return b"".join(number[-32:].rjust(32, b"\0") for number in (first, second))


def keys_file(folder, made):
    """Writes the file of keys that the document names."""
    (folder / KEYS).write_text(json.dumps({"keys": [key.public for key in made]}))


def keys(folder):
    """Makes the keys that requests come with, and the file of them."""
    made = [Key(folder, kind.lower(), kind) for kind in ("EdDSA", "ES256")]
    keys_file(folder, made)
    return made


def under_load(host, made, rounds, seconds):
    turns = {STRANGER: Turn(host, ONE)}
    turns |= {key.kind: Turn(host, ONE, (f"Authorization: Bearer {key.token()}",)) for key in made}
    loads = take(turns, rounds, seconds)
    for key in made:
        yield ratio(f"CPU for a flag with a token, {key.kind}", loads, key.kind, "cpu_us", MOST, STRANGER)
        yield ratio(f"rate without it, by that with it", loads, STRANGER, "rate", MOST, key.kind)
