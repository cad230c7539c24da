"""Belonging: whom a team takes, what a member, a bot and an administrator stay, and what clients ask by themselves."""

import muster
from checks import check, equal
from people import PASSWORD, Person, World

BODY = "api.context.invalid_body_param.app_error"


def domains(world):
    path, members = "/teams/%s/patch" % world.team, "/teams/%s/members" % world.team
    stranger = Person(world.url, "zoe")
    world.boss.put(path, {"allowed_domains": "other.test"})
    row = {"team_id": world.team, "user_id": stranger.id}
    with check("a team with domains takes nobody with another address"):
        for adding in (world.ann, world.boss):
            refusal = adding.post(members, row, 400)
            equal(refusal["id"], "api.team.join_user_to_team.allowed_domains.app_error")
        told = world.ann.post(members + "/batch?graceful=true", [row])
        equal(told[0]["error"]["id"], "api.team.join_user_to_team.allowed_domains.app_error")
    with check("nor makes its link an account with one"):
        link = world.boss.get("/teams/" + world.team)["invite_id"]
        form = {"username": "max", "email": "max@example.test", "password": PASSWORD}
        status, _, answer = muster.call(world.url, "POST", "/users?iid=" + link, form)
        equal((status, answer["id"]), (403, "api.team.invite_members.invalid_email.app_error"))
        world.boss.get("/users/username/max", 404)
    with check("a bot has no such address, and who is there stays"):
        bot = world.boss.post("/bots", {"username": "robot"})["user_id"]
        world.boss.post(members, {"team_id": world.team, "user_id": bot})
        world.boss.get("%s/%s" % (members, world.ben.id))
    world.boss.put(path, {"allowed_domains": ""})
    with check("without domains everybody may come"):
        world.boss.post(members, row)
    return bot


def roles(world):
    for place, noun in (("/teams/" + world.team, "team"), ("/channels/" + world.channel, "channel")):
        member = "%s/members/%s" % (place, world.ben.id)
        with check("a member of a %s keeps the rights of one" % noun):
            before = world.ben.get(member)
            for form in ({}, {"scheme_admin": True}):
                refusal = world.boss.put(member + "/schemeRoles", form, 400)
                equal(refusal["id"], "api.%s.update_%s_member_roles.unset_user_scheme.app_error" % (noun, noun))
            equal(world.ben.get(member), before)
    with check("an account keeps the rights of one"):
        for text in ("", "system_admin", "system_user system_guest"):
            equal(world.boss.put("/users/%s/roles" % world.ben.id, {"roles": text}, 400)["id"], BODY)
    with check("an administrator does not end the own account"):
        refusal = world.boss.put("/users/me/active", {"active": False}, 401)
        equal(refusal["id"], "api.user.update_active.not_enable.app_error")
    with check("a place is not limited to groups that it has not"):
        refusal = world.boss.put("/channels/%s/patch" % world.channel, {"group_constrained": True}, 400)
        equal(refusal["id"], "app.group.no_linked_groups.app_error")


def robots(world, bot):
    token = world.boss.post("/users/%s/tokens" % bot, {"description": "of the robot"})["token"]
    with check("a bot's token does not change the bot"):
        for method, path in (("PUT", "/users/me/patch"), ("DELETE", "/users/me/image")):
            status, _, answer = muster.call(world.url, method, path, {"username": "boss2"}, token)
            equal((status, answer["id"]), (403, "api.context.permissions.app_error"))


def quiet(world):
    with check("an archived public channel is joined by who finds it"):
        form = {"team_id": world.team, "name": "old", "display_name": "Old", "type": "O"}
        old = world.ann.post("/channels", form)
        world.ann.delete("/channels/" + old["id"])
        world.ben.post("/channels/%s/members" % old["id"], {"user_id": world.ben.id}, 201)
        refusal = world.ann.post("/channels", form, 400)
        equal(refusal["id"], "store.sql_channel.save_channel.exists.app_error")
    with check("what clients ask by themselves is answered quietly"):
        equal(world.ann.get("/agents"), {"agents": []})
        equal(world.ann.get("/agents/status"), {"available": False})
        equal(world.ann.get("/trial-license/prev"), {"IsLicensed": "false"})
        equal(world.ann.get("/recaps"), [])
    with check("a name in an address is read in any case"):
        equal(world.ann.get("/teams/name/CREW")["id"], world.team)
    with check("who changes the own address knows the password"):
        form = {"email": "new@example.test", "password": "Wrong-Passw0rd"}
        refusal = world.ann.put("/users/me/patch", form, 401)
        equal(refusal["id"], "api.user.check_user_password.invalid.app_error")


def run(server):
    world = World(server.url)
    bot = domains(world)
    roles(world)
    robots(world, bot)
    quiet(world)
