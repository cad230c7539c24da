// Reads out what arrives at the end of a channel or thread, and only that: the list itself would be read again with each
// scroll, and a channel that is opened would read its history.
import { createEffect, createSignal, on } from "solid-js";
import { nameOf, store } from "../../query/world";
import { whenInLetters } from "../../text/letters";

/** What is older was not said just now: it came with a page or after a break. */
const JUST_NOW_MS = 10_000;
/** A long message is begun; the rest is there to be read. */
const SAID_LEN_MAX = 300;

export function Announcer(props: { windowKey: string }) {
  const [said, setSaid] = createSignal("");
  createEffect(
    on(
      () => {
        const shown = store.row("windows", props.windowKey);
        return [props.windowKey, shown?.newest ? shown.ids.at(-1) : undefined] as const;
      },
      ([key, id], before) => {
        if (!id || !before || before[0] !== key || before[1] === undefined || before[1] === id) return;
        const post = store.get("posts", id);
        if (!post || post.user_id === store.me || Date.now() - post.create_at > JUST_NOW_MS) return;
        const name = nameOf(store.get("users", post.user_id));
        whenInLetters(post.message, (words) => setSaid(`${name}: ${words.slice(0, SAID_LEN_MAX)}`));
      },
    ),
  );
  return (
    <div class="unseen" role="status" aria-live="polite">
      {said()}
    </div>
  );
}
