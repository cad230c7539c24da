// A channel: its header, its posts, who is typing, and where to write. Another channel draws its own posts; all around them
// stays and says something else.
import { createComputed, createEffect, createMemo, createSelector, on, onCleanup } from "solid-js";
import { whenStaying } from "../../query/after-paint";
import { currentSocket, store } from "../../query/world";
import { route } from "../../route";
import { Bookmarks } from "../bookmarks/bar";
import { ChatText } from "./context";
import { Header } from "./header";
import { createKept } from "./kept";
import { PostList } from "./list";
import { Typing } from "./typing";
import { Writing } from "./writing";
import "./channel.css";

/** Where reading stopped, before opening the channel makes it read; 0 where nothing is new. */
function unreadFrom(id: string): number {
  const member = store.get("members", id);
  const one = store.get("channels", id);
  const behind = member && one && one.total_msg_count_root > member.msg_count_root;
  return behind ? member.last_viewed_at : 0;
}

export function ChannelScreen(props: { channelId: string }) {
  createEffect(
    on(
      () => props.channelId,
      (id) => {
        if (id !== "") onCleanup(whenStaying(() => currentSocket()?.say("presence", { channel_id: id })));
      },
    ),
  );
  return (
    <ChatText>
      <Header channelId={props.channelId} />
      <Bookmarks channelId={props.channelId} />
      <Lists channelId={props.channelId} />
      <Typing channelId={props.channelId} rootId="" />
      <Writing channelId={props.channelId} rootId="" />
    </ChatText>
  );
}

/** The list of the channel, and those of the channels before it. Under the text's context, which their messages ask. */
function Lists(props: { channelId: string }) {
  const focusPost = () => {
    const now = route();
    return now.screen === "channel" || now.screen === "direct" ? now.post : "";
  };
  // Asked by each list, of which only two change when another channel is shown.
  const isShown = createSelector(() => props.channelId);
  const kept = createKept((id) => {
    const shown = () => isShown(id);
    const readUpTo = createMemo<number>((before) => (shown() ? unreadFrom(id) : before), 0);
    // Once, and not as a condition in the property: that would be a memo for each line that asks.
    const asked = createMemo(() => (shown() ? focusPost() : ""));
    return <PostList channelId={id} shown={shown()} focusPost={asked()} readUpTo={readUpTo()} />;
  });
  createComputed(() => {
    if (props.channelId !== "") kept.open(props.channelId);
  });
  return <div class="lists">{kept.views()}</div>;
}
