// What scenarios expect: now, or within a moment.
import assert from "node:assert/strict";

/** As patient as the pages' own waits. */
const WITHIN_MS = 20_000;

export const expect = {
  equal: assert.equal,
  ok: assert.ok,
  gone: (locator) => locator.first().waitFor({ state: "detached", timeout: WITHIN_MS }),
  /** Asks again until it is so. */
  async soon(ask, wanted) {
    const until = Date.now() + WITHIN_MS;
    for (;;) {
      const got = await ask();
      if (JSON.stringify(got) === JSON.stringify(wanted)) return;
      if (Date.now() > until) assert.deepEqual(got, wanted);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
};
