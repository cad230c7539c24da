// When a status ends, in the reader's own day; and which statuses still stand.

import { expect, it } from "vitest";
import { customStatusOf, endOf } from "./status-time";

const WEDNESDAY = new Date(2026, 0, 7, 15, 30);

it("ends after its duration, at the end of the day, or with the week's Sunday", () => {
  const ends = (["", "one_hour", "today", "this_week"] as const).map((duration) =>
    endOf(duration, WEDNESDAY)?.toString(),
  );
  expect(ends).toEqual([
    undefined,
    new Date(2026, 0, 7, 16, 30).toString(),
    new Date(2026, 0, 7, 23, 59, 59).toString(),
    new Date(2026, 0, 11, 23, 59, 59).toString(),
  ]);
});

it("stands until it ends, and a broken one never", () => {
  const status = (expires_at: string, duration: string) => ({
    customStatus: JSON.stringify({ emoji: "house", text: "home", duration, expires_at }),
  });
  const now = Date.UTC(2026, 0, 7);
  expect(customStatusOf(status("2026-01-08T00:00:00Z", "today"), now)?.text).toBe("home");
  expect(customStatusOf(status("2026-01-06T00:00:00Z", "today"), now)).toBeUndefined();
  expect(customStatusOf(status("0001-01-01T00:00:00Z", ""), now)?.text).toBe("home");
  expect(customStatusOf({ customStatus: "{" }, now)).toBeUndefined();
});
