// Coloured code as data: highlight.js answers a string of `<span class="hljs-…">`; we want pairs of class and text, so
// that nothing has to be parsed as HTML by the page.

export type Span = readonly [kind: string, text: string];

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** Of several classes around a text the innermost counts. */
export function spans(markup: string): Span[] {
  const found: Span[] = [];
  const open: string[] = [];
  for (const [, start, end, text] of markup.matchAll(/<span class="([^"]*)">|(<\/span>)|([^<]+)/g)) {
    if (start !== undefined) open.push(/hljs-([\w-]+)/.exec(start)?.[1] ?? "");
    else if (end !== undefined) open.pop();
    else if (text !== undefined) {
      const plain = text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
      found.push([open.at(-1) ?? "", plain]);
    }
  }
  return found;
}
