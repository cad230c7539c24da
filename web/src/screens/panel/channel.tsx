// A second channel beside the first: its posts, who is typing, and where to write.
import { Show, untrack } from "solid-js";
import { channelName, store } from "../../query/world";
import { PostList } from "../channel/list";
import { Typing } from "../channel/typing";
import { Writing } from "../channel/writing";
import { addressOfChannel } from "../place";
import { PanelHead } from "./head";
import { PopOut } from "./pop-out";

/** Where reading stopped; the whole channel counts as read where nothing is new. */
function readUpTo(id: string): number {
  const member = store.get("members", id);
  const behind = (store.get("channels", id)?.total_msg_count_root ?? 0) > (member?.msg_count_root ?? 0);
  return behind ? (member?.last_viewed_at ?? 0) : 0;
}

export function ChannelPanel(props: { channelId: string }) {
  return (
    <Show when={props.channelId} keyed>
      {(id) => {
        // What is said from now on is read as it comes.
        const from = untrack(() => readUpTo(id));
        return (
          <>
            <PanelHead title={channelName(store.row("channels", id))}>
              <Show when={store.row("channels", id)}>
                {(one) => <PopOut path={addressOfChannel(one())} name={id} />}
              </Show>
            </PanelHead>
            <div class="lists">
              <PostList channelId={id} shown focusPost="" readUpTo={from} place="beside" />
            </div>
            <Typing channelId={id} rootId="" />
            <Writing channelId={id} rootId="" />
          </>
        );
      }}
    </Show>
  );
}
