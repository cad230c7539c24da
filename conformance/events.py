"""A WebSocket that puts what it hears into an inbox, with nothing but the standard library."""

import base64
import json
import os
import socket
import struct
import threading

from checks import Inbox


class Events(Inbox):
    """Events of one person, from now on, or from where an earlier socket ended."""

    def __init__(self, server, person, after=None):
        super().__init__()
        self.connection, self.expected = (after.connection, after.expected) if after else (None, 0)
        resumed = "?connection_id=%s&sequence_number=%d" % (self.connection, self.expected) if after else ""
        self.wire = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        self.wire.sendall(("GET /api/v4/websocket%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                           "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n"
                           "Authorization: Bearer %s\r\n\r\n" % (resumed, key, person.token)).encode())
        self.stream = self.wire.makefile("rb")
        assert self.stream.readline().startswith(b"HTTP/1.1 101"), "the server opens no WebSocket"
        while self.stream.readline() != b"\r\n":
            pass
        self.wire.settimeout(None)
        threading.Thread(target=self.listen, daemon=True).start()
        if not after:
            self.connection = self.named("hello")["data"]["connection_id"]

    @property
    def began_anew(self):
        """Whether the server gave another connection than the one asked for."""
        return any(event.get("event") == "hello" for event in self.events)

    def listen(self):
        while True:
            head = self.stream.read(2)
            if len(head) < 2:
                return
            length = head[1] & 0x7F
            if length == 126:
                length = struct.unpack(">H", self.stream.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.stream.read(8))[0]
            text = self.stream.read(length)
            if head[0] & 0x0F == 1:
                event = json.loads(text)
                if "seq" in event:
                    self.expected = event["seq"] + 1
                self.put(event)

    def named(self, name, matches=lambda event: True):
        """The first event of a name that matches."""
        return self.wait(name, lambda event: event.get("event") == name and matches(event))

    def post(self, name, text):
        """The post of the first event of a name whose message holds `text`."""
        def message(event):
            return json.loads(event["data"]["post"])
        return message(self.named(name, lambda event: text in message(event)["message"]))
