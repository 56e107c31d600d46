"""What the peers share: a certificate of 127.0.0.1 and localhost, and that they end with the process that started them."""
import datetime
import ipaddress
import os
import sys
import tempfile
import threading

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate():
    """The paths of a certificate that signs itself, and of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.datetime.now(datetime.timezone.utc)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    signed = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1)).not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256()))
    folder = tempfile.mkdtemp()
    with open(folder + "/certificate.pem", "wb") as file:
        file.write(signed.public_bytes(serialization.Encoding.PEM))
    with open(folder + "/key.pem", "wb") as file:
        file.write(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return folder + "/certificate.pem", folder + "/key.pem"


def say(*words):
    print(*words, flush=True)


def end_with_input(hear=lambda line: None):
    """Hands each line of the input to a function and prints a line after it; ends the process with the input."""
    def run():
        for line in sys.stdin:
            hear(line.rstrip("\n"))
            say("heard")
        os._exit(0)
    threading.Thread(target=run, daemon=True).start()
