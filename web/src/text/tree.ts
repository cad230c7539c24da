// What a message is once it is read: a small tree of our own. Plain data, so a worker can send it and a cache keep it.

export type Inline =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code" | "maths"; readonly text: string }
  | { readonly kind: "strong" | "emphasis" | "strike"; readonly children: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly children: readonly Inline[] }
  | { readonly kind: "image"; readonly source: string; readonly alt: string }
  | { readonly kind: "emoji"; readonly name: string }
  | { readonly kind: "mention" | "channel" | "hashtag"; readonly name: string }
  | { readonly kind: "break" };

export interface Item {
  readonly checked: boolean | undefined;
  readonly children: readonly Block[];
}

export type Align = "start" | "center" | "end";

export type Block =
  | { readonly kind: "paragraph"; readonly children: readonly Inline[] }
  | { readonly kind: "heading"; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string; readonly language: string }
  | { readonly kind: "maths"; readonly text: string }
  | { readonly kind: "quote"; readonly children: readonly Block[] }
  | { readonly kind: "list"; readonly start: number | undefined; readonly items: readonly Item[] }
  | {
      readonly kind: "table";
      readonly align: readonly Align[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: "rule" };

export type Tree = readonly Block[];

/** The message as one paragraph, every mark a letter: what shows when reading it failed or takes too long. */
export function plain(text: string): Tree {
  return [{ kind: "paragraph", children: [{ kind: "text", text }] }];
}
