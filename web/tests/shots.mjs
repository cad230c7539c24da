// Pictures to look at, where `MUSTER_SHOTS` says where they go.
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const SHOTS = process.env.MUSTER_SHOTS;

export async function shoot(page, name) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  // What opens is there when it has opened; what waits moves for ever.
  await page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ends.map((one) => one.finished));
  });
  await page.screenshot({ path: join(SHOTS, `${name}.png`) });
}

/** The looks that a new part of the window is seen in. */
export const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1360, height: 860 } },
  dark: { colorScheme: "dark", viewport: { width: 1360, height: 860 } },
  contrast: { contrast: "more", colorScheme: "dark", viewport: { width: 1360, height: 860 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
};
