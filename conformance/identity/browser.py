"""A browser that keeps cookies and follows redirects by hand, so that a test sees each step."""

import http.client
import re
from urllib.parse import urlencode, urljoin, urlsplit


class Browser:
    """Cookies by host, and redirects that are followed by hand."""

    def __init__(self):
        self.cookies = {}

    def ask(self, method, url, form=None, **headers):
        parts = urlsplit(url)
        wire = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        kept = self.cookies.setdefault(parts.netloc, {})
        fits = [(name, value) for name, (value, path) in kept.items() if parts.path.startswith(path)]
        if fits:
            headers["Cookie"] = "; ".join("%s=%s" % pair for pair in fits)
        body = urlencode(form) if form is not None else None
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        wire.request(method, parts.path + ("?" + parts.query if parts.query else ""), body, headers)
        answer = wire.getresponse()
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            path = re.search(r"Path=([^;]*)", line, re.I)
            gone = re.search(r"Max-Age=0", line, re.I)
            if gone:
                kept.pop(name, None)
            else:
                kept[name] = (value, path.group(1) if path else "/")
        answer.text = answer.read().decode()
        answer.url = url
        wire.close()
        return answer

    def follow(self, method, url, form=None):
        """The first answer that is no redirect, and the address it came from."""
        for _ in range(10):
            answer = self.ask(method, url, form)
            if answer.status not in (301, 302, 303):
                return answer
            method, url, form = "GET", urljoin(url, answer.headers["Location"]), None
        raise AssertionError("redirects without end")
