// Times in the words of people: "tomorrow at 9", "in 2 hours", "nächsten Montag". Pure: the day is the browser's own.
//
// A text is read from its beginning to its end, phrase by phrase, and understood whole or not at all. The words of the
// reader's language and English are known (`natural-words`); what was understood is for the caller to show before it counts.

import { TIME_WORDS, type TimeWords, type Unit } from "./natural-words";

const MINUTE_MS = 60_000;
/** A day that is named alone means its morning, and today what is left of it. */
const MORNING = 9;
const EVENING = 17;
/** Longer texts name no time. */
const TEXT_LEN_MAX = 80;
/** Further ahead no time is understood, so that a wrong number does not hide a post for ever. */
const AHEAD_DAYS_MAX = 3_660;

interface Found {
  /** A span from now on. */
  minutes: number;
  days: number;
  months: number;
  /** The day that is named, at midnight. */
  day: Date | undefined;
  hour: number | undefined;
  minute: number;
  /** The part of the day that is named. */
  part: number | undefined;
}

/** The moment that `text` names in the words of `language` or in English; `undefined` where it names none. */
export function readTime(text: string, now: number, language: string): number | undefined {
  const plain = simple(text);
  if (plain === "" || plain.length > TEXT_LEN_MAX) return undefined;
  for (const name of new Set([language.slice(0, 2), "en"])) {
    const words = TIME_WORDS[name];
    const found = words && new Reading(plain, words, calendarOf(name), now).found();
    const at = found && momentOf(found, now);
    if (at !== undefined && Math.abs(at - now) < AHEAD_DAYS_MAX * 24 * 60 * MINUTE_MS) return at;
  }
  return undefined;
}

/** Small letters without accents, one space between words. */
const simple = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[’´`]/g, "'")
    .toLowerCase()
    .replace(/[\s,]+/g, " ")
    .trim();

interface Calendar {
  readonly weekdays: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<string, number>;
}

const calendars = new Map<string, Calendar>();

/** Names of weekdays and months, long and short; those of two letters are words of other meaning too often. */
function calendarOf(language: string): Calendar {
  const known = calendars.get(language);
  if (known) return known;
  const names = (part: "weekday" | "month", count: number, dateOf: (at: number) => Date) => {
    const all = new Map<string, number>();
    for (const width of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { [part]: width, timeZone: "UTC" });
      for (let at = 0; at < count; at += 1) {
        const name = simple(format.format(dateOf(at))).replace(/\.$/, "");
        for (const one of [name, name.replace(/-feira$/, "")]) if (one.length > 2) all.set(one, at);
      }
    }
    return all;
  };
  const made = {
    // The 4th of January 1970 was a Sunday.
    weekdays: names("weekday", 7, (at) => new Date(Date.UTC(1970, 0, 4 + at))),
    months: names("month", 12, (at) => new Date(Date.UTC(1970, at, 1))),
  };
  calendars.set(language, made);
  return made;
}

const midnight = (now: number, days = 0): Date => {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day;
};

/** What was found as one moment; `undefined` where its parts do not go together. */
function momentOf(found: Found, now: number): number | undefined {
  const { minutes, days, months, part } = found;
  const far = days !== 0 || months !== 0;
  let { hour } = found;
  if (hour === undefined) hour = part;
  else if (part !== undefined && part >= 12 && hour < 12) hour += 12;
  if (minutes !== 0 || (far && hour === undefined)) {
    if (found.day || hour !== undefined) return undefined;
    const at = new Date(now);
    at.setMonth(at.getMonth() + months, at.getDate() + days);
    return at.getTime() + minutes * MINUTE_MS;
  }
  const day = found.day ?? midnight(now, days);
  if (months !== 0) day.setMonth(day.getMonth() + months);
  const isToday = day.getTime() === midnight(now).getTime();
  if (hour === undefined) {
    if (!found.day) return undefined;
    hour = isToday ? EVENING : MORNING;
  }
  day.setHours(hour, found.minute);
  if (!found.day && !far && day.getTime() <= now) day.setDate(day.getDate() + 1);
  return day.getTime();
}

/** One text, from its beginning to its end. */
class Reading {
  private rest: string;
  private readonly is: Found = {
    minutes: 0,
    days: 0,
    months: 0,
    day: undefined,
    hour: undefined,
    minute: 0,
    part: undefined,
  };

  constructor(
    text: string,
    private readonly words: TimeWords,
    private readonly calendar: Calendar,
    private readonly now: number,
  ) {
    this.rest = text;
  }

  found(): Found | undefined {
    const { words } = this;
    while (this.rest !== "") {
      const read =
        this.date() ||
        this.namedDate() ||
        this.partOfDay() ||
        this.dayWord() ||
        this.span() ||
        this.nextUnit() ||
        this.weekday() ||
        this.clock() ||
        this.take([...words.on, ...words.filler, ...words.and]) !== undefined;
      if (!read) return undefined;
    }
    return this.is;
  }

  /** The longest of the phrases that stands next, which is taken; words end where no letter follows. */
  private take(phrases: Iterable<string>): string | undefined {
    let best: string | undefined;
    for (const phrase of phrases) {
      if (this.rest.startsWith(phrase) && phrase.length > (best?.length ?? 0)) {
        if (!/^[\p{L}\p{N}]/u.test(this.rest.slice(phrase.length))) best = phrase;
      }
    }
    if (best !== undefined) this.skip(best.length);
    return best;
  }

  private skip(length: number): void {
    this.rest = this.rest.slice(length).trimStart();
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.rest);
    if (!found) return undefined;
    this.skip(found[0].length);
    return found;
  }

  /** Tries to read; what was taken stands there again where that fails. */
  private attempt(read: () => boolean): boolean {
    const before = this.rest;
    if (read()) return true;
    this.rest = before;
    return false;
  }

  private number(): number | undefined {
    const digits = this.match(/^\d{1,4}(?:[.,]\d)?(?=\D|$)/);
    if (digits) return Number(digits[0].replace(",", "."));
    const word = this.take(Object.keys(this.words.numbers));
    return word === undefined ? undefined : this.words.numbers[word];
  }

  /** 2026-12-24, 24.12.2026, 24.12., 24/12, and 12/24 in English. */
  private date(): boolean {
    const iso = this.match(/^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)t?/);
    if (iso) return this.setDay(Number(iso[3]), Number(iso[2]) - 1, Number(iso[1]));
    const found = this.match(/^(\d{1,2})(?:\.(\d{1,2})\.(\d{4})?|\/(\d{1,2})(?:\/(\d{4}))?)(?!\d)/);
    if (!found) return false;
    const [first, second] = [Number(found[1]), Number(found[2] ?? found[4])];
    const isMonthFirst = found[4] !== undefined && this.words === TIME_WORDS.en && first <= 12;
    const [day, month] = isMonthFirst ? [second, first] : [first, second];
    return this.setDay(day, month - 1, Number(found[3] ?? found[5]) || undefined);
  }

  /** "24 December", "24. Dezember 2026", "December 24th". */
  private namedDate(): boolean {
    return this.attempt(() => {
      const day = this.match(/^(\d{1,2})(?:st|nd|rd|th|er|\.)?(?!\d)/);
      if (day) this.take(this.words.filler);
      const month = this.take(this.calendar.months.keys());
      this.match(/^\./);
      const number = day ?? this.match(/^(\d{1,2})(?:st|nd|rd|th)?(?![\d:])/);
      if (month === undefined || !number) return false;
      this.take(this.words.filler);
      const year = this.match(/^\d{4}(?!\d)/);
      return this.setDay(Number(number[1]), this.calendar.months.get(month) ?? 0, year && Number(year[0]));
    });
  }

  /** Without a year it is the next such day. */
  private setDay(day: number, month: number, year: number | undefined): boolean {
    const today = midnight(this.now);
    const date = new Date(year ?? today.getFullYear(), month, day);
    if (year === undefined && date < today) date.setFullYear(date.getFullYear() + 1);
    if (date.getMonth() !== month || date.getDate() !== day) return false;
    this.is.day = date;
    return true;
  }

  private partOfDay(): boolean {
    return this.attempt(() => {
      this.take(this.words.at);
      const word = this.take(Object.keys(this.words.hours));
      if (word === undefined) return false;
      this.is.part = this.words.hours[word];
      if (this.words.days[word] !== undefined) this.is.day = midnight(this.now, this.words.days[word]);
      return true;
    });
  }

  private dayWord(): boolean {
    const word = this.take(Object.keys(this.words.days));
    if (word === undefined) return false;
    this.is.day = midnight(this.now, this.words.days[word]);
    return true;
  }

  /** "in 2 hours", "90 min", "in half an hour", "in 1 hour and 30 minutes". */
  private span(): boolean {
    return this.attempt(() => {
      const { words } = this;
      const isSpan = this.take(words.in) !== undefined;
      // "Une demi-heure", "einer halben Stunde".
      const before = this.rest;
      let count = this.number();
      const half = this.take(words.half);
      if (half !== undefined) count = 0.5;
      if (count === undefined) return false;
      if (half !== undefined) this.take([...words.filler, ...Object.keys(words.numbers)]);
      const unit = half === "demi-heure" ? "hour" : this.unit(isSpan ? [] : words.clock);
      if (!unit) this.rest = before;
      return unit !== undefined && this.add(count, unit);
    });
  }

  private unit(except: readonly string[]): Unit | undefined {
    const units = Object.entries(this.words.units) as [Unit, readonly string[]][];
    const before = this.rest;
    // Units of one letter follow their number at once, also before the next number: "1h30m".
    const letter = this.match(/^\p{L}(?=\d)/u)?.[0];
    const word = letter ?? this.take(units.flatMap(([, names]) => names));
    const unit = units.find(([, names]) => word !== undefined && names.includes(word) && !except.includes(word))?.[0];
    if (!unit) this.rest = before;
    return unit;
  }

  private add(count: number, unit: Unit): boolean {
    if (unit === "minute") this.is.minutes += count;
    else if (unit === "hour") this.is.minutes += count * 60;
    else if (!Number.isInteger(count)) return false;
    else if (unit === "month") this.is.months += count;
    else this.is.days += count * (unit === "week" ? 7 : 1);
    return true;
  }

  /** "Next week" begins on its Monday, "next month" on its first day. */
  private nextUnit(): boolean {
    return this.attempt(() => {
      const { units, next } = this.words;
      const before = this.take(next);
      const unit = this.take([...units.week, ...units.month]);
      if (unit === undefined || (before ?? this.take(next)) === undefined) return false;
      const today = midnight(this.now);
      this.is.day = units.week.includes(unit)
        ? midnight(this.now, 8 - (today.getDay() || 7))
        : new Date(today.getFullYear(), today.getMonth() + 1, 1);
      return true;
    });
  }

  /** The next such day, never today. */
  private weekday(): boolean {
    return this.attempt(() => {
      this.take(this.words.next);
      const name = this.take(this.calendar.weekdays.keys());
      if (name === undefined) return false;
      this.take(this.words.next);
      this.match(/^\./);
      const ahead = ((this.calendar.weekdays.get(name) ?? 0) - new Date(this.now).getDay() + 7) % 7 || 7;
      this.is.day = midnight(this.now, ahead);
      return true;
    });
  }

  /** "At 9", "9:30", "9 pm", "9 Uhr 30", "halb neun"; a number alone only where a day or "at" stands before it. */
  private clock(): boolean {
    return this.attempt(() => {
      const { words, is } = this;
      const isTime = this.take(words.at) !== undefined || is.day !== undefined || is.part !== undefined || is.days > 0;
      const half = this.take(words.halfBefore) !== undefined;
      const digits = this.match(/^(\d{1,2})(?:[:.h](\d{2}))?(?!\d)/);
      const hour = digits ? Number(digits[1]) : this.number();
      if (hour === undefined || is.hour !== undefined) return false;
      const noon = this.match(/^([ap])\.?m\.?(?!\p{L})/u)?.[1];
      const named = this.take(words.clock) !== undefined;
      const after = named ? this.match(/^([0-5]\d)(?!\d)/) : undefined;
      if (!isTime && !half && !noon && !named && digits?.[2] === undefined) return false;
      is.minute = half ? 30 : Number(digits?.[2] ?? after?.[1] ?? 0);
      is.hour = noon ? (hour % 12) + (noon === "p" ? 12 : 0) : hour - (half ? 1 : 0);
      return is.hour >= 0 && is.hour <= 24 && is.minute < 60 && (noon === undefined || (hour > 0 && hour <= 12));
    });
  }
}
