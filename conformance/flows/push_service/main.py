"""A browser and the service of its maker, for the flow beside this folder: listens over TLS on the loopback, and reads
what it is sent with a published implementation of the standards (PyPI http-ece).

Prints the browser's `device_id`, and then a line of JSON for each message.
"""

import base64
import datetime
import json
import os
import ssl
import sys
import tempfile
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.x509.oid import NameOID

BODY_BYTES_MAX = 4096
KEY = ec.generate_private_key(ec.SECP256R1())
SECRET = os.urandom(16)


def text(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def context():
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push.example.test")])
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now).not_valid_after(now + datetime.timedelta(days=1))
    made = builder.sign(key, hashes.SHA256())
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    with tempfile.NamedTemporaryFile() as file:
        file.write(made.public_bytes(serialization.Encoding.PEM) + key.private_bytes(*form))
        file.flush()
        found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        found.load_cert_chain(file.name)
    return found


def claims(authorization):
    """What the server says of itself, if its signature is that of the key it names."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid", authorization
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    both = raw(signature)
    pair = utils.encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(parts["k"]))
    key.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    return {**json.loads(raw(signed.split(".")[1])), "key": parts["k"]}


class Service(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(min(int(self.headers["Content-Length"]), BODY_BYTES_MAX))
        plain = http_ece.decrypt(body, private_key=KEY, auth_secret=SECRET, version="aes128gcm")
        told = {
            "path": self.path,
            "told": json.loads(plain),
            "claims": claims(self.headers["Authorization"]),
            "headers": {name: self.headers[name] for name in ("Content-Encoding", "TTL", "Urgency", "Topic")},
        }
        print(json.dumps(told), flush=True)
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    server = HTTPServer(("127.0.0.1", 0), Service)
    server.socket = context().wrap_socket(server.socket, server_side=True)
    device = "webpush:%s%s127.0.0.1:%d/send/ben" % (text(SECRET), text(point(KEY.public_key())), server.server_port)
    print(device, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
