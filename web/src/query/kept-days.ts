// Whether this device keeps the last days for reading without a network; apart from what does it, which few visits need.
import { createSignal } from "solid-js";

const KEY = "muster.days";

/** The database of a user's days. It is deleted with the rest of what this device keeps of the user. */
export const daysName = (userId: string): string => `muster-days-${userId}`;

/** Without a service worker nothing is read offline, and plain HTTP from afar has none. */
export const canKeepDays = (): boolean => "serviceWorker" in navigator && "locks" in navigator;

/** Whoever installed the client did so on a device of their own; a tab may be anybody's. */
const isInstalled = (): boolean => window.matchMedia?.("(display-mode: standalone)").matches === true;

function read(): boolean {
  try {
    return (localStorage.getItem(KEY) ?? (isInstalled() ? "on" : "off")) === "on";
  } catch {
    return false;
  }
}

const [keeps, setKeeps] = createSignal(read());
export const keepsDays = (): boolean => canKeepDays() && keeps();

export function forgetDays(userId: string): void {
  try {
    indexedDB.deleteDatabase(daysName(userId));
  } catch {
    // There was nothing to forget.
  }
}

/** Turns it on or off on this device; off forgets what was kept. */
export function keepDays(on: boolean, userId: string): void {
  setKeeps(on);
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // It is kept as long as the page is open.
  }
  if (!on) forgetDays(userId);
}
