// A channel: its header, its posts, who is typing, and where to write. Another channel draws its own posts; all around them
// stays and says something else.
import { createComputed, createEffect, createMemo, createSelector, on, onCleanup } from "solid-js";
import { whenStaying } from "../../query/after-paint";
import { currentSocket } from "../../query/world";
import { route } from "../../route";
import { Bookmarks } from "../bookmarks/bar";
import { ChatText } from "./context";
import { Header } from "./header";
import { createKept } from "./kept";
import { PostList } from "./list";
import { type Missed, missedIn, NOTHING } from "./missed";
import { Typing } from "./typing";
import { Writing } from "./writing";
import "./channel.css";

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
    const missed = createMemo<Missed>((before) => (shown() ? missedIn(id) : before), NOTHING);
    // Once, and not as a condition in the property: that would be a memo for each line that asks.
    const asked = createMemo(() => (shown() ? focusPost() : ""));
    return <PostList channelId={id} shown={shown()} focusPost={asked()} missed={missed()} />;
  });
  createComputed(() => {
    if (props.channelId !== "") kept.open(props.channelId);
  });
  return <div class="lists">{kept.views()}</div>;
}
