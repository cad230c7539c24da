"""OAuth: a browser lets an application in, and the application trades, renews and loses its token."""

import base64
import hashlib
import html
import http.client
import json
import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlencode, urlsplit

from checks import check, equal
from people import PASSWORD, World

CALLBACK = "http://127.0.0.1:9/back?from=muster"


class Browser:
    """What a browser sends: cookies, and JSON with the token against forged requests."""

    def __init__(self, server):
        self.server, self.cookies = server, {}

    def ask(self, method, path, body=None, kind="application/json", **headers):
        wire = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        if self.cookies:
            headers["Cookie"] = "; ".join("%s=%s" % pair for pair in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = kind
        wire.request(method, path, body, headers)
        answer = wire.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        answer.text = answer.read().decode()
        wire.close()
        return answer

    def sign_in(self, name):
        form = json.dumps({"login_id": name, "password": PASSWORD})
        answer = self.ask("POST", "/api/v4/users/login", form, **{"X-Requested-With": "XMLHttpRequest"})
        equal(answer.status, 200)
        return self

    def allow(self, form, csrf=True):
        headers = {"X-CSRF-Token": self.cookies.get("MMCSRF", "")} if csrf else {}
        return self.ask("POST", "/oauth/authorize", json.dumps(form), **headers)


class Application:
    """A program that somebody registered."""

    def __init__(self, server, registered):
        self.server, self.id, self.secret = server, registered["id"], registered["client_secret"]

    def query(self, **more):
        asked = {"response_type": "code", "client_id": self.id, "redirect_uri": CALLBACK, "state": "s1 & s2", **more}
        return {name: value for name, value in asked.items() if value is not None}

    def trade(self, basic=False, **form):
        """Asks for a token: the status and the answer."""
        headers = {}
        if basic:
            pair = base64.b64encode(("%s:%s" % (self.id, self.secret)).encode()).decode()
            headers["Authorization"] = "Basic " + pair
        else:
            form = {"client_id": self.id, "client_secret": self.secret, **form}
        kind = "application/x-www-form-urlencoded"
        answer = Browser(self.server).ask("POST", "/oauth/access_token", urlencode(form), kind, **headers)
        return answer.status, json.loads(answer.text)

    def code_trade(self, code, **more):
        return self.trade(grant_type="authorization_code", code=code, **{"redirect_uri": CALLBACK, **more})


def register(world, server, **more):
    form = {"name": "Tide <Tables>", "description": "Says when", "callback_urls": [CALLBACK],
            "homepage": "http://tides.example.test", **more}
    return Application(server, world.boss.post("/oauth/apps", form))


def code_of(answer):
    assert answer.status == 200, (answer.status, answer.text)
    redirect = json.loads(answer.text)["redirect"]
    assert redirect.startswith(CALLBACK + "&"), redirect
    asked = parse_qs(urlsplit(redirect).query)
    equal(asked["state"], ["s1 & s2"])
    equal(asked["from"], ["muster"])
    return asked["code"][0]


def me(server, token):
    answer = Browser(server).ask("GET", "/api/v4/users/me", Authorization="Bearer " + token)
    return answer.status, json.loads(answer.text)


def consent(world, server, app):
    with check("who is not signed in is sent to sign in, and comes back"):
        answer = Browser(server).ask("GET", "/oauth/authorize?" + urlencode(app.query()))
        equal(answer.status, 302)
        login = urlsplit(answer.headers["Location"])
        equal(login.path, "/login")
        back = parse_qs(login.query)["redirect_to"][0]
        assert back.startswith("/oauth/authorize?") and "client_id=" + app.id in back, back
    ann = Browser(server).sign_in("ann")
    with check("the page names application and user, escaped, and cannot be framed"):
        page = ann.ask("GET", "/oauth/authorize?" + urlencode(app.query(scope="</script><b>")))
        equal((page.status, page.headers["X-Frame-Options"]), (200, "DENY"))
        assert "Tide &#60;Tables&#62;" in page.text and "<b>ann</b>" in page.text, page.text
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
        assert "</script><b>" not in page.text
        equal(page.text.count("<script"), 1)
    with check("the page shows the whole address, and lets no script run but its own"):
        assert '<code dir="ltr" id="address">%s</code>' % html.escape(CALLBACK) in page.text, page.text
        policy = page.headers["Content-Security-Policy"]
        assert "unsafe" not in policy, policy
        for element, directive in (("script", "script-src"), ("style", "style-src")):
            content = re.search("<%s>(.*?)</%s>" % (element, element), page.text, re.S)[1]
            digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            assert "%s 'sha256-%s';" % (directive, digest) in policy, policy
    with check("what an application says of itself stays in its place on the page"):
        marked = "http://127.0.0.1:9/back?x={{form}}"
        hostile = register(world, server, name="{{form}}", callback_urls=[marked])
        asked = hostile.query(redirect_uri=marked, scope='" autofocus onfocus="x()"', state="</script><b>")
        answer = ann.ask("GET", "/oauth/authorize?" + urlencode(asked))
        equal(answer.status, 200)
        assert '" autofocus' not in answer.text and 'onfocus="' not in answer.text, answer.text
        assert "x={{form}}" in answer.text and "</script><b>" not in answer.text, answer.text
    with check("cookies stay away from what other sites send"):
        login = Browser(server).ask("POST", "/api/v4/users/login", json.dumps({"login_id": "ann", "password": PASSWORD}),
                                    **{"X-Requested-With": "XMLHttpRequest"})
        cookies = login.headers.get_all("Set-Cookie")
        equal(len(cookies), 3)
        assert all(cookie.split("; ").count("SameSite=Lax") == 1 for cookie in cookies), cookies
    with check("the page's own form is accepted, and the denial goes back with the state"):
        form = json.loads(html.unescape(re.search(r'data-form="([^"]*)"', page.text)[1]))
        code_of(ann.allow(form))
        denied = html.unescape(re.search(r'data-to="([^"]*)"', page.text)[1])
        equal(parse_qs(urlsplit(denied).query)["error"], ["access_denied"])
        assert denied.startswith(CALLBACK), denied
    with check("a request without the token against forgery lets nobody in"):
        # The browser is signed out by that, hence one of its own.
        equal(Browser(server).sign_in("ann").allow(app.query(), csrf=False).status, 401)
    with check("addresses that were not registered are refused, and not followed"):
        for address in ("http://evil.example.test/", CALLBACK + "&x=1", CALLBACK[:-1], "", "javascript:alert(1)"):
            query = app.query(redirect_uri=address)
            page = ann.ask("GET", "/oauth/authorize?" + urlencode(query))
            equal((address, page.status, page.headers["Location"]), (address, 400, None))
            equal((address, ann.allow(query).status), (address, 400))
    with check("unknown applications, other kinds of answer and long states are refused"):
        for client in ("nosuchnosuchnosuchnosuchnb", "x"):
            equal(ann.allow(app.query(client_id=client)).status, 404)
        for bad in ({"response_type": "token"}, {"state": "s" * 5_000}, {"response_type": None}):
            equal((bad, ann.allow(app.query(**bad)).status), (bad, 400))
    return ann


def tokens(server, app, ann):
    with check("a code becomes a token that acts for its user"):
        status, first = app.code_trade(code_of(ann.allow(app.query())))
        equal((status, first.get("token_type"), first.get("scope")), (200, "bearer", "user"))
        assert first["refresh_token"] and first["expires_in"] > 0, first
        equal(me(server, first["access_token"])[1]["username"], "ann")
    with check("it is accepted in the address, where a session of a login is not"):
        path = "/api/v4/users/me?access_token="
        equal(Browser(server).ask("GET", path + first["access_token"]).status, 200)
        equal(Browser(server).ask("GET", path + ann.cookies["MMAUTHTOKEN"]).status, 401)
    with check("an application cannot let in another one"):
        bearer = {"Authorization": "Bearer " + first["access_token"]}
        answer = Browser(server).ask("POST", "/oauth/authorize", json.dumps(app.query()), **bearer)
        equal(answer.status, 403)
    with check("the secret may come in the header, and must be right"):
        equal(app.trade(basic=True, grant_type="authorization_code", redirect_uri=CALLBACK,
                        code=code_of(ann.allow(app.query())))[0], 200)
        code = code_of(ann.allow(app.query()))
        for bad in ({"client_secret": "wrong"}, {"client_secret": ""}, {"client_id": "nosuchnosuchnosuchnosuchnb"}):
            assert app.code_trade(code, **bad)[0] in (400, 401, 403, 404), bad
    with check("another address, no code, a made-up code and another grant are refused"):
        code = code_of(ann.allow(app.query()))
        equal(app.code_trade(code, redirect_uri="http://evil.example.test/")[0], 400)
        equal(app.code_trade("")[0], 400)
        equal(app.code_trade("x" * 52)[0], 400)
        equal(app.trade(grant_type="password", username="ann", password=PASSWORD)[0], 400)
    with check("a refresh gives a new token and ends the old one; a used refresh token is nothing"):
        status, second = app.trade(grant_type="refresh_token", refresh_token=first["refresh_token"])
        equal(status, 200)
        equal(me(server, first["access_token"])[0], 401)
        equal(me(server, second["access_token"])[0], 200)
        equal(app.trade(grant_type="refresh_token", refresh_token=first["refresh_token"])[0], 400)
    with check("a used refresh token that is shown again ends what came from it"):
        equal(me(server, second["access_token"])[0], 401)
        equal(app.trade(grant_type="refresh_token", refresh_token=second["refresh_token"])[0], 400)
    with check("a code is traded once; shown again it ends the tokens that it gave, and no others"):
        other = app.code_trade(code_of(ann.allow(app.query())))[1]
        code = code_of(ann.allow(app.query()))
        token = app.code_trade(code)[1]
        token = app.trade(grant_type="refresh_token", refresh_token=token["refresh_token"])[1]
        equal(me(server, token["access_token"])[0], 200)
        equal(app.code_trade(code, client_secret="wrong")[0], 400)
        equal(me(server, token["access_token"])[0], 200)
        equal(app.code_trade(code)[0], 400)
        equal(me(server, token["access_token"])[0], 401)
        equal(app.trade(grant_type="refresh_token", refresh_token=token["refresh_token"])[0], 400)
        equal(me(server, other["access_token"])[0], 200)
    with check("of many that trade one code at once, none is left with a token"):
        code = code_of(ann.allow(app.query()))
        with ThreadPoolExecutor(8) as many:
            answers = list(many.map(lambda _: app.code_trade(code), range(8)))
        given = [answer["access_token"] for status, answer in answers if status == 200]
        equal((len(given), me(server, given[0])[0]), (1, 401))
    return other


def challenges(server, app, ann):
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    asked = app.query(code_challenge=challenge, code_challenge_method="S256")
    with check("a challenge is met by its verifier only"):
        for wrong in ({}, {"code_verifier": "wrong"}, {"code_verifier": challenge}):
            equal((wrong, app.code_trade(code_of(ann.allow(asked)), **wrong)[0]), (wrong, 400))
        equal(app.code_trade(code_of(ann.allow(asked)), code_verifier=verifier)[0], 200)
    with check("plain and misshapen challenges are refused"):
        for bad in ({"code_challenge_method": "plain"}, {"code_challenge": "short"}, {"code_challenge_method": None}):
            form = {name: value for name, value in {**asked, **bad}.items() if value}
            equal((bad, ann.allow(form).status), (bad, 400))


def ends(world, server, app, ann, token):
    with check("the user sees what was let in, without its secret, and can end it"):
        listed = world.ann.get("/users/%s/oauth/apps/authorized" % world.ann.id)
        equal([(one["id"], one.get("client_secret", "")) for one in listed], [(app.id, "")])
        answer = ann.ask("POST", "/oauth/deauthorize", json.dumps({"client_id": app.id}),
                         **{"X-CSRF-Token": ann.cookies["MMCSRF"]})
        equal(answer.status, 200)
        equal(me(server, token["access_token"])[0], 401)
        equal(app.trade(grant_type="refresh_token", refresh_token=token["refresh_token"])[0], 400)
        equal(world.ann.get("/users/%s/oauth/apps/authorized" % world.ann.id), [])
    with check("a new secret makes the old one worthless"):
        code = code_of(ann.allow(app.query()))
        fresh = Application(server, world.boss.post("/oauth/apps/%s/regen_secret" % app.id))
        assert app.code_trade(code)[0] in (400, 401, 403)
        status, token = fresh.code_trade(code)
        equal(status, 200)
    with check("an application that is removed takes its tokens with it"):
        waiting = code_of(ann.allow(app.query()))
        world.boss.delete("/oauth/apps/" + app.id)
        equal(me(server, token["access_token"])[0], 401)
        assert fresh.code_trade(waiting)[0] in (400, 401, 403, 404)


def trusted(world, server, ann):
    with check("a trusted application is let in without a question"):
        app = register(world, server, is_trusted=True)
        answer = ann.ask("GET", "/oauth/authorize?" + urlencode(app.query()))
        equal(answer.status, 302)
        code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
        equal(app.code_trade(code)[0], 200)
    with check("who is deactivated is no longer acted for"):
        code = code_of(ann.allow(app.query()))
        status, token = app.code_trade(code_of(ann.allow(app.query())))
        equal(status, 200)
        world.boss.put("/users/%s/active" % world.ann.id, {"active": False})
        equal(me(server, token["access_token"])[0], 401)
        equal(app.code_trade(code)[0], 400)
        equal(app.trade(grant_type="refresh_token", refresh_token=token["refresh_token"])[0], 400)


def run(server):
    world = World(server.url)
    app = register(world, server)
    ann = consent(world, server, app)
    token = tokens(server, app, ann)
    challenges(server, app, ann)
    ends(world, server, app, ann, token)
    trusted(world, server, ann)
