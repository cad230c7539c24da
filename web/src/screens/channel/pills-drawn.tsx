// Drawn under the text of a message field: a ground for each mention, channel and emoji that there is. The field itself
// stays plain text; this repeats it in the same letters, unseen, so that the grounds stand where the words do.

import { createEffect, createMemo, type JSX, onCleanup, onMount, Show } from "solid-js";
import { characterOf, emojis, loadEmojis } from "../../emoji/data";
import { customEmoji } from "../../query/custom-emoji";
import { groupNamed } from "../../query/groups";
import { store } from "../../query/world";
import { isUser } from "../people/named";
import { type Pill, pillsOf } from "./pills";

const EVERYBODY: ReadonlySet<string> = new Set(["all", "channel", "here"]);

function isThere({ kind, name }: Pill): boolean {
  switch (kind) {
    case "mention":
      return EVERYBODY.has(name) || isUser(name) || groupNamed(name) !== undefined;
    case "channel":
      for (const one of store.all("channels").values()) if (one.name === name) return true;
      return false;
    case "emoji": {
      const known = emojis();
      return (known && characterOf(name, known) !== undefined) || customEmoji(name) !== undefined;
    }
  }
}

export default function Pills(props: { area: HTMLTextAreaElement; text: string }) {
  const found = createMemo(() => pillsOf(props.text));
  const pills = createMemo(() => found().filter(isThere));
  // Without a network no emoji is marked, and the next one asks again.
  createEffect(() => found().some(({ kind }) => kind === "emoji") && loadEmojis().catch(() => undefined));
  return (
    <Show when={pills().length > 0}>
      <Grounds area={props.area} text={props.text} pills={pills()} />
    </Show>
  );
}

function Grounds(props: { area: HTMLTextAreaElement; text: string; pills: readonly Pill[] }) {
  let element!: HTMLDivElement;
  const follow = () => {
    element.scrollTop = props.area.scrollTop;
  };
  onMount(() => {
    const { area } = props;
    area.addEventListener("scroll", follow, { passive: true });
    // A bar at its side takes room from the text.
    const resized = new ResizeObserver(() => {
      element.style.setProperty("inline-size", `${area.clientWidth}px`);
      follow();
    });
    resized.observe(area);
    onCleanup(() => {
      resized.disconnect();
      area.removeEventListener("scroll", follow);
    });
  });
  const parts = (): JSX.Element[] => {
    let at = 0;
    const made = props.pills.flatMap(({ from, to }) => {
      const before = props.text.slice(at, from);
      at = to;
      return [before, <mark>{props.text.slice(from, to)}</mark>];
    });
    // A line that ends the text has room only before something.
    return [...made, `${props.text.slice(at)}\u200b`];
  };
  return (
    <div class="composer-pills" aria-hidden="true" dir="auto" ref={element}>
      {parts()}
    </div>
  );
}
