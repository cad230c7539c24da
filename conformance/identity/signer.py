"""A provider of OpenID Connect whose tokens are signed before anybody asks for them, so that a storm measures the server."""

import base64
import hashlib
import json
import subprocess
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

CLIENT, SECRET = "chat", "a-secret-of-the-storm"
KEY_BITS = 2048


def encode(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Signer:
    """A key of RSA, by the `openssl` command."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="muster-signer.")
        self.key = Path(self.folder.name) / "key.pem"
        self.openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:%d" % KEY_BITS, "-out", self.key)

    def openssl(self, *command, text=b""):
        return subprocess.run(["openssl", *command], input=text, check=True, capture_output=True).stdout

    def jwk(self):
        modulus = self.openssl("rsa", "-in", self.key, "-modulus", "-noout").decode().strip().partition("=")[2]
        return {"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "n": encode(bytes.fromhex(modulus)), "e": "AQAB"}

    def token(self, claims):
        head, body = (encode(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "one"}, claims))
        signed = "%s.%s" % (head, body)
        return "%s.%s" % (signed, encode(self.openssl("dgst", "-sha256", "-sign", self.key, text=signed.encode())))


def tokens(signer, issuer, begun):
    """A code for each person who began (name and nonce), with the ID token behind it."""
    now = int(time.time())
    common = {"iss": issuer, "aud": CLIENT, "iat": now, "exp": now + 600, "email_verified": True}
    found = {}
    for name, nonce in begun:
        claims = {"sub": name, "preferred_username": name, "email": name + "@corp.test", "nonce": nonce}
        access = hashlib.sha256(name.encode()).digest()
        # The access token is bound to the ID token (OpenID Connect Core §3.1.3.6).
        claims["at_hash"] = encode(hashlib.sha256(encode(access).encode()).digest()[:16])
        found["code-" + name] = {"id_token": signer.token({**common, **claims}), "access_token": encode(access)}
    return found


def serve(port, jwk, inbox):
    """Runs the provider until the process ends; what `inbox` brings are codes and what is given for them."""
    issuer, given = "http://127.0.0.1:%d" % port, {}

    def take():
        while True:
            given.update(inbox.recv())

    threading.Thread(target=take, daemon=True).start()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            pages = {
                "/.well-known/openid-configuration": {
                    "issuer": issuer, "authorization_endpoint": issuer + "/auth", "token_endpoint": issuer + "/token",
                    "jwks_uri": issuer + "/keys",
                },
                "/keys": {"keys": [jwk]},
            }
            self.answer(pages.get(self.path))

        def do_POST(self):
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.answer(given.get(form.get("code", [""])[0]))

        def answer(self, found):
            body = json.dumps(found or {"error": "invalid_grant"}).encode()
            self.send_response(200 if found else 400)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *line):
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 1024
        daemon_threads = True

    Server(("127.0.0.1", port), Handler).serve_forever()
