"""What the Python tests share: named checks, an inbox of events, the address that clients/run gives."""

import os
import sys
import threading
import time
import traceback
from urllib.parse import urlsplit

URL = os.environ.get("MUSTER_TEST_URL", "")
PASSWORD = os.environ.get("MUSTER_TEST_PASSWORD", "")
HOST, PORT = urlsplit(URL).hostname, urlsplit(URL).port
EVENT_LIMIT_S = 10

passes = failures = 0


class check:
    """`with check("what"):` prints `ok what`, or `FAIL what: why` and goes on."""

    def __init__(self, what):
        self.what = what

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        global passes, failures
        if problem is None:
            passes += 1
            print("ok " + self.what, flush=True)
            return False
        failures += 1
        place = traceback.extract_tb(trace)[0]
        why = str(problem).split("\n")[0] or "line %d: %s" % (place.lineno, place.line)
        print("FAIL %s: %s: %s" % (self.what, kind.__name__, why), flush=True)
        return isinstance(problem, Exception)


def equal(got, expected):
    assert got == expected, "expected %r, got %r" % (expected, got)


class Inbox:
    """Events that a client's thread delivers and the test waits for."""

    def __init__(self):
        self.events, self.changed = [], threading.Condition()

    def put(self, event):
        with self.changed:
            self.events.append(event)
            self.changed.notify_all()

    def wait(self, what, matches):
        """The first event that matches; fails after the limit with what came instead."""
        limit = time.monotonic() + EVENT_LIMIT_S
        with self.changed:
            while True:
                for event in self.events:
                    if matches(event):
                        return event
                left = limit - time.monotonic()
                if left <= 0:
                    seen = [event.get("event") or event.get("status") for event in self.events]
                    raise AssertionError("no %s among %s" % (what, seen))
                self.changed.wait(left)


def finish():
    # Threads of a client's event loop must not keep the test alive.
    sys.stdout.flush()
    os._exit(1 if failures else 0)
