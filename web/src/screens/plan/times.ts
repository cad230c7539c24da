// The times that people mean when they say later. Pure: the day is the browser's own.

export interface Preset {
  readonly name: "halfHour" | "hour" | "twoHours" | "fourHours" | "today" | "tomorrow" | "monday";
  readonly at: number;
}

const MINUTE_MS = 60_000;
/** When a working day begins. */
const MORNING = 9;
/** When one would still read something today. */
const EVENING = 17;

/** A day from `now` on, at an hour of the clock; summer time included. */
function dayAt(now: number, days: number, hour: number): number {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(hour, 0, 0, 0);
  return day.getTime();
}

/** Days until Monday, never today. */
const toMonday = (now: number): number => (8 - new Date(now).getDay()) % 7 || 7;

function mornings(now: number): Preset[] {
  const days = toMonday(now);
  const tomorrow: Preset = { name: "tomorrow", at: dayAt(now, 1, MORNING) };
  const monday: Preset = { name: "monday", at: dayAt(now, days, MORNING) };
  // On a Sunday tomorrow is that Monday.
  return days === 1 ? [tomorrow] : [tomorrow, monday];
}

/** For sending: when people begin to work. */
export const sendTimes = (now: number): Preset[] => mornings(now);

/** For reminders: soon, this evening, or when work begins again. */
export function remindTimes(now: number): Preset[] {
  const soon: Preset[] = [
    { name: "halfHour", at: now + 30 * MINUTE_MS },
    { name: "hour", at: now + 60 * MINUTE_MS },
    { name: "twoHours", at: now + 120 * MINUTE_MS },
  ];
  const evening = dayAt(now, 0, EVENING);
  if (evening > now + 150 * MINUTE_MS) soon.push({ name: "today", at: evening });
  return [...soon, ...mornings(now)];
}

const two = (value: number) => String(value).padStart(2, "0");

/** A moment as a field for day and time writes it. */
export function toField(at: number): string {
  const d = new Date(at);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`;
}

/** What a field for day and time holds; NaN while it is not filled in. */
export const fromField = (text: string): number => (text === "" ? Number.NaN : new Date(text).getTime());
