// The language of the interface, and dates, numbers and lists as that language writes them.
//
// One signal, set from the user's locale; `catalogue.ts` reads it. The document's `lang` and `dir` follow, so that
// screen readers pronounce and layouts mirror correctly.

import { createSignal } from "solid-js";

/** Right-to-left scripts we may be asked for; layouts use logical properties only, so `dir` is all they need. */
const RIGHT_TO_LEFT = new Set(["ar", "dv", "fa", "he", "ks", "ps", "ug", "ur", "yi"]);

export const LANGUAGES = [
  { code: "de", name: "Deutsch" },
  { code: "en", name: "English" },
  { code: "es", name: "Español" },
  { code: "fr", name: "Français" },
  { code: "pl", name: "Polski" },
  { code: "pt-BR", name: "Português (Brasil)" },
  { code: "uk", name: "Українська" },
  { code: "ar", name: "العربية" },
  { code: "ja", name: "日本語" },
  { code: "ko", name: "한국어" },
  { code: "zh-CN", name: "简体中文" },
] as const;

export type Language = (typeof LANGUAGES)[number]["code"];

const [current, setCurrent] = createSignal<Language>("en");
const [zone, setZone] = createSignal<string | undefined>(undefined);
const [hours, setHours] = createSignal<"12" | "24" | "language">("language");

export const language = current;

/** The language of ours that is nearest to a locale such as `de-AT` or `ja_JP`; English where we have none. */
export function nearest(locale: string): Language {
  const wanted = locale.toLowerCase().replace("_", "-");
  // Who reads traditional characters does not read simplified ones as a language of theirs.
  if (/^zh-(?:hant|tw|hk|mo)/.test(wanted)) return "en";
  const primary = (code: string) => code.toLowerCase().split("-")[0];
  return LANGUAGES.find((one) => primary(one.code) === primary(wanted))?.code ?? "en";
}

export function setLanguage(locale: string): void {
  const next = nearest(locale);
  setCurrent(next);
  document.documentElement.lang = next;
  document.documentElement.dir = directionOf(next);
}

export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale.toLowerCase().split(/[-_]/)[0] ?? "") ? "rtl" : "ltr";
}

/** `undefined` follows the browser. */
export function setTimeZone(name: string | undefined): void {
  setZone(name || undefined);
}

export function setHourCycle(cycle: "12" | "24" | "language"): void {
  setHours(cycle);
}

const STYLES = {
  time: { hour: "numeric", minute: "2-digit" },
  day: { weekday: "long", month: "long", day: "numeric" },
  date: { year: "numeric", month: "short", day: "numeric" },
  moment: { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  long: { weekday: "long", year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" },
  full: { dateStyle: "full", timeStyle: "medium" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

const FORMATS_MAX = 32;
const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in milliseconds as the reader's language and clock write it, in the reader's zone unless another is named. */
export function formatDate(at: number, style: DateStyle, timeZone = zone()): string {
  const cycle = hours();
  const key = `${current()}/${timeZone ?? ""}/${cycle}/${style}`;
  let format = formats.get(key);
  if (!format) {
    if (formats.size >= FORMATS_MAX) formats.clear();
    const options: Intl.DateTimeFormatOptions = { ...STYLES[style] };
    if (timeZone) options.timeZone = timeZone;
    if (cycle !== "language" && style !== "day" && style !== "date") options.hourCycle = cycle === "12" ? "h12" : "h23";
    format = new Intl.DateTimeFormat(current(), options);
    formats.set(key, format);
  }
  return format.format(at);
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** A language's words for distances in time; a format takes longer to make than a message to draw. */
const distances = new Map<Language, Intl.RelativeTimeFormat>();

function distanceFormat(): Intl.RelativeTimeFormat {
  const known = distances.get(current());
  const format = known ?? new Intl.RelativeTimeFormat(current(), { numeric: "auto" });
  if (!known) distances.set(current(), format);
  return format;
}

/** "5 minutes ago", "yesterday", "in 2 hours"; under a minute it is "now". */
export function formatRelative(at: number, now: number): string {
  const relative = distanceFormat();
  const distance = at - now;
  for (const [unit, span] of UNITS) {
    if (Math.abs(distance) >= span) return relative.format(Math.trunc(distance / span), unit);
  }
  return relative.format(0, "second");
}

export function formatNumber(value: number): string {
  return new Intl.NumberFormat(current()).format(value);
}

/** 1,234,567 as 1.2M: counts in narrow places. */
export function formatCompact(value: number): string {
  return new Intl.NumberFormat(current(), { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const unit = SIZES[power] ?? "byte";
  // The short form of bytes has no plural in English.
  const unitDisplay = power === 0 ? "long" : "short";
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits: power > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(current(), options).format(bytes / 1024 ** power);
}

/** "125%", as the language writes it. */
export function formatShare(part: number): string {
  return new Intl.NumberFormat(current(), { style: "percent", maximumFractionDigits: 0 }).format(part);
}

/** "Ann, Ben, and Cid", as the language joins them. */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(current(), { type: "conjunction" }).format(items);
}
