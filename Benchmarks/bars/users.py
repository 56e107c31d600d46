"""Users who have signed in, as many as one likes: tokens of an issuer that the document names, made in microseconds."""
import base64
import hashlib
import json
import time

ISSUER, AUDIENCE, KEYS = "https://bench.example", "bench", "keys.json"

DOCUMENT = f"""access:
  issuers:
    bench: {{ issuer: {ISSUER}, audience: {AUDIENCE}, keys: {{ file: {KEYS} }} }}
"""

# P-256 (FIPS 186-4, D.1.2.3).
P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def _add(one, other):
    if one is None or other is None:
        return one or other
    if one[0] == other[0] and (one[1] + other[1]) % P == 0:
        return None
    if one == other:
        slope = (3 * one[0] * one[0] - 3) * pow(2 * one[1], -1, P)
    else:
        slope = (other[1] - one[1]) * pow(other[0] - one[0], -1, P)
    x = (slope * slope - one[0] - other[0]) % P
    return x, (slope * (one[0] - x) - one[1]) % P


def _times(number, point):
    found = None
    while number:
        if number & 1:
            found = _add(found, point)
        point, number = _add(point, point), number >> 1
    return found


# All signatures share one nonce. Anyone who sees two of them can compute the key, which need not be secret here.
SECRET, NONCE = 0xBA25, 0xF1A65
PUBLIC = _times(SECRET, G)
R = _times(NONCE, G)[0] % N
INVERSE = pow(NONCE, -1, N)


def _text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def write_keys(folder):
    x, y = (_text(number.to_bytes(32, "big")) for number in PUBLIC)
    key = {"kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": "bench", "alg": "ES256", "use": "sig"}
    (folder / KEYS).write_text(json.dumps({"keys": [key]}))


HEAD = _text(json.dumps({"alg": "ES256", "typ": "JWT", "kid": "bench"}, separators=(",", ":")).encode())


def token(subject, **others):
    now = int(time.time())
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 7200, **others}
    signed = f"{HEAD}.{_text(json.dumps(claims, separators=(',', ':')).encode())}"
    digest = int.from_bytes(hashlib.sha256(signed.encode()).digest(), "big")
    s = INVERSE * (digest + R * SECRET) % N
    return f"{signed}.{_text(R.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
