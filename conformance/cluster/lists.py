"""Lists that a server which follows the database's writer may answer, changed and read again while it lags.

Each change is read back at once by the session that made it, by another one of the same person and by somebody else,
through the proxy and thus on any node. The server promises that none of them is told less than was acknowledged.
"""

import copy
import threading
import time
import urllib.request

from checks import check, equal
from crowd import ask

CHANGE_EVERY_S = 0.2
READS = "muster_db_replica_reads_total"
# How long a reader may take to be asked again once it has caught up; it is looked at several times a second.
BACK_WITHIN_S = 30
# A round of changes and reads on a busy machine.
STOP_LIMIT_S = 60


class Lists(threading.Thread):
    def __init__(self, scene):
        super().__init__(daemon=True)
        world = scene.world
        self.topology, self.team, self.writer = scene.topology, scene.team, world.ann
        second = copy.copy(world.ann)
        second.login()
        self.sessions = {"the writer": world.ann.token, "another session": second.token, "somebody else": world.ben.token}
        form = {"team_id": self.team, "name": "lists", "display_name": "Lists", "type": "O"}
        self.channel = self.writer.post("/channels", form)["id"]
        self.writer.post("/channels/%s/members" % self.channel, {"user_id": world.ben.id})
        self.guest = world.boss
        self.root = self.writer.say(self.channel, "the root")["id"]
        self.over = threading.Event()
        # What was told too late or not at all, requests that failed, and what each list has to show.
        self.old, self.failed, self.truth = [], [], {}
        self.reads = 0

    def run(self):
        number = 0
        while not self.over.is_set():
            number += 1
            for change in (self.reply, self.pin, self.admit, self.rename, self.edit):
                change(number)
                self.over.wait(CHANGE_EVERY_S)

    def reply(self, number):
        form = {"channel_id": self.channel, "root_id": self.root, "message": "reply %d" % number}
        post = self.change("POST", "/posts", form)
        if post:
            self.expect("thread", "GET", "/posts/%s/thread" % self.root, None, lambda page: post["id"] in page["posts"])
            self.expect("posts by ids", "POST", "/posts/ids", [post["id"]], lambda list: len(list) == 1)

    def pin(self, number):
        """In turns: what is pinned must be shown, what no longer is must not."""
        is_pinned = number % 2 == 1
        if self.change("POST", "/posts/%s/%s" % (self.root, "pin" if is_pinned else "unpin")) is not None:
            self.expect("pinned posts", "GET", "/channels/%s/pinned" % self.channel, None,
                        lambda page: (self.root in page["posts"]) == is_pinned)

    def admit(self, number):
        is_member, members = number % 2 == 1, "/channels/%s/members" % self.channel
        guest = self.guest.id
        done = (self.change("POST", members, {"user_id": guest}) if is_member
                else self.change("DELETE", "%s/%s" % (members, guest)))
        if done is not None:
            self.expect("members", "GET", members, None,
                        lambda list: (guest in [one["user_id"] for one in list]) == is_member)
            self.expect("counts", "GET", "/channels/%s/stats" % self.channel, None,
                        lambda stats: stats["member_count"] == (3 if is_member else 2))

    def rename(self, number):
        name = "Lists %d" % number
        if self.change("PUT", "/channels/%s/patch" % self.channel, {"display_name": name}) is not None:
            self.expect("channels", "GET", "/teams/%s/channels" % self.team, None,
                        lambda list: [one["display_name"] for one in list if one["id"] == self.channel] == [name])
            self.expect("channels found", "POST", "/teams/%s/channels/search" % self.team, {"term": name},
                        lambda list: self.channel in [one["id"] for one in list])

    def edit(self, number):
        nickname = "nick%d" % number
        if self.change("PUT", "/users/%s/patch" % self.writer.id, {"nickname": nickname}) is not None:
            named = lambda list: nickname in [one["nickname"] for one in list]  # noqa: E731
            self.expect("users", "GET", "/users?in_channel=%s" % self.channel, None, named)
            self.expect("users found", "POST", "/users/search", {"term": nickname}, named)

    def change(self, method, path, body=None):
        status, answer = ask(self.topology.url, method, path, body, self.writer.token)
        if status not in (200, 201):
            self.failed.append((method, path, status))
            return None
        return answer

    def expect(self, what, method, path, body, holds):
        """Reads the list now, and notes what it has to show until it changes again."""
        self.truth[what] = (method, path, body, holds)
        since = time.monotonic()
        for who in self.sessions:
            if not self.shows(self.topology.url, what, who):
                self.old.append((what, who, round(time.monotonic() - since, 2)))

    def shows(self, url, what, who):
        method, path, body, holds = self.truth[what]
        status, answer = ask(url, method, path, body, self.sessions[who])
        self.reads += 1
        if status != 200:
            self.failed.append((method, path, status))
            return True
        return holds(answer)

    def stop(self):
        self.over.set()
        self.join(STOP_LIMIT_S)

    def answered_by_readers(self):
        """Reads that servers which follow answered, on all nodes."""
        opener, count = urllib.request.build_opener(urllib.request.ProxyHandler({})), 0
        for address in self.topology.metrics_urls:
            with opener.open(address, timeout=10) as answer:
                lines = answer.read().decode().splitlines()
            count += sum(float(line.split()[1]) for line in lines if line.startswith(READS + "{"))
        return count

    def until_readers_answer(self):
        before, limit = self.answered_by_readers(), time.monotonic() + BACK_WITHIN_S
        while self.answered_by_readers() == before:
            assert time.monotonic() < limit, "no reader answers"
            time.sleep(0.5)

    def judge(self, what):
        counts = (self.reads, len(self.truth), len(self.sessions))
        print("   lists: %d reads of %d lists by %d sessions" % counts, flush=True)
        with check("%s: no list is older than what was acknowledged, for nobody" % what):
            assert self.reads > 100, self.reads
            equal(self.old, [])
        with check("%s: no list and no change is refused" % what):
            equal(self.failed, [])
        with check("%s: nothing old stays on any node" % what):
            nodes = [self.topology.node(at) for at in range(1, self.topology.app + 1)]
            old = [(at, one, who) for at, node in enumerate(nodes, 1) for one in self.truth for who in self.sessions
                   if not self.shows(node, one, who)]
            equal(old, [])
