// A channel: its header, its posts, who is typing, and where to write.
import { createEffect, createSignal, on, Show } from "solid-js";
import { currentSocket, store } from "../../query/world";
import { route } from "../../route";
import { Banner } from "../../ui";
import { Bookmarks } from "../bookmarks/bar";
import { t } from "../strings";
import { Composer } from "./composer";
import { ChatText } from "./context";
import { Header } from "./header";
import { PostList } from "./list";
import { Typing } from "./typing";
import "./channel.css";

export function ChannelScreen(props: { channelId: string }) {
  const channel = () => store.row("channels", props.channelId);
  const [readUpTo, setReadUpTo] = createSignal(0);
  createEffect(
    on(
      () => props.channelId,
      (id) => {
        // Where reading stopped, before opening the channel makes it read.
        const member = store.get("members", id);
        const one = store.get("channels", id);
        const behind = member && one && one.total_msg_count_root > member.msg_count_root;
        setReadUpTo(behind ? member.last_viewed_at : 0);
        currentSocket()?.say("presence", { channel_id: id });
      },
    ),
  );
  const focusPost = () => {
    const now = route();
    return now.screen === "channel" || now.screen === "direct" ? now.post : "";
  };
  return (
    <ChatText>
      <Header channelId={props.channelId} />
      <Bookmarks channelId={props.channelId} />
      <PostList channelId={props.channelId} focusPost={focusPost()} readUpTo={readUpTo()} />
      <Typing channelId={props.channelId} rootId="" />
      <Show when={(channel()?.delete_at ?? 0) === 0} fallback={<Banner kind="info">{t("isArchived")}</Banner>}>
        <Composer channelId={props.channelId} rootId="" />
      </Show>
    </ChatText>
  );
}
