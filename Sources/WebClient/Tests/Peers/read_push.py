"""A browser that has subscribed: prints its public key and its secret in base64url, then reads what comes.

For each line of its input, JSON with "authorization" and "body" in hexadecimal digits, it prints the text in hexadecimal
digits, how long the body was, and the claims of the signature, if that is good.
"""
import base64
import json
import os
import sys

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


key = ec.generate_private_key(ec.SECP256R1())
secret = os.urandom(16)
print(text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), flush=True)
print(text(secret), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    body = bytes.fromhex(asked["body"])
    claims = asked["authorization"].split("t=")[1].split(",")[0].split(".")[1]
    print(json.dumps({
        "text": http_ece.decrypt(body, private_key=key, auth_secret=secret).hex(), "count": len(body),
        "signed": Vapid02.verify(asked["authorization"]),
        "claims": json.loads(base64.urlsafe_b64decode(claims + "==")),
    }), flush=True)
