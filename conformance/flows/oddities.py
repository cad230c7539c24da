"""Oddities: what clients and scripts send by mistake, and what comes of it."""

import http.client
import json
import urllib.error
import urllib.request

from checks import check, equal
from people import World

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c63000100000005000155a8c6a60000000049454e44ae426082"
)
UNKNOWN = "nosuchnosuchnosuchnosuch11"
BODY = "api.context.invalid_body_param.app_error"


def multipart(name, file_name, content, **values):
    """A form of values and one file, and its type."""
    parts = ['--edge\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % pair for pair in values.items()]
    head = '--edge\r\nContent-Disposition: form-data; name="%s"; filename="%s"\r\n\r\n' % (name, file_name)
    return "".join([*parts, head]).encode() + content + b"\r\n--edge--\r\n", "multipart/form-data; boundary=edge"


def send(by, path, body, kind):
    """The refusal of such a body: its status and id."""
    request = urllib.request.Request(by.url + "/api/v4" + path, body, {"Content-Type": kind}, method="POST")
    request.add_header("Authorization", "Bearer " + by.token)
    try:
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=30).close()
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.loads(refusal.read())["id"]
    raise AssertionError("%s was accepted" % path)


def posts(world):
    post = world.ann.post("/posts", {"channel_id": world.channel, "message": "as it was"})
    with check("a post that exists is not created again"):
        form = {"channel_id": world.channel, "message": "as it is", "id": post["id"]}
        equal(world.ann.post("/posts", form, 400)["id"], BODY)
        equal(world.ann.get("/posts/" + post["id"])["message"], "as it was")
    with check("a post that is null is one without a channel"):
        equal(send(world.ann, "/posts", b"null", "application/json"), (403, "api.context.permissions.app_error"))
    with check("too many files are refused, whether they exist or not"):
        many = ["ybndrfg8ejkmcpqxot1uwisz%sy" % letter for letter in "ybndrfg8ejk"]
        form = {"channel_id": world.channel, "message": "x", "file_ids": many}
        equal(world.ann.post("/posts", form, 400)["id"], "model.post.is_valid.file_ids.app_error")
    with check("a group is opened, not created"):
        form = {"team_id": world.team, "name": "berth", "display_name": "Berth", "type": "G"}
        refusal = world.ann.post("/channels", form, 400)
        equal(refusal["id"], "api.channel.create_channel.direct_channel.app_error")


def settings(world):
    with check("who takes all settings away has the usual ones"):
        told = world.ben.put("/users/me/patch", {"notify_props": {}})["notify_props"]
        equal((told["desktop"], told["email"]), ("mention", "true"))
    with check("a team that is closed gets a new invitation, and keeps it"):
        path = "/teams/%s/patch" % world.team
        links = [world.boss.put(path, {"allow_open_invite": door})["invite_id"] for door in (True, False, False)]
        assert links[0] != links[1], links
        equal(links[1], links[2])
    with check("terms that do not exist are not accepted"):
        form = {"termsOfServiceId": UNKNOWN, "accepted": True}
        refusal = world.ann.post("/users/me/terms_of_service", form, 404)
        equal(refusal["id"], "app.terms_of_service.get.no_rows.app_error")
    with check("commands are suggested for what was typed"):
        path = "/teams/%s/commands/autocomplete_suggestions" % world.team
        equal(world.ann.get(path, 400)["id"], BODY)
        equal([one["Complete"] for one in world.ann.get(path + "?user_input=/shru")], ["shrug"])


def webhooks(world):
    with check("webhooks are listed oldest first"):
        made = [world.boss.post("/hooks/incoming", {"channel_id": world.channel})["id"] for _ in range(5)]
        listed = [hook["id"] for hook in world.boss.get("/hooks/incoming?team_id=" + world.team)]
        equal([id for id in listed if id in made], made)


def bodies(world):
    with check("a field that is not taken from a body has its type all the same"):
        account = {"username": "eve", "email": "eve@example.test", "password": "Passw0rd-Conformance"}
        for field in ("update_at", "delete_at", "last_activity_at", "is_bot", "mfa_active"):
            equal(world.boss.post("/users", {**account, field: "x"}, 400)["id"], BODY)
        member = {"team_id": world.team, "user_id": world.ben.id, "scheme_admin": "yes"}
        equal(world.boss.post("/teams/%s/members" % world.team, member, 400)["id"], BODY)
        status = {"user_id": world.ann.id, "status": "away", "manual": "yes"}
        equal(world.ann.put("/users/me/status", status, 400)["id"], BODY)
    with check("a body that names nothing is refused before anybody's right is asked"):
        for verb in ("revoke", "disable", "enable"):
            equal(world.ann.post("/users/tokens/" + verb, {}, 400)["id"], BODY)
    with check("an account whose way to sign in is not named keeps it"):
        path = "/users/%s/auth" % world.ben.id
        world.boss.put(path, {"auth_service": "saml", "auth_data": "ben"})
        equal(world.boss.put(path, {}, 400)["id"], BODY)
        equal(world.boss.get("/users/" + world.ben.id)["auth_service"], "saml")
        world.boss.put(path, {"auth_service": ""})
        world.ben.login()
    with check("an app's version has three numbers"):
        equal(world.ann.put("/users/sessions/device", {"mobile_version": "new"}, 400)["id"], BODY)
        world.ann.put("/users/sessions/device", {"mobile_version": "2.10.1"})


def unsent(world):
    with check("nothing is drafted that cannot be posted"):
        draft = {"channel_id": world.channel, "message": "x", "type": "burn_on_read"}
        equal(world.ann.post("/drafts", draft, 400)["id"], "model.post.is_valid.type.app_error")
    with check("a scheduled post is not changed by the body of another one"):
        form = {"channel_id": world.channel, "message": "later", "scheduled_at": 3900000000000}
        made = world.ann.post("/posts/schedule", form)
        path = "/posts/schedule/" + made["id"]
        equal(world.ann.put(path, {**form, "id": UNKNOWN}, 400)["id"], BODY)
        equal(world.ann.put(path, {**form, "id": made["id"], "message": "soon"})["message"], "soon")
        world.ann.delete(path)


def names(world):
    with check("nobody has the name of the server's own account"):
        taken = "app.user.save.username_exists.app_error"
        equal(world.ann.put("/users/me/patch", {"username": "system-bot"}, 400)["id"], taken)
        equal(world.boss.post("/bots", {"username": "system-bot"}, 400)["id"], taken)
    with check("a theme has colours that clients can read"):
        theme = {"user_id": world.ann.id, "category": "theme", "name": "", "value": '{"type":"Nord","buttonBg":"#4c566"}'}
        world.ann.put("/users/me/preferences", [theme])
        kept = world.ann.get("/users/me/preferences/theme")[0]["value"]
        equal(json.loads(kept), {"type": "Nord", "buttonBg": "#ffffff"})
    with check("a mistyped permission is given to no role"):
        role = world.boss.get("/roles/name/channel_user")
        refusal = world.boss.put("/roles/%s/patch" % role["id"], {"permissions": ["create_pots"]}, 400)
        equal(refusal["id"], "app.role.save.invalid_role.app_error")
        equal(world.boss.get("/roles/name/channel_user")["permissions"], role["permissions"])


def forms(world):
    with check("a field in which no file was chosen is no file"):
        sent = send(world.ann, "/files", *multipart("files", "", b"", channel_id=world.channel))
        equal(sent, (400, BODY))
        sent = send(world.ann, "/users/%s/image" % world.ann.id, *multipart("image", "", PNG))
        equal(sent, (400, "api.user.upload_profile_user.no_file.app_error"))


def addresses(world):
    def redirected(path):
        # The library of requests cleans addresses itself.
        connection = http.client.HTTPConnection(*world.url.removeprefix("http://").split(":"), timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        connection.close()
        return answer.status, answer.getheader("Location")

    with check("an address with empty or dotted segments leads to the clean one"):
        equal(redirected("/api/v4//system/ping"), (301, "/api/v4/system/ping"))
        equal(redirected("/api/v4/users/../system/ping?a=b//c"), (301, "/api/v4/system/ping?a=b//c"))
    with check("and never to another server"):
        equal(redirected("//\\evil.test"), (301, "/%5Cevil.test"))


def run(server):
    world = World(server.url)
    posts(world)
    settings(world)
    webhooks(world)
    bodies(world)
    unsent(world)
    names(world)
    forms(world)
    addresses(world)
