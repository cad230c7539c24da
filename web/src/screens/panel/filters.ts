// The filters in what is searched for: `from:ann in:pier has:file`. Pure: a text in, filters out, and back.

export const FILTER_KINDS = ["from", "in", "before", "after", "on", "has", "is", "sort"] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

/** Filters that this client applies to what the server found, as the server has none of them; each has one value. */
export const OWN_FILTERS = { has: "file", is: "thread", sort: "oldest" } as const satisfies Partial<
  Record<FilterKind, string>
>;
export type OwnFilter = keyof typeof OWN_FILTERS;

export const isOwn = (kind: FilterKind): kind is OwnFilter => Object.hasOwn(OWN_FILTERS, kind);

export interface SearchFilter {
  readonly kind: FilterKind;
  /** Of `in:` with an @ where it names the partner of a conversation. */
  readonly value: string;
  /** As it stands in the text. */
  readonly written: string;
}

const FILTER =
  /(^|\s)((from|before|after|on):\s?@?([^\s"]+)|(in):\s?~?([^\s"]+)|(has):(file)|(is):(thread)|(sort):(oldest))(?=\s|$)/gi;

export function filtersOf(terms: string): readonly SearchFilter[] {
  return [...terms.matchAll(FILTER)].map(([, , written = "", ...parts]) => {
    const [kind = "", value = ""] = parts.filter((part) => part !== undefined);
    return { kind: kind.toLowerCase() as FilterKind, value, written };
  });
}

/** The text without it. */
export function without(terms: string, { written }: SearchFilter): string {
  const at = terms.indexOf(written);
  if (at < 0) return terms;
  return `${terms.slice(0, at)}${terms.slice(at + written.length)}`.replaceAll(/\s{2,}/g, " ").trim();
}

/** The text with it; what can be said once only takes the place of the one before. */
export function withFilter(terms: string, kind: FilterKind, value: string): string {
  const bare =
    kind === "from" || kind === "in"
      ? terms
      : filtersOf(terms)
          .filter((one) => one.kind === kind)
          .reduce(without, terms);
  const written = `${kind}:${value}`;
  return filtersOf(bare).some((one) => one.written === written) ? bare : `${bare} ${written}`.trim();
}

/** Finds all that there is: the server searches for nothing where it is given nothing. */
const EVERYTHING = "after:1970-01-01";

export interface Asked {
  /** What the server searches for. */
  readonly terms: string;
  /** What is left to do with what it found. */
  readonly own: ReadonlySet<OwnFilter>;
}

/** A search, divided between the server and this client. */
export function asked(terms: string): Asked {
  const mine = filtersOf(terms).filter((one) => isOwn(one.kind));
  const left = mine.reduce(without, terms.trim());
  return {
    terms: left === "" && mine.length > 0 ? EVERYTHING : left,
    own: new Set(mine.map((one) => one.kind as OwnFilter)),
  };
}
