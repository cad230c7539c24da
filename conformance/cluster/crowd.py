"""People who talk while things break: some write, some only listen, and afterwards each must know what the store knows.

A listener keeps its state as a client does: by events, resumed where its socket broke off, caught up by a request where
the server says that it starts anew. Standard library only.
"""

import base64
import http.client
import json
import os
import random
import socket
import struct
import threading
import time
from urllib.parse import urlsplit

# A client of the web pings every 30 s; here the wait for a dead connection would be most of the test.
PING_S = 4
RECONNECT_S = 0.5
ANSWER_LIMIT_S = 10
SAY_EVERY_S = 0.1
# How far behind the newest post that it knows a client asks, since posts of several nodes cross.
BACK_MS = 30_000


def ask(url, method, path, body=None, token=None, limit=ANSWER_LIMIT_S):
    """(status, JSON or None); status 0 when there was no answer. Each on a connection of its own."""
    place = urlsplit(url)
    wire = http.client.HTTPConnection(place.hostname, place.port, timeout=limit)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    try:
        wire.request(method, "/api/v4" + path, json.dumps(body) if body is not None else None, headers)
        answer = wire.getresponse()
        text = answer.read()
        try:
            return answer.status, json.loads(text or b"null")
        except ValueError:
            return answer.status, None
    except (OSError, http.client.HTTPException):
        return 0, None
    finally:
        wire.close()


class Writer(threading.Thread):
    """Writes a numbered message every tenth of a second, and notes what was acknowledged."""

    def __init__(self, url, person, channel):
        super().__init__(daemon=True)
        self.url, self.person, self.channel = url, person, channel
        self.acknowledged, self.failures, self.slowest = {}, [], 0.0
        # Own posts that a reader of the database must find again at once.
        self.unread = []
        self.reads_back = False
        self.over = threading.Event()

    def run(self):
        number = 0
        while not self.over.is_set():
            number += 1
            message = "%s says %d %s" % (self.person.name, number, random.randbytes(4).hex())
            self.say(message)
            self.over.wait(SAY_EVERY_S)

    def say(self, message):
        body = {"channel_id": self.channel, "message": message, "pending_post_id": "%s:%s" % (self.person.id, message[-8:])}
        began = time.monotonic()
        status, post = ask(self.url, "POST", "/posts", body, self.person.token)
        took = time.monotonic() - began
        self.slowest = max(self.slowest, took)
        if status != 201:
            self.failures.append((began, took, status, (post or {}).get("id")))
            # What clients do: the same again, with the same number, until it is clear what became of it.
            for _ in range(3):
                self.over.wait(0.5)
                status, post = ask(self.url, "POST", "/posts", body, self.person.token)
                if status == 201:
                    break
        if status != 201:
            return
        self.acknowledged[post["id"]] = message
        if self.reads_back:
            # Alone and in a list, which a follower of the database may answer.
            alone, _ = ask(self.url, "GET", "/posts/" + post["id"], None, self.person.token)
            path = "/channels/%s/posts?page=0&per_page=60" % self.channel
            listed, page = ask(self.url, "GET", path, None, self.person.token)
            if alone != 200 or listed != 200 or post["id"] not in page["posts"]:
                self.unread.append((post["id"], alone, listed))

    def stop(self):
        self.over.set()
        self.join(4 * ANSWER_LIMIT_S)


class Listener(threading.Thread):
    """Follows channels over a socket through everything that happens to it."""

    def __init__(self, url, person, channels):
        super().__init__(daemon=True)
        self.url, self.person = url, person
        self.channels = channels
        self.known = {channel: {} for channel in channels}
        # In the order of arrival, by channel, what came as an event.
        self.heard = {channel: [] for channel in channels}
        self.twice, self.gaps, self.resumed, self.anew = [], 0, 0, 0
        self.connection, self.expected, self.newest = "", 0, 0
        self.changed = threading.Condition()
        self.over = threading.Event()
        self.ready = threading.Event()
        self.wire = None

    def run(self):
        while not self.over.is_set():
            try:
                self.connect()
                self.follow()
            except (OSError, ValueError, IndexError, struct.error):
                pass
            finally:
                if self.wire:
                    self.wire.close()
            self.over.wait(RECONNECT_S)

    def connect(self):
        place = urlsplit(self.url)
        self.wire = socket.create_connection((place.hostname, place.port), timeout=ANSWER_LIMIT_S)
        key = base64.b64encode(os.urandom(16)).decode()
        path = "/api/v4/websocket?connection_id=%s&sequence_number=%d" % (self.connection, self.expected)
        self.wire.sendall(("GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer %s\r\n\r\n"
                           % (path, place.netloc, key, self.person.token)).encode())
        self.stream = self.wire.makefile("rb")
        if not self.stream.readline().startswith(b"HTTP/1.1 101"):
            raise OSError("no socket")
        while self.stream.readline() not in (b"\r\n", b""):
            pass
        self.is_fresh = True

    def follow(self):
        self.wire.settimeout(PING_S)
        asked, answered, number = 0.0, True, 0
        while not self.over.is_set():
            now = time.monotonic()
            if now - asked >= PING_S:
                if not answered:
                    raise OSError("no answer to a ping")
                number, asked, answered = number + 1, now, False
                self.send({"action": "ping", "seq": number})
            text = self.frame()
            if text is None:
                continue
            message = json.loads(text)
            if "event" in message:
                self.take(message)
            else:
                answered = True

    def frame(self):
        """The next text; none when nothing came for a while, or something that is no text."""
        try:
            first = self.stream.read(1)
        except TimeoutError:
            # The stream of a timeout is of no more use; nothing of a frame was read.
            self.stream = self.wire.makefile("rb")
            return None
        if not first:
            raise OSError("closed")
        self.wire.settimeout(ANSWER_LIMIT_S)
        length = self.stream.read(1)[0] & 0x7F
        if length == 126:
            length = struct.unpack(">H", self.stream.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.stream.read(8))[0]
        body = self.stream.read(length)
        if len(body) < length:
            raise OSError("broken off")
        self.wire.settimeout(PING_S)
        kind = first[0] & 0x0F
        if kind == 8:
            raise OSError("closed")
        if kind == 9:
            self.write(0x8A, body)
        return body if kind == 1 else None

    def send(self, message):
        self.write(0x81, json.dumps(message).encode())

    def write(self, head, body):
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(body))
        self.wire.sendall(bytes([head, 0x80 | len(body)]) + mask + masked)

    def take(self, message):
        if message["event"] == "hello" and message["data"]["connection_id"] != self.connection:
            is_first = not self.connection
            self.connection, self.expected = message["data"]["connection_id"], 0
            if not is_first:
                self.anew += 1
            self.catch_up(is_first)
            self.ready.set()
        elif self.is_fresh:
            self.resumed += 1
        self.is_fresh = False
        if message["seq"] != self.expected:
            self.gaps += 1
            raise OSError("an event is missing")
        self.expected += 1
        if message["event"] == "posted":
            post = json.loads(message["data"]["post"])
            self.note(post)

    def note(self, post):
        channel = post["channel_id"]
        if channel not in self.heard:
            return
        with self.changed:
            if post["id"] in self.heard[channel]:
                self.twice.append(post["id"])
            self.heard[channel].append(post["id"])
            self.known[channel][post["id"]] = post["message"]
            self.newest = max(self.newest, post["create_at"])
            self.changed.notify_all()

    def catch_up(self, is_first):
        """What a client asks that was told that it starts anew: what changed since the last it knows."""
        if is_first:
            return
        for channel in self.channels:
            since = max(self.newest - BACK_MS, 1)
            status, page = ask(self.url, "GET", "/channels/%s/posts?since=%d" % (channel, since), None, self.person.token)
            if status != 200:
                # A client would try again; so does this one, by connecting anew.
                self.connection = ""
                raise OSError("no answer to catch up with")
            with self.changed:
                for post in page["posts"].values():
                    self.known[channel][post["id"]] = post["message"]
                self.changed.notify_all()

    def has(self, channel, ids, within):
        """What is still not known of these posts after so long."""
        limit = time.monotonic() + within
        with self.changed:
            while True:
                missing = [one for one in ids if one not in self.known[channel]]
                left = limit - time.monotonic()
                if not missing or left <= 0:
                    return missing
                self.changed.wait(left)

    def stop(self):
        self.over.set()
        if self.wire:
            try:
                self.wire.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.join(ANSWER_LIMIT_S)


def stored(url, person, channel):
    """Everything that the store has of a channel, oldest first: [(id, message)]."""
    found, page = [], 0
    while True:
        status, posts = ask(url, "GET", "/channels/%s/posts?page=%d&per_page=200" % (channel, page), None, person.token)
        assert status == 200, "the store cannot be asked: %s" % status
        found += [(one, posts["posts"][one]) for one in posts["order"]]
        if len(posts["order"]) < 200:
            break
        page += 1
    return [(one, post["message"]) for one, post in reversed(found) if not post["type"]]
