// One emoji by name: a character, a picture of the server's own, or the name between colons where nobody has it.

import { onMount, Show } from "solid-js";
import { useText } from "../text/context";
import { characterOf, emojis, loadEmojis } from "./data";
import "./emoji.css";

export function Emoji(props: { name: string; source?: string | undefined }) {
  const context = useText();
  onMount(() => {
    loadEmojis().catch(() => {
      // Offline: the name stays until the next message asks again.
    });
  });
  const character = () => {
    const known = emojis();
    return known && characterOf(props.name, known);
  };
  const picture = () => props.source ?? (character() ? undefined : context.emojiSource(props.name));
  const label = () => `:${props.name}:`;
  return (
    <Show
      when={picture()}
      fallback={
        <Show when={character()} fallback={label()}>
          {(shown) => (
            <span class="emoji" role="img" aria-label={label()} title={label()}>
              {shown()}
            </span>
          )}
        </Show>
      }
    >
      {(source) => (
        <img class="emoji emoji-picture" src={source()} alt={label()} title={label()} loading="lazy" decoding="async" />
      )}
    </Show>
  );
}
