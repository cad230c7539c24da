"""Traces: the spans of one request reach a collector of OpenTelemetry, under the trace of whoever asked."""

import json
import urllib.request

from checks import check, equal
from peer import EVENT_LIMIT_S, Peer
from people import World

# Its address is known before a server begins.
COLLECTOR = Peer()
# Nothing by chance: what is traced comes with a trace of its own.
ENV = {"MUSTER_TRACING_OTLP_URL": COLLECTOR.url, "MUSTER_TRACING_SAMPLE_PERCENT": "0"}
# Of the specification of Trace Context.
TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
ELSEWHERE = "0af7651916cd43dd8448eb211c80319c"
SERVER, INTERNAL = 2, 1


def write(world, trace, flags):
    """A post of somebody whose own program traces, or does not."""
    body = json.dumps({"channel_id": world.channel, "message": "traced %s" % flags}).encode()
    request = urllib.request.Request(world.url + "/api/v4/posts", data=body)
    request.add_header("Authorization", "Bearer " + world.ann.token)
    request.add_header("traceparent", "00-%s-%s-%s" % (trace, CALLER, flags))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=EVENT_LIMIT_S) as answer:
        return answer.status


def sent():
    """What the collector was given: [(attributes of the resource, span), ...]."""
    whole = [asked.json for asked in COLLECTOR.asked if asked.path == "/v1/traces"]
    return [(named(one["resource"]), span) for body in whole for one in body["resourceSpans"]
            for scope in one["scopeSpans"] for span in scope["spans"]]


def is_told():
    return any(span["kind"] == SERVER for _, span in sent())


def named(about):
    return {one["key"]: one["value"]["stringValue"] for one in about["attributes"]}


def run(server):
    COLLECTOR.json("/v1/traces", {"partialSuccess": {}})
    with COLLECTOR:
        world = World(server.url)
        equal(write(world, ELSEWHERE, "00"), 201)
        equal(write(world, TRACE, "01"), 201)
        with check("a request that comes with a trace is sent as a part of it"):
            with COLLECTOR.changed:
                told = COLLECTOR.changed.wait_for(is_told, EVENT_LIMIT_S)
            assert told, "the collector was told nothing"
            (resource, request), = [one for one in sent() if one[1]["kind"] == SERVER]
            equal((request["traceId"], request["parentSpanId"]), (TRACE, CALLER))
            equal((request["name"], named(request)["status"]), ("request createPost", "201"))
            equal(resource["service.name"], "muster")
            assert 0 < int(request["startTimeUnixNano"]) < int(request["endTimeUnixNano"])
        with check("the calls of the store stand below it"):
            inside = [span for _, span in sent() if span["kind"] == INTERNAL]
            assert inside, "none"
            for span in inside:
                equal((span["traceId"], span["parentSpanId"]), (TRACE, request["spanId"]))
                assert span["name"].startswith("store "), span["name"]
        with check("requests whose callers trace nothing are not sent"):
            equal({span["traceId"] for _, span in sent()}, {TRACE})
