"""The small-server recipe for Locust: a short message about every 5 s and a file of 100 bytes about every 2 min, each user.

    locust -f conformance/locust/locustfile.py --host http://chat.example --users 200 --spawn-rate 10

Accounts are `PREFIX-1`, `PREFIX-2` … with one password, as `muster-load init` makes them; they write in the town square of
their first team. `LOCUST_PREFIX`, `LOCUST_PASSWORD` and `LOCUST_PAUSE` (mean seconds between two actions) change that.
"""

import itertools
import os
import random

from locust import HttpUser, between, task

PREFIX = os.environ.get("LOCUST_PREFIX", "lt0")
PASSWORD = os.environ.get("LOCUST_PASSWORD", "testPass123$")
# 24 messages and a file in 120 s.
PAUSE_S = float(os.environ.get("LOCUST_PAUSE", "4.8"))
FILE = b"A line of plain words that says little.\n" * 2 + b"The end of a short file."
WORDS = "team note plan later done check please review today thanks build release".split()

numbers = itertools.count(1)


class Member(HttpUser):
    """Somebody at work."""

    wait_time = between(PAUSE_S / 8, PAUSE_S * 15 / 8)

    def on_start(self):
        name = "%s-%d" % (PREFIX, next(numbers))
        answer = self.client.post("/api/v4/users/login", json={"login_id": name, "password": PASSWORD})
        answer.raise_for_status()
        self.client.headers["Authorization"] = "Bearer " + answer.headers["Token"]
        team = self.client.get("/api/v4/users/me/teams").json()[0]["id"]
        channel = "/api/v4/teams/%s/channels/name/town-square" % team
        self.channel = self.client.get(channel, name="/api/v4/teams/{team}/channels/name/{name}").json()["id"]

    def words(self):
        return " ".join(random.choices(WORDS, k=random.randint(3, 17)))

    @task(24)
    def message(self):
        self.client.post("/api/v4/posts", json={"channel_id": self.channel, "message": self.words()})

    @task(1)
    def file(self):
        form, part = {"channel_id": self.channel}, {"files": ("note.txt", FILE, "text/plain")}
        answer = self.client.post("/api/v4/files", data=form, files=part)
        answer.raise_for_status()
        file = answer.json()["file_infos"][0]["id"]
        post = {"channel_id": self.channel, "message": self.words(), "file_ids": [file]}
        self.client.post("/api/v4/posts", json=post)
