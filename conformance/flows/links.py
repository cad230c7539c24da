"""Links: pages and pictures of another site are shown under posts and through the image proxy, within bounds."""

import struct
import time
import urllib.error
import urllib.request
import zlib
from urllib.parse import quote

from checks import check, equal
from events import Events
from peer import Peer
from people import World

ENV = {"MUSTER_LINKS_ENABLE_PREVIEWS": "true", "MUSTER_LINKS_ENABLE_IMAGE_PROXY": "true",
       "MUSTER_LINKS_TIMEOUT_MS": "1500", "MUSTER_LINKS_NO_PREVIEW_DOMAINS": "localhost"}
PAGE = """<html><head><title>T</title><meta property="og:title" content="Tides &amp; times">
<meta property="og:description" content="When the water comes"><meta property="og:image" content="/tide.png">
</head><body>%s</body></html>"""


def picture(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = zlib.compress(b"".join(b"\0" + b"\x20\x60\xa0" * width for _ in range(height)))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def page(content, kind="text/html", status=200, **headers):
    return lambda asked: (status, {"Content-Type": kind, **headers}, content)


def embeds(world, post):
    """What is shown under a post, when it has come."""
    limit = time.monotonic() + 10
    while time.monotonic() < limit:
        metadata = world.ben.get("/posts/" + post)["metadata"]
        if metadata.get("embeds"):
            return metadata["embeds"][0], metadata.get("images", {})
        time.sleep(0.1)
    raise AssertionError("nothing is shown under the post")


def previews(world, server, site):
    hears = Events(server, world.ben)
    site.answers["/tides"] = page((PAGE % "").encode())
    site.answers["/tide.png"] = page(picture(64, 32), "image/png")
    link = site.url + "/tides"
    with check("a post does not wait for the site, and the channel is told when its page is known"):
        site.answers["/slow"] = lambda asked: time.sleep(1) or page((PAGE % "slow").encode())(asked)
        began = time.monotonic()
        slow = world.ann.say(world.channel, "see " + site.url + "/slow")["id"]
        assert time.monotonic() - began < 0.9, "the post waited"
        embed, _ = embeds(world, slow)
        equal(embed["type"], "opengraph")
        hears.named("post_edited", lambda event: slow in event["data"]["post"] and "Tides" in event["data"]["post"])
    with check("a page is shown with title, text and the size of its picture"):
        post = world.ann.say(world.channel, "see %s now" % link)["id"]
        embed, images = embeds(world, post)
        equal((embed["type"], embed["url"]), ("opengraph", link))
        equal((embed["data"]["title"], embed["data"]["description"]), ("Tides & times", "When the water comes"))
        equal(embed["data"]["images"][0]["url"], site.url + "/tide.png")
        equal((images[site.url + "/tide.png"]["width"], images[site.url + "/tide.png"]["height"]), (64, 32))
    with check("a page is read in the encoding that it or its server names"):
        title = "Zażółć gęślą jaźń"
        head = '<head>%s<meta property="og:title" content="' + title + '"></head>'
        named = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">'
        site.answers["/told"] = page((head % "").encode("cp1250"), "text/html; charset=windows-1250")
        site.answers["/meta"] = page((head % '<meta charset="windows-1250">').encode("cp1250"))
        site.answers["/http-equiv"] = page((head % named).encode("cp1250"))
        site.answers["/wide"] = page(b"\xff\xfe" + (head % "").encode("utf-16-le"))
        for path in ("/told", "/meta", "/http-equiv", "/wide"):
            embed, _ = embeds(world, world.ann.say(world.channel, site.url + path)["id"])
            equal((path, embed["data"]["title"]), (path, title))
        tides = "潮の満ち引き"
        site.answers["/japan"] = page(head.replace(title, tides).replace("%s", "").encode("shift_jis"),
                                      "text/html; charset=Shift_JIS")
        embed, _ = embeds(world, world.ann.say(world.channel, site.url + "/japan")["id"])
        equal(embed["data"]["title"], tides)
    with check("the page of a channel shows the same"):
        shown = world.ben.get("/channels/%s/posts" % world.channel)["posts"][post]["metadata"]
        equal(shown["embeds"][0]["data"]["title"], "Tides & times")
    with check("the site is asked once for all posts, and later ones show it at once"):
        before = site.count("/tides")
        again = world.ben.say(world.channel, "again " + link)
        equal(again["metadata"]["embeds"][0]["data"]["title"], "Tides & times")
        equal(site.count("/tides"), before)
    with check("a picture is shown as one, with its size"):
        embed, images = embeds(world, world.ann.say(world.channel, site.url + "/tide.png")["id"])
        equal((embed["type"], images[site.url + "/tide.png"]["format"]), ("image", "png"))
    with check("an edit that names another page shows that one"):
        site.answers["/other"] = page(b'<meta property="og:title" content="Other">')
        world.ann.put("/posts/%s/patch" % post, {"message": "rather " + site.url + "/other"})
        limit = time.monotonic() + 10
        while embeds(world, post)[0]["url"] != site.url + "/other" and time.monotonic() < limit:
            time.sleep(0.1)
        equal(embeds(world, post)[0]["data"]["title"], "Other")


def bounds(world, site):
    def kind_of(path):
        return embeds(world, world.ann.say(world.channel, site.url + path)["id"])[0]["type"]

    with check("plain pages, other media, failures and SVG are links"):
        site.answers["/plain"] = page(b"<title>plain</title>")
        site.answers["/zip"] = page(b"PK", "application/zip")
        site.answers["/broken"] = page(PAGE.encode(), status=500)
        site.answers["/svg"] = page(b"<svg/>", "image/svg+xml")
        equal([kind_of(path) for path in ("/plain", "/zip", "/broken", "/svg")], ["link"] * 4)
    with check("redirects are followed, but not for ever and not inwards"):
        site.answers["/there"] = page(b"", status=302, Location="/tides")
        site.answers["/loop"] = page(b"", status=302, Location="/loop")
        site.answers["/inward"] = page(b"", status=302, Location="http://169.254.169.254/latest/meta-data")
        equal([kind_of(path) for path in ("/there", "/loop", "/inward")], ["opengraph", "link", "link"])
        assert site.count("/loop") < 10, site.count("/loop")
    with check("of a page without end the beginning is read"):
        site.answers["/endless"] = page((PAGE % ("x" * (20 << 20))).encode())
        equal(kind_of("/endless"), "opengraph")
    with check("a site that never answers is given up"):
        site.answers["/deaf"] = lambda asked: time.sleep(6) or (200, {}, b"")
        equal(kind_of("/deaf"), "link")
    with check("domains that the administrator named are not asked"):
        site.answers["/named"] = page((PAGE % "").encode())
        named = world.ann.say(world.channel, site.url.replace("127.0.0.1", "localhost") + "/named")["id"]
        time.sleep(0.5)
        equal((world.ben.get("/posts/" + named)["metadata"].get("embeds"), site.count("/named")), (None, 0))


def image(world, url, token=True):
    """What the proxy answers: status, headers, bytes."""
    request = urllib.request.Request(world.url + "/api/v4/image?url=" + quote(url, safe=""))
    if token:
        request.add_header("Authorization", "Bearer " + world.ann.token)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers, refusal.read()


def proxy(world, site):
    with check("a picture of another site comes through, and runs nothing"):
        status, headers, content = image(world, site.url + "/tide.png")
        equal((status, headers["Content-Type"], content), (200, "image/png", picture(64, 32)))
        equal(headers["X-Content-Type-Options"], "nosniff")
        assert "sandbox" in headers["Content-Security-Policy"] and "max-age" in headers["Cache-Control"]
    with check("pages, SVG, failures, own addresses and strange schemes do not"):
        for path in ("/tides", "/svg", "/broken", "/nothing", "/inward", "/loop"):
            equal((path, image(world, site.url + path)[0]), (path, 404))
        for url in ("http://10.0.0.1/x.png", "http://[::ffff:10.0.0.1]/x.png", "http://2130706433:1/"):
            equal((url, image(world, url)[0]), (url, 404))
        for url in ("", "file:///etc/passwd", "x", "javascript:alert(1)"):
            equal((url, image(world, url)[0]), (url, 400))
    with check("a picture that is too large is not passed on"):
        site.answers["/huge.png"] = page(b"\x89PNG" + b"x" * (11 << 20), "image/png")
        equal(image(world, site.url + "/huge.png")[0], 404)
    with check("strangers get nothing"):
        equal(image(world, site.url + "/tide.png", token=False)[0], 401)


def run(server):
    world = World(server.url)
    with Peer() as site:
        previews(world, server, site)
        bounds(world, site)
        proxy(world, site)
