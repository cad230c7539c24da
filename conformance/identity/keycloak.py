"""A Keycloak of one's own, with its interface for administrators."""

import json
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import muster
from realm import REALM

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "keycloak"


class Provider:
    """Runs while a `with` lasts, with one realm."""

    def __init__(self, realm):
        self.place, self.port = tempfile.mkdtemp(prefix="muster-keycloak."), muster.free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        self.issuer = "%s/realms/%s" % (self.url, REALM)
        self.file = Path(self.place) / "corp-realm.json"
        self.file.write_text(json.dumps(realm))

    def start(self):
        subprocess.run([SCRIPT, "start", self.place, self.file, str(self.port)], check=True, stdout=subprocess.DEVNULL)

    def stop(self):
        subprocess.run([SCRIPT, "stop", self.place], check=True)

    def admin(self, method, path, body=None):
        form = {"grant_type": "password", "client_id": "admin-cli", "username": "admin", "password": "admin"}
        token = self.json("POST", "/realms/master/protocol/openid-connect/token", urlencode(form).encode(), {})
        headers = {"Authorization": "Bearer " + token["access_token"], "Content-Type": "application/json"}
        body = None if body is None else json.dumps(body).encode()
        return self.json(method, "/admin/realms/%s%s" % (REALM, path), body, headers)

    def json(self, method, path, body, headers):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        with opener.open(request, timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *why):
        self.stop()
        shutil.rmtree(self.place, ignore_errors=True)
