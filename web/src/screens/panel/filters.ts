// The filters in what is searched for: `from:ann in:pier before:2026-11-20`. Pure: a text in, filters out, and back.

export const FILTER_KINDS = ["from", "in", "before", "after", "on"] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

export interface SearchFilter {
  readonly kind: FilterKind;
  readonly value: string;
  /** As it stands in the text. */
  readonly written: string;
}

const FILTER = /(^|\s)((from|in|before|after|on):\s?@?~?([^\s"]+))(?=\s|$)/gi;

export function filtersOf(terms: string): readonly SearchFilter[] {
  return [...terms.matchAll(FILTER)].map(([, , written = "", kind = "", value = ""]) => ({
    kind: kind.toLowerCase() as FilterKind,
    value,
    written,
  }));
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
