// Custom statuses and time: which still stand, and when a new one ends. Pure.

import type { CustomStatus } from "../../wire.gen";

export const DURATIONS = ["", "thirty_minutes", "one_hour", "four_hours", "today", "this_week"] as const;
export type Duration = (typeof DURATIONS)[number];

/** The status that an account carries, unless it has ended. */
export function customStatusOf(props: Record<string, string> | undefined, now: number): CustomStatus | undefined {
  try {
    const found = JSON.parse(props?.customStatus || "null") as CustomStatus | null;
    if (!found || (!found.emoji && !found.text)) return undefined;
    const ends = Date.parse(found.expires_at);
    return found.duration && ends > 0 && ends <= now ? undefined : found;
  } catch {
    // Another client wrote something else there: no status is shown.
    return undefined;
  }
}

/** When a status of that duration ends, in the reader's own day. */
export function endOf(duration: Duration, now: Date): Date | undefined {
  const end = new Date(now);
  switch (duration) {
    case "":
      return undefined;
    case "thirty_minutes":
      return new Date(now.getTime() + 30 * 60_000);
    case "one_hour":
      return new Date(now.getTime() + 60 * 60_000);
    case "four_hours":
      return new Date(now.getTime() + 4 * 60 * 60_000);
    case "today":
      end.setHours(23, 59, 59, 0);
      return end;
    case "this_week":
      end.setDate(end.getDate() + ((7 - end.getDay()) % 7));
      end.setHours(23, 59, 59, 0);
      return end;
  }
}
