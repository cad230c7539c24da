"""People on a running server, and what they ask of it: calls that must succeed, calls that must be refused."""

import muster

PASSWORD = "Passw0rd-Conformance"


class Person:
    """Somebody with an account and a session."""

    def __init__(self, url, name):
        self.url, self.name, self.token = url, name, None
        account = {"email": name + "@example.test", "username": name, "password": PASSWORD}
        self.id = self.post("/users", account)["id"]
        self.login()

    def login(self):
        form = {"login_id": self.name, "password": PASSWORD}
        status, headers, answer = muster.call(self.url, "POST", "/users/login", form)
        assert status == 200, answer
        self.token = headers["Token"]

    def ask(self, method, path, body=None, status=None):
        """The answer, which must have `status`, or else be a success."""
        got, _, answer = muster.call(self.url, method, path, body, self.token)
        good = got < 300 if status is None else got == status
        assert good, "%s %s: %s %s" % (method, path, got, answer)
        return answer

    def get(self, path, status=None):
        return self.ask("GET", path, None, status)

    def post(self, path, body=None, status=None):
        return self.ask("POST", path, body, status)

    def put(self, path, body=None, status=None):
        return self.ask("PUT", path, body, status)

    def delete(self, path, status=None):
        return self.ask("DELETE", path, None, status)

    def say(self, channel, message, **more):
        return self.post("/posts", {"channel_id": channel, "message": message, **more})


class World:
    """An administrator, ann and ben, who share a team and a channel of it."""

    def __init__(self, url):
        self.url = url
        self.boss, self.ann, self.ben = (Person(url, name) for name in ("boss", "ann", "ben"))
        self.team = self.boss.post("/teams", {"name": "crew", "display_name": "Crew", "type": "O"})["id"]
        for person in (self.ann, self.ben):
            self.boss.post("/teams/%s/members" % self.team, {"team_id": self.team, "user_id": person.id})
        form = {"team_id": self.team, "name": "deck", "display_name": "Deck", "type": "O"}
        self.channel = self.ann.post("/channels", form)["id"]
        self.ann.post("/channels/%s/members" % self.channel, {"user_id": self.ben.id})
