// A message in one line, with its emoji and marks, where it is part of something that is pressed itself: nothing in it can
// be pressed, and nothing is fetched but pictures of emoji.

import type { JSX } from "solid-js";
import { createMemo } from "solid-js";
import { Emoji } from "../emoji/emoji";
import { useText } from "./context";
import { Maths } from "./maths";
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
  return (
    <>
      {props.parts.map((part) => (
        <StillPart part={part} />
      ))}
    </>
  );
}

function StillPart(props: { part: Inline }): JSX.Element {
  const context = useText();
  const { part } = props;
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return (
        <code class="text-inline-code" dir="ltr">
          {part.text}
        </code>
      );
    case "maths":
      return <Maths text={part.text} />;
    case "strong":
      return (
        <strong>
          <Still parts={part.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Still parts={part.children} />
        </em>
      );
    case "strike":
      return (
        <s>
          <Still parts={part.children} />
        </s>
      );
    case "link":
      return <Still parts={part.children} />;
    case "emoji":
      return <Emoji name={part.name} />;
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
}
