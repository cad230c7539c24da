// A message in one line, with its emoji and marks, where it is part of something that is pressed itself: nothing in it can
// be pressed, and nothing is fetched but pictures of emoji.

import type { JSX } from "solid-js";
import { createMemo } from "solid-js";
import { useText } from "./context";
import { marked, type Own } from "./marks";
import { lined } from "./plain";
import { read } from "./read";
import type { Inline } from "./tree";
import { readings } from "./words";
import "./text.css";

/** `version` names the text as it is now, as for `MessageText`, with which it shares what was read. */
export function Summary(props: { text: string; version: string }) {
  const parts = createMemo(() => lined(read(props.version, props.text)()));
  return (
    <span class="text-summary" dir="auto">
      <Still parts={parts()} />
    </span>
  );
}

function Still(props: { parts: readonly Inline[] }): JSX.Element {
  const context = useText();
  const still = (part: Own): JSX.Element => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "link":
        return marked(part.children, still);
      case "image":
        return part.alt;
      case "mention": {
        const label = readings(part.name)
          .map((name) => context.mention(name)?.label)
          .find(Boolean);
        return `@${label ?? part.name}`;
      }
      case "channel":
        return `~${context.channel(part.name.toLowerCase()) ?? part.name}`;
      case "hashtag":
        return `#${part.name}`;
      case "break":
        return " ";
    }
  };
  return <>{marked(props.parts, still)}</>;
}
