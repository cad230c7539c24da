// In a narrow window the panel makes room for what the reader goes to, and a list is come back to.
import { createRoot } from "solid-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { go } from "../../route";
import { type Panel, panel, setPanel, showThread } from "../place";
import { listAside, makeRoom } from "./beside";

const LIST: Panel = { kind: "search", terms: "rope", what: "posts" };
let dispose = () => {};

function open(width: "narrow" | "wide"): void {
  vi.stubGlobal("matchMedia", () => ({ matches: width === "narrow" }));
  createRoot((end) => {
    dispose = end;
    makeRoom();
  });
}

beforeEach(() => go("/crew/channels/quay"));
afterEach(() => {
  dispose();
  setPanel(undefined);
  vi.unstubAllGlobals();
});

it("leads from a list to a message and back", () => {
  open("narrow");
  setPanel(LIST);
  go("/crew/pl/p1");
  expect(panel()).toBe(LIST);
  go("/crew/channels/quay/p1", "replace");
  expect([panel(), listAside()]).toEqual([undefined, LIST]);
  // Elsewhere nothing leads back to it, also not there again.
  go("/crew/channels/pier");
  expect(listAside()).toBeUndefined();
  go("/crew/channels/quay/p1");
  expect(listAside()).toBeUndefined();
});

it("keeps the thread that a link to a reply leads to", () => {
  open("narrow");
  setPanel(LIST);
  go("/crew/pl/p2");
  showThread("p1");
  go("/crew/channels/quay/p1", "replace");
  expect(panel()).toEqual({ kind: "thread", rootId: "p1", focus: undefined, from: LIST });
});

it("closes what else covers the channel, also the one that is open already", () => {
  open("narrow");
  setPanel({ kind: "members", channelId: "c1" });
  go("/crew/channels/quay");
  expect([panel(), listAside()]).toEqual([undefined, undefined]);
});

it("leaves the panel beside the channel where both have room", () => {
  open("wide");
  setPanel(LIST);
  go("/crew/channels/quay/p1");
  expect([panel(), listAside()]).toEqual([LIST, undefined]);
});
