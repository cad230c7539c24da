// Which theme and density are shown; the values behind them are in `tokens.css`.
//
// The choice is kept in this browser so that the first paint is right. The account knows of the density, too, which wins
// once it has loaded. Imported by the entry point before anything is drawn.

import { createSignal } from "solid-js";
import "./font.css";
import "./base.css";
import "./tokens.css";
import "./forced.css";

export const THEMES = ["system", "light", "dark", "contrast", "contrastLight"] as const;
export const DENSITIES = ["comfortable", "compact"] as const;
export type Theme = (typeof THEMES)[number];
export type Density = (typeof DENSITIES)[number];

const KEY = "muster.look";

interface Look {
  readonly theme: Theme;
  readonly density: Density;
  readonly motion: "system" | "reduced";
}

const [look, setLook] = createSignal<Look>(remembered());

/** Shows the remembered look and follows the system's. Call once, before the first paint. */
export function startTheme(): void {
  show();
  for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
    matchMedia(query).addEventListener("change", show);
  }
}

export const currentLook = look;

export function changeLook(change: Partial<Look>): void {
  const next = { ...look(), ...change };
  setLook(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage may be off or full; the look then lasts as long as the page.
  }
  show();
}

/** What `system` means now. */
export function shownTheme(theme: Theme): Exclude<Theme, "system"> {
  if (theme !== "system") return theme;
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (matchMedia("(prefers-contrast: more)").matches) return isDark ? "contrast" : "contrastLight";
  return isDark ? "dark" : "light";
}

function show(): void {
  const { theme, density, motion } = look();
  const root = document.documentElement;
  root.dataset.theme = shownTheme(theme);
  root.dataset.density = density;
  root.dataset.motion = motion;
}

function remembered(): Look {
  const fallback: Look = { theme: "system", density: "comfortable", motion: "system" };
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isLook(kept) ? kept : fallback;
  } catch {
    return fallback;
  }
}

function isLook(value: unknown): value is Look {
  if (typeof value !== "object" || value === null) return false;
  const { theme, density, motion } = value as Record<string, unknown>;
  return (
    THEMES.some((one) => one === theme) &&
    DENSITIES.some((one) => one === density) &&
    (motion === "system" || motion === "reduced")
  );
}
