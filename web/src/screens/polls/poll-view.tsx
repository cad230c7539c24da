// A poll where it stands: a press on an option votes for it, or takes the vote back. Its bar is as long as its share.

import { For, Show } from "solid-js";
import { Emoji } from "../../emoji/emoji";
import { react } from "../../query/do";
import { wantUser } from "../../query/people";
import { nameOf, store } from "../../query/world";
import { MessageText } from "../../text/view";
import { Icon } from "../../ui";
import type { Post } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { t } from "../strings";
import { type Option, type Poll, pollOf, pressesOf } from "./poll";
import { ofPolls } from "./strings";
import "./polls.css";

/** More names are counted, not told. */
const WHO_MAX = 12;

export default function PollView(props: { post: Post }) {
  return (
    <Show when={pollOf(props.post)} fallback={<Words post={props.post} text={props.post.message} />}>
      {(poll) => <Options post={props.post} poll={poll()} />}
    </Show>
  );
}

function Words(props: { post: Post; text: string }) {
  return <MessageText text={props.text} version={`${props.post.id}/${props.post.update_at}/${props.text.length}`} />;
}

function Options(props: { post: Post; poll: Poll }) {
  const voters = () => new Set(props.poll.options.flatMap((one) => one.voters));
  const isPending = () => props.post.pending_post_id === props.post.id;
  const choose = async (number: string) => {
    for (const one of pressesOf(props.poll, number, store.me)) await react(props.post, one);
  };
  return (
    <div class="poll" role="group" aria-label={ofPolls("poll")}>
      <Words post={props.post} text={props.poll.question} />
      {/* By number: what is pressed stays the same element, and keeps the focus. */}
      <For each={props.poll.options.map((one) => one.number)}>
        {(number) => (
          <Show when={props.poll.options.find((one) => one.number === number)}>
            {(option) => (
              <OptionView
                option={option()}
                all={voters().size}
                disabled={isPending()}
                onChoose={() => attempt(choose(number))}
              />
            )}
          </Show>
        )}
      </For>
      <p class="poll-count">{ofPolls("voters", { count: voters().size })}</p>
    </div>
  );
}

function OptionView(props: { option: Option; all: number; disabled: boolean; onChoose: () => void }) {
  const count = () => props.option.voters.length;
  const mine = () => props.option.voters.includes(store.me);
  const who = () =>
    props.option.voters
      .slice(0, WHO_MAX)
      .map((id) => {
        wantUser(id);
        return id === store.me ? t("you") : nameOf(store.row("users", id));
      })
      .join(", ");
  return (
    <button
      type="button"
      class="poll-option"
      aria-pressed={mine()}
      title={who()}
      disabled={props.disabled}
      style={{ "--share": String(props.all === 0 ? 0 : count() / props.all) }}
      onClick={() => props.onChoose()}
    >
      <span aria-hidden="true">
        <Emoji name={props.option.number} />
      </span>
      <span class="poll-text" dir="auto">
        {props.option.text}
      </span>
      <Show when={mine()}>
        <Icon name="check" size="small" />
      </Show>
      <span class="poll-votes">{ofPolls("votes", { count: count() })}</span>
    </button>
  );
}
