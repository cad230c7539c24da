"""What the published mix leaves out and dashboards have panels for, done by one more person while it goes on: programs that
post, files that are searched for, a client that tells how long it took to switch channels, jobs."""

import json
import threading
import time
import urllib.request

import muster

EVERY_S = 1.5
# A job for so many rounds of everything else.
JOB_EVERY = 12
JOBS = ("elasticsearch_post_indexing", "export_process")


class Beside(threading.Thread):
    """An administrator of a deployment whose teams are made by somebody else, later; a context manager."""

    def __init__(self, url, login, password):
        super().__init__(daemon=True)
        self.url, self.form = url, {"login_id": login, "password": password}
        self.ended, self.token, self.team, self.channels, self.hook = threading.Event(), None, None, [], None

    def ask(self, method, path, body=None):
        status, headers, answer = muster.call(self.url, method, path, body, self.token)
        assert status < 300, "%s %s: %s %s" % (method, path, status, answer)
        return headers, answer

    def arrive(self):
        self.token = self.ask("POST", "/users/login", self.form)[0]["Token"]
        self.team = self.ask("GET", "/users/me/teams")[1][0]["id"]
        found = self.ask("GET", "/users/me/teams/%s/channels" % self.team)[1]
        self.channels = [one["id"] for one in found if one["type"] == "O"]
        form = {"channel_id": self.channels[0], "display_name": "Builds"}
        self.hook = self.ask("POST", "/hooks/incoming", form)[1]["id"]

    def switch(self, channel):
        """Asks what a client asks when a channel is opened, and reports the milliseconds, as clients do."""
        began = time.monotonic()
        self.ask("POST", "/channels/members/me/view", {"channel_id": channel})
        self.ask("GET", "/users/me/channels/%s/posts/unread" % channel)
        took = {"metric": "channel_switch", "value": (time.monotonic() - began) * 1000}
        report = {"version": "0.1.0", "labels": {"platform": "linux", "agent": "other"}, "histograms": [took]}
        self.ask("POST", "/client_perf", {**report, "start": time.time() * 1000, "end": time.time() * 1000})

    def once(self, number):
        self.switch(self.channels[number % len(self.channels)])
        body = json.dumps({"text": "build %d is well" % number}).encode()
        request = urllib.request.Request("%s/hooks/%s" % (self.url, self.hook), body, {"Content-Type": "application/json"})
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30).read()
        self.ask("POST", "/teams/%s/files/search" % self.team, {"terms": "picture"})
        if number % JOB_EVERY == 0:
            self.ask("POST", "/jobs", {"type": JOBS[number // JOB_EVERY % len(JOBS)]})

    def run(self):
        number = 0
        while not self.ended.wait(EVERY_S):
            try:
                self.once(number) if self.hook else self.arrive()
                number += 1
            except (AssertionError, IndexError, OSError, ValueError):
                # Nothing is there yet, or a node is being restarted and the proxy answers: the panels show that, too.
                continue

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()
