#!/usr/bin/env python3
"""A world made through the API in spite of everything: the generator is killed, then the server is, and each time it is
gone on with. In the end there is as much as was asked for."""

import json
import tempfile
from pathlib import Path

# First: it says where the next ones are.
import stand
from checks import check, equal
from muster import call

SIZE = {"users": 30, "teams": 3, "channels": 24, "posts": 1500}
PAGE = 200


class Admin:
    def __init__(self, url):
        self.url = url
        status, headers, _ = call(url, "POST", "/users/login", {"login_id": stand.LOGIN, "password": stand.PASSWORD})
        assert status == 200, status
        self.token = headers["Token"]

    def get(self, path):
        status, _, answer = call(self.url, "GET", path, token=self.token)
        assert status == 200, (path, status, answer)
        return answer

    def pages(self, path):
        found, page = [], 0
        while more := self.get("%s%spage=%d&per_page=%d" % (path, "&" if "?" in path else "?", page, PAGE)):
            found += more
            page += 1
        return found

    def posts(self, channel):
        """What people wrote there."""
        found, page = {}, 0
        while more := self.get("/channels/%s/posts?page=%d&per_page=%d" % (channel, page, PAGE))["posts"]:
            found.update(more)
            page += 1
        return [post for post in found.values() if post["type"] == ""]


def generate(lab, state):
    size = [word for name, number in SIZE.items() for word in ("--" + name, number)]
    return lab.begin("generate", *size, "--seed", "5", "--state", state)


def counted(lab, state):
    """What the server has of the world, by the state file's names for it: users, teams, channels, threads, replies."""
    kept, admin = json.loads(state.read_text()), Admin(lab.server.url)
    users = [user for user in admin.pages("/users") if user["username"].startswith("lt0-")]
    teams = [team for team in admin.pages("/teams") if team["name"].startswith("lt0-team-")]
    channels = [one for team in teams for one in admin.pages("/teams/%s/channels" % team["id"])]
    named = [one["id"] for one in channels if one["name"] not in ("town-square", "off-topic")]
    private = set(kept["channels"]) - set(named)
    posts = [post for channel in kept["channels"] for post in admin.posts(channel)]
    assert set(named) <= set(kept["channels"]), "a channel was made twice"
    equal(len(private), SIZE["channels"] // 3)
    roots = sum(1 for post in posts if not post["root_id"])
    members = {team["id"]: len(admin.pages("/teams/%s/members" % team["id"])) for team in teams}
    return len(users), len(teams), len(set(kept["channels"])), roots, len(posts) - roots, set(members.values())


def main():
    with tempfile.TemporaryDirectory(prefix="muster-lab-") as data, stand.empty(data=data) as lab:
        state = Path(lab.folder) / "state.json"
        first = generate(lab, state)
        first.until("posts: ")
        first.kill()
        with check("a generator that is killed halfway leaves the state of what was complete"):
            kept = json.loads(state.read_text())
            equal((len(kept["users"]), len(kept["teams"]), len(kept["channels"])),
                  (SIZE["users"], SIZE["teams"], SIZE["channels"]))
            assert kept["posts"] < SIZE["posts"], kept["posts"]
        second = generate(lab, state)
        second.until("posts: ")
        lab.server.kill()
        with check("a server that is killed ends it with a sentence that tells what was not answered"):
            status, said = second.end()
            assert status == 1 and "muster-load: POST /posts" in said, said[-500:]
        lab.server.start()
        under_way = counted(lab, state)[3] - json.loads(state.read_text())["posts"]
        status, said = generate(lab, state).end()
        with check("it is gone on with to its end, and told by its fingerprint"):
            assert status == 0 and "The world is complete: " in said, said[-500:]
        users, teams, channels, roots, replies, members = counted(lab, state)
        with check("in the end there are as many users, teams, members and channels as were asked for"):
            equal((users, teams, channels), (SIZE["users"], SIZE["teams"], SIZE["channels"]))
            # And the administrator, who made them.
            equal(members, {SIZE["users"] + 1})
        with check("and as many threads, half of them answered; what was under way when it broke off may be there twice"):
            assert SIZE["posts"] <= roots <= SIZE["posts"] + under_way, (roots, under_way)
            assert 0.4 < replies / roots < 0.6, (replies, roots)
        with check("another generation finds nothing to do, and one of another world is refused"):
            again, told = generate(lab, state).end()
            equal((again, told.strip().split("\n")[-1], counted(lab, state)[3]), (0, said.strip().split("\n")[-1], roots))
            status, said = lab.run("generate", "--users", "31", "--state", state)
            assert status == 1 and "is of another world" in said, said
    stand.finish()


main()
