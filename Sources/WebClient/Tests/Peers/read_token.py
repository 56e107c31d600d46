"""Makes keys, and checks what is signed with them.

It prints a private key of P-256 and one of RSA, each in PEM as a text of JSON. For each line of its input, "ES256 TOKEN" or
"RS256 TOKEN", it prints the header and the claims of the token, or null where the signature is not good.
"""
import base64
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

keys = {"ES256": ec.generate_private_key(ec.SECP256R1()), "RS256": rsa.generate_private_key(65537, 2048)}
for key in keys.values():
    print(json.dumps(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()), flush=True)


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


for line in sys.stdin:
    kind, token = line.split()
    signed, signature = token.rsplit(".", 1)
    numbers = decode(signature)
    try:
        if kind == "ES256":
            pair = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
            keys[kind].public_key().verify(
                utils.encode_dss_signature(*pair), signed.encode(), ec.ECDSA(hashes.SHA256()))
        else:
            keys[kind].public_key().verify(numbers, signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        print(json.dumps([json.loads(decode(part)) for part in signed.split(".")]), flush=True)
    except InvalidSignature:
        print("null", flush=True)
