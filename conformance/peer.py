"""A program on the other side: a small HTTP server on the loopback that answers as a test says and keeps what it was
asked. Standard library only."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs

EVENT_LIMIT_S = 10


class Asked:
    """One request: method, path, headers, and the body as JSON or as the pairs of a form."""

    def __init__(self, handler, body):
        self.method, self.path, self.headers, self.raw = handler.command, handler.path, handler.headers, body
        kind = handler.headers.get("Content-Type", "")
        self.form = {name: values[0] for name, values in parse_qs(body.decode(errors="replace")).items()}
        self.json = json.loads(body) if kind.startswith("application/json") else None


class Peer:
    """Answers each path by a function from [`Asked`] to (status, headers, bytes); a context manager."""

    def __init__(self):
        self.answers, self.asked, self.changed = {}, [], threading.Condition()
        peer = self

        class Handler(BaseHTTPRequestHandler):
            def serve(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                asked = Asked(self, body)
                with peer.changed:
                    peer.asked.append(asked)
                    peer.changed.notify_all()
                answer = peer.answers.get(self.path.partition("?")[0])
                status, headers, content = answer(asked) if answer else (404, {}, b"")
                self.send_response(status)
                for name, value in {"Content-Length": str(len(content)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(content)
                except OSError:
                    pass  # The server hung up, as it may.

            do_GET = do_POST = do_HEAD = serve

            def log_message(self, *args):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.http.server_port

    def __enter__(self):
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *why):
        self.http.shutdown()
        self.http.server_close()

    def json(self, path, value):
        """Answers a path with JSON; `value` may be a function of what was asked."""
        def answer(asked):
            found = value(asked) if callable(value) else value
            return 200, {"Content-Type": "application/json"}, json.dumps(found).encode()
        self.answers[path] = answer
        return self.url + path

    def count(self, path):
        with self.changed:
            return sum(asked.path.partition("?")[0] == path for asked in self.asked)

    def last(self, path):
        """The last request for a path; waits for one."""
        def found():
            return [asked for asked in self.asked if asked.path.partition("?")[0] == path]
        with self.changed:
            assert self.changed.wait_for(found, EVENT_LIMIT_S), "nobody asked for %s" % path
            return found()[-1]
