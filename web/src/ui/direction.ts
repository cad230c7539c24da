// Which way the page runs: where the next thing stands, and which arrow leads there.

export const isRightToLeft = (): boolean => document.documentElement.dir === "rtl";

/** The arrow that leads on, and the one that leads back, as they are called on the keyboard. */
export const arrows = (): { on: "ArrowLeft" | "ArrowRight"; back: "ArrowLeft" | "ArrowRight" } =>
  isRightToLeft() ? { on: "ArrowLeft", back: "ArrowRight" } : { on: "ArrowRight", back: "ArrowLeft" };

/** 1 for the arrow that leads on, -1 for the one that leads back, 0 for any other key. */
export function along(key: string): -1 | 0 | 1 {
  const { on, back } = arrows();
  return key === on ? 1 : key === back ? -1 : 0;
}
