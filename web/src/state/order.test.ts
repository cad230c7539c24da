import { describe, expect, it } from "vitest";
import { byAge, byId } from "./order";

describe("the order of posts", () => {
  it("is by time first", () => {
    expect(byAge({ id: "9", create_at: 1 }, { id: "y", create_at: 2 })).toBeLessThan(0);
  });

  it("is by id as the server counts, where the time is the same", () => {
    // As text, "1" and "8" would stand before "b".
    const made = ["ynb", "yn8", "yn1", "yna", "yn9"];
    const shuffled = [...made].reverse().map((id) => ({ id, create_at: 5 }));
    expect(shuffled.sort(byAge).map((post) => post.id)).toEqual(made);
    expect(byId("ynb", "ynb")).toBe(0);
  });
});
