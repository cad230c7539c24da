// The reactions below a post: who gave which; a press gives or takes back one's own.
import { For, Show } from "solid-js";
import { Emoji } from "../../emoji/emoji";
import { react } from "../../query/do";
import { nameOf, store } from "../../query/world";
import type { Post } from "../../wire.gen";
import { marksPoll, pollOf } from "../polls/poll";
import { t } from "../strings";
import { attempt } from "./menu";

/** More names are counted, not told. */
const WHO_MAX = 12;

export function Reactions(props: { post: Post }) {
  const groups = () => {
    const byName = new Map<string, string[]>();
    // The votes of a poll are told by the poll.
    const votes = (marksPoll(props.post) && pollOf(props.post)?.options.map((one) => one.number)) || [];
    for (const one of props.post.metadata?.reactions ?? []) {
      if (votes.includes(one.emoji_name)) continue;
      byName.set(one.emoji_name, [...(byName.get(one.emoji_name) ?? []), one.user_id]);
    }
    return byName;
  };
  return (
    <Show when={groups().size > 0}>
      <div class="reactions" role="group" aria-label={t("reactions")}>
        {/* By name: what is pressed stays the same element, and keeps the focus. */}
        <For each={[...groups().keys()]}>
          {(name) => <Reaction post={props.post} name={name} users={groups().get(name) ?? []} />}
        </For>
      </div>
    </Show>
  );
}

function Reaction(props: { post: Post; name: string; users: readonly string[] }) {
  const who = () =>
    props.users
      .map((id) => (id === store.me ? t("you") : nameOf(store.row("users", id))))
      .slice(0, WHO_MAX)
      .join(", ");
  const press = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const post = currentTarget.closest<HTMLElement>(".post");
    attempt(react(props.post, props.name));
    // The last one taken back is gone, and its post has the focus.
    if (!currentTarget.isConnected) post?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      class="reaction"
      aria-pressed={props.users.includes(store.me)}
      aria-label={t("reactionBy", { name: props.name, who: who(), count: props.users.length })}
      title={who()}
      onClick={press}
    >
      <Emoji name={props.name} />
      <span>{props.users.length}</span>
    </button>
  );
}
