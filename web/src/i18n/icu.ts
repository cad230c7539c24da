// ICU messages: the part of the syntax that our catalogues use, parsed once and then formatted.
//
// Known: `{name}`, `{count, number}`, `{day, date}`, `{at, time}`, `{count, plural, =0 {..} one {..} other {# ..}}`,
// `selectordinal`, `select`, and quoting with apostrophes. A library for all of ICU costs 13 KB gzip of the first view;
// this costs one. Knows nothing of catalogues; `catalogue.ts` is the only caller.

export type Value = string | number | Date;

export type Message = readonly Part[];

type Part =
  | string
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "number" | "date" | "time"; readonly name: string }
  | { readonly kind: "count" }
  | {
      readonly kind: "plural" | "selectordinal" | "select";
      readonly name: string;
      readonly options: ReadonlyMap<string, Message>;
    };

/** Deeper nesting is a mistake in a catalogue. */
const DEPTH_MAX = 8;

export class MessageError extends Error {}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  message(depth: number, inPlural: boolean): Message {
    if (depth > DEPTH_MAX) throw this.wrong("nested too deep");
    const parts: Part[] = [];
    let literal = "";
    const flush = () => {
      if (literal !== "") parts.push(literal);
      literal = "";
    };
    while (this.at < this.text.length) {
      const char = this.text.charAt(this.at);
      if (char === "}") break;
      if (char === "{") {
        flush();
        this.at += 1;
        parts.push(this.argument(depth, inPlural));
      } else if (char === "#" && inPlural) {
        flush();
        this.at += 1;
        parts.push({ kind: "count" });
      } else if (char === "'") {
        literal += this.quoted();
      } else {
        literal += char;
        this.at += 1;
      }
    }
    flush();
    return parts;
  }

  end(): void {
    if (this.at < this.text.length) throw this.wrong("a brace too many");
  }

  /** `''` is an apostrophe, `'{'` a literal brace, an apostrophe before anything else is itself. */
  private quoted(): string {
    const next = this.text.charAt(this.at + 1);
    if (next === "'") {
      this.at += 2;
      return "'";
    }
    if (next !== "{" && next !== "}" && next !== "#") {
      this.at += 1;
      return "'";
    }
    const close = this.text.indexOf("'", this.at + 1);
    if (close < 0) throw this.wrong("a quote is not closed");
    const inside = this.text.slice(this.at + 1, close);
    this.at = close + 1;
    return inside;
  }

  private argument(depth: number, inPlural: boolean): Part {
    const name = this.word();
    if (this.take("}")) return { kind: "value", name };
    this.must(",");
    const kind = this.word();
    if (kind === "number" || kind === "date" || kind === "time") {
      this.must("}");
      return { kind, name };
    }
    if (kind !== "plural" && kind !== "selectordinal" && kind !== "select") throw this.wrong(`no such kind: ${kind}`);
    this.must(",");
    const options = new Map<string, Message>();
    while (!this.take("}")) {
      const selector = this.word();
      this.must("{");
      options.set(selector, this.message(depth + 1, inPlural || kind !== "select"));
      this.must("}");
    }
    if (!options.has("other")) throw this.wrong(`${name} has no "other"`);
    return { kind, name, options };
  }

  private word(): string {
    this.spaces();
    const from = this.at;
    while (this.at < this.text.length && /[\w=-]/.test(this.text.charAt(this.at))) this.at += 1;
    if (from === this.at) throw this.wrong("a name is missing");
    const word = this.text.slice(from, this.at);
    this.spaces();
    return word;
  }

  private spaces(): void {
    while (/\s/.test(this.text.charAt(this.at))) this.at += 1;
  }

  private take(char: string): boolean {
    this.spaces();
    if (this.text.charAt(this.at) !== char) return false;
    this.at += 1;
    return true;
  }

  private must(char: string): void {
    if (this.text.charAt(this.at) !== char) throw this.wrong(`"${char}" is missing`);
    this.at += 1;
  }

  private wrong(what: string): MessageError {
    return new MessageError(`${what} at ${this.at} of: ${this.text}`);
  }
}

/** Parses a message; throws `MessageError` where a catalogue is wrong, which its test shows. */
export function parse(text: string): Message {
  const reader = new Reader(text);
  const message = reader.message(0, false);
  reader.end();
  return message;
}

/** Fills in the values. Parts that are no text (an element in a sentence) pass through untouched. */
export function formatParts<T>(
  message: Message,
  locale: string,
  values: Readonly<Record<string, Value | T>>,
): (string | T)[] {
  return partsOf(message, locale, values, undefined);
}

export function format(message: Message, locale: string, values: Readonly<Record<string, Value>>): string {
  return partsOf<never>(message, locale, values, undefined).join("");
}

function partsOf<T>(
  message: Message,
  locale: string,
  values: Readonly<Record<string, Value | T>>,
  count: number | undefined,
): (string | T)[] {
  return message.flatMap((part): (string | T)[] => {
    if (typeof part === "string") return [part];
    if (part.kind === "count") return [numberFormat(locale).format(count ?? 0)];
    const value = values[part.name];
    if (value === undefined) return [`{${part.name}}`];
    switch (part.kind) {
      case "value":
        return [plain(value, locale)];
      case "number":
        return [numberFormat(locale).format(Number(value))];
      case "date":
        return [dateFormat(locale, "date").format(value as Date | number)];
      case "time":
        return [dateFormat(locale, "time").format(value as Date | number)];
      default:
        return partsOf(
          choose(part.kind, part.options, locale, value),
          locale,
          values,
          asCount(part.kind, value, count),
        );
    }
  });
}

function plain<T>(value: Value | T, locale: string): string | T {
  if (typeof value === "number") return numberFormat(locale).format(value);
  if (value instanceof Date) return dateFormat(locale, "date").format(value);
  return value as string | T;
}

function asCount<T>(kind: string, value: Value | T, outer: number | undefined): number | undefined {
  return kind === "select" ? outer : Number(value);
}

function choose<T>(
  kind: "plural" | "selectordinal" | "select",
  options: ReadonlyMap<string, Message>,
  locale: string,
  value: Value | T,
): Message {
  const exact = kind === "select" ? options.get(String(value)) : options.get(`=${Number(value)}`);
  if (exact) return exact;
  const rule = kind === "select" ? "other" : pluralRules(locale, kind).select(Number(value));
  return options.get(rule) ?? options.get("other") ?? [];
}

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const plurals = new Map<string, Intl.PluralRules>();

function remembered<F>(known: Map<string, F>, key: string, make: () => F): F {
  const found = known.get(key);
  if (found) return found;
  const made = make();
  known.set(key, made);
  return made;
}

function numberFormat(locale: string): Intl.NumberFormat {
  return remembered(numbers, locale, () => new Intl.NumberFormat(locale));
}

function dateFormat(locale: string, kind: "date" | "time"): Intl.DateTimeFormat {
  return remembered(dates, `${locale}/${kind}`, () =>
    kind === "date"
      ? new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
      : new Intl.DateTimeFormat(locale, { timeStyle: "short" }),
  );
}

function pluralRules(locale: string, kind: "plural" | "selectordinal"): Intl.PluralRules {
  return remembered(
    plurals,
    `${locale}/${kind}`,
    () => new Intl.PluralRules(locale, { type: kind === "plural" ? "cardinal" : "ordinal" }),
  );
}
