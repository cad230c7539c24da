import { describe, expect, it } from "vitest";
import type { Category, Channel } from "../../wire.gen";
import { besides, byHand, movedTo, othersFor } from "./category";

const category = (id: string, type: Category["type"], channel_ids: string[], sorting = ""): Category =>
  ({ id, type, channel_ids, sorting, display_name: id }) as Category;
const channel = (id: string, team_id: string): Channel => ({ id, team_id }) as Channel;

const many = Array.from({ length: 9 }, (_, at) => category(`own${at}`, "custom", []));
const all = [
  category("favorites", "favorites", []),
  ...many,
  category("quay", "custom", ["a", "gone", "b"], "alpha"),
  category("channels", "channels", ["c"]),
  category("direct", "direct_messages", ["d"]),
];

describe("moving a channel by its menu", () => {
  it("leads to every category that may hold it, the common one too, however many there are", () => {
    const ids = othersFor(channel("a", "team"), all).map((one) => one.id);
    expect(ids).toEqual(["favorites", ...many.map((one) => one.id), "channels"]);
  });

  it("leads a conversation back among the conversations, and never among the channels", () => {
    const starred = [
      category("favorites", "favorites", ["d"]),
      ...all.slice(-2).map((one) => ({ ...one, channel_ids: [] })),
    ];
    expect(othersFor(channel("d", ""), starred).map((one) => one.id)).toEqual(["direct"]);
  });

  it("changes the two categories and how neither is sorted", () => {
    expect(movedTo(all, "a", "channels")).toEqual([
      category("quay", "custom", ["gone", "b"], "alpha"),
      category("channels", "channels", ["a", "c"]),
    ]);
  });

  it("knows who decides the order", () => {
    expect(byHand("a", all)).toBeUndefined();
    expect(byHand("a", [category("quay", "custom", ["a"], "manual")])?.id).toBe("quay");
    expect(byHand("a", [category("favorites", "favorites", ["a"])])?.id).toBe("favorites");
    expect(byHand("d", [category("direct", "direct_messages", ["d"], "manual")])).toBeUndefined();
  });

  it("steps over what is not shown", () => {
    const quay = category("quay", "custom", ["a", "gone", "b"], "manual");
    const isShown = (id: string) => id !== "gone";
    expect(besides("a", quay, isShown)).toEqual({ above: undefined, below: "b" });
    expect(besides("b", quay, isShown)).toEqual({ above: "a", below: undefined });
  });
});
