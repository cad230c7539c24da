// A second channel beside the first: its posts, who is typing, and where to write.
import { Show, untrack } from "solid-js";
import { channelName, store } from "../../query/world";
import { PostList } from "../channel/list";
import { missedIn } from "../channel/missed";
import { Typing } from "../channel/typing";
import { Writing } from "../channel/writing";
import { addressOfChannel } from "../place";
import { PanelHead } from "./head";
import { PopOut } from "./pop-out";

export function ChannelPanel(props: { channelId: string }) {
  return (
    <Show when={props.channelId} keyed>
      {(id) => {
        // What is said from now on is read as it comes.
        const missed = untrack(() => missedIn(id));
        return (
          <>
            <PanelHead title={channelName(store.row("channels", id))}>
              <Show when={store.row("channels", id)}>
                {(one) => <PopOut path={addressOfChannel(one())} name={id} />}
              </Show>
            </PanelHead>
            <div class="lists">
              <PostList channelId={id} shown focusPost="" missed={missed} place="beside" />
            </div>
            <Typing channelId={id} rootId="" />
            <Writing channelId={id} rootId="" />
          </>
        );
      }}
    </Show>
  );
}
