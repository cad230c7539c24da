// What looks the same wherever it stands in a line: marks around words, code, maths, emoji.
//
// Where a message is read these are pressed, followed and found again (`inline.tsx`), where it is a line that is pressed
// itself nothing in it is (`summary.tsx`); those two draw the kinds that differ.

import type { JSX } from "solid-js";
import { Emoji } from "../emoji/emoji";
import { Maths } from "./maths";
import type { Inline } from "./tree";

/** The kinds that are left to whoever draws the line. */
export type Own = Exclude<Inline, { kind: "code" | "maths" | "strong" | "emphasis" | "strike" | "emoji" }>;

/** Draws the parts of a line, and what stands within their marks; `own` draws what differs. */
export function marked(parts: readonly Inline[], own: (part: Own) => JSX.Element): JSX.Element {
  return parts.map((part): JSX.Element => {
    switch (part.kind) {
      case "code":
        return (
          <code class="text-inline-code" dir="ltr">
            {part.text}
          </code>
        );
      case "maths":
        return <Maths text={part.text} />;
      case "emoji":
        return <Emoji name={part.name} />;
      case "strong":
        return <strong>{marked(part.children, own)}</strong>;
      case "emphasis":
        return <em>{marked(part.children, own)}</em>;
      case "strike":
        return <s>{marked(part.children, own)}</s>;
      default:
        return own(part);
    }
  });
}
