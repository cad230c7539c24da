"""A server that is alone restarts: who was connected goes on where he was, and begins anew where that cannot be known."""

from backup import tool
from checks import check, equal
from events import Events
from people import World


def run(server):
    world = World(server.url)
    ann, ben, channel = world.ann, world.ben, world.channel
    heard = Events(server, ben)
    if server.database:
        with check("on a database that others may write to meanwhile, clients begin anew"):
            server.stop()
            server.start()
            Events(server, ben, after=heard).named("hello")
        return
    ann.say(channel, "before the restart")
    heard.post("posted", "before")
    with check("a client goes on with its connection after a restart"):
        server.stop()
        kept = (server.data / "connections").stat()
        equal((kept.st_size > 100, oct(kept.st_mode & 0o777)), (True, "0o600"))
        server.start()
        resumed = Events(server, ben, after=heard)
        ann.say(channel, "after the restart")
        resumed.post("posted", "after")
        assert not resumed.began_anew
        equal(resumed.events[0]["seq"], heard.expected)
        assert not (server.data / "connections").exists(), "taken once"
    with check("a number that the server never gave is no connection"):
        server.stop()
        server.start()
        resumed.expected += 100
        lost = Events(server, ben, after=resumed)
        lost.named("hello")
    with check("who does not come back with its session goes on nowhere"):
        heard = Events(server, ben)
        server.stop()
        server.start()
        equal(Events(server, ann, after=heard).named("hello")["data"]["connection_id"] != heard.connection, True)
    with check("what was changed at the console meanwhile makes clients begin anew"):
        heard = Events(server, ben)
        server.stop()
        good, said = tool(server, "user", "mfa-reset", "ann")
        assert good, said
        server.start()
        Events(server, ben, after=heard).named("hello")
    with check("a server that was killed tells its clients to begin anew"):
        heard = Events(server, ben)
        server.kill()
        server.start()
        Events(server, ben, after=heard).named("hello")
