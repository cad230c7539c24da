"""Web Push: a browser that is closed is told by the service of its maker, and reads it with code that is not ours."""

import json
import queue
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

import checks
import muster
import people

# The service's certificate is signed by itself.
ENV = {"MUSTER_INTEGRATIONS_INSECURE_OUTGOING": "true"}
LIMIT_S = 10
# Long enough for another node to tell the same again.
SILENCE_S = 1.5
SERVICE = Path(__file__).resolve().parent / "push_service" / "main.py"


class Service:
    """The browser and its service, in a process with packages of its own."""

    def __enter__(self):
        python = muster.environment("web-push", ["http-ece==1.2.1"])
        self.process = subprocess.Popen([python, SERVICE], stdout=subprocess.PIPE, text=True)
        self.device = self.process.stdout.readline().strip()
        self.lines = queue.Queue(maxsize=100)
        threading.Thread(target=self.read, daemon=True).start()
        return self

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def next(self):
        return self.lines.get(timeout=LIMIT_S)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def run(server):
    world = people.World(server.url)
    ann, ben = world.ann, world.ben
    with Service() as service:
        ben.put("/users/sessions/device", {"device_id": service.device})
        # After the secret and the key, both of a fixed length.
        endpoint = "https://" + service.device[len("webpush:") + 22 + 87 :]

        with checks.check("web_push: a mention arrives, readable to the browser alone"):
            ann.say(world.channel, "nothing for anybody")
            post = ann.say(world.channel, "@ben is the lamp lit?")
            got = service.next()
            told = {name: got["told"][name] for name in ("post_id", "channel_id", "team", "sender", "channel", "text")}
            wanted = {"post_id": post["id"], "channel_id": world.channel, "team": "crew", "sender": "ann"}
            checks.equal(told, {**wanted, "channel": "Deck", "text": "@ben is the lamp lit?"})
            checks.equal(got["path"], "/send/ben")
            headers = {"Content-Encoding": "aes128gcm", "TTL": "86400", "Urgency": "high", "Topic": world.channel}
            checks.equal(got["headers"], headers)

        with checks.check("web_push: the server says who it is, with the key that browsers subscribe with"):
            key = ben.get("/config/client?format=old")["WebPushPublicKey"]
            claims = got["claims"]
            checks.equal(claims["key"], key)
            checks.equal(claims["aud"], "https://%s" % urlsplit(endpoint).netloc)
            assert 0 < claims["exp"] - time.time() <= 24 * 60 * 60, claims

        with checks.check("web_push: each message is told once"):
            time.sleep(SILENCE_S)
            assert service.lines.empty(), service.lines.get()

        with checks.check("web_push: a direct message arrives, and nothing after the browser was taken off"):
            direct = ann.post("/channels/direct", [ann.id, ben.id])["id"]
            ann.say(direct, "a word")
            checks.equal(service.next()["told"]["text"], "a word")
            ben.put("/users/sessions/device", {"device_id": "webpush:"})
            ann.say(direct, "another")
            time.sleep(SILENCE_S)
            assert service.lines.empty(), service.lines.get()
