import fc from "fast-check";
import { expect, it } from "vitest";
import { Tally } from "./tally";

const steps = fc.array(
  fc.record({
    id: fc.constantFrom("a", "b", "c"),
    teamId: fc.constantFrom("one", "other", ""),
    unread: fc.option(fc.record({ posts: fc.nat(9), mentions: fc.nat(9), muted: fc.boolean() }), { nil: undefined }),
  }),
);

it("gives what adding everything up anew would give", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const tally = new Tally();
      const last = new Map<string, (typeof all)[number]>();
      for (const step of all) {
        tally.set(step.id, step.teamId, step.unread);
        last.set(step.id, step);
      }
      const sum = (teamId?: string) => {
        const rows = [...last.values()].filter((row) => teamId === undefined || row.teamId === teamId);
        return {
          posts: rows.reduce((count, row) => count + (row.unread?.posts ?? 0), 0),
          mentions: rows.reduce((count, row) => count + (row.unread?.mentions ?? 0), 0),
        };
      };
      expect(tally.all()).toEqual(sum());
      for (const teamId of ["one", "other", ""]) expect(tally.ofTeam(teamId)).toEqual(sum(teamId));
    }),
  );
});

it("says when nothing is another", () => {
  const tally = new Tally();
  const unread = { posts: 2, mentions: 1, muted: false };
  expect(tally.set("a", "one", unread)).toBe(true);
  expect(tally.set("a", "one", { ...unread })).toBe(false);
  expect(tally.set("b", "one", { posts: 0, mentions: 0, muted: false })).toBe(false);
});
