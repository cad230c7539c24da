// A channel: its header, its posts, who is typing, and where to write. Another channel draws its own posts; all around them
// stays and says something else.
import { createEffect, createMemo, on, onCleanup, Show, untrack } from "solid-js";
import { whenStaying } from "../../query/after-paint";
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
  createEffect(
    on(
      () => props.channelId,
      (id) => {
        if (id !== "") onCleanup(whenStaying(() => currentSocket()?.say("presence", { channel_id: id })));
      },
    ),
  );
  /** Where reading stopped, before opening the channel makes it read. */
  const readUpTo = createMemo(() => {
    const id = props.channelId;
    return untrack(() => {
      const member = store.get("members", id);
      const one = store.get("channels", id);
      const behind = member && one && one.total_msg_count_root > member.msg_count_root;
      return behind ? member.last_viewed_at : 0;
    });
  });
  const focusPost = () => {
    const now = route();
    return now.screen === "channel" || now.screen === "direct" ? now.post : "";
  };
  return (
    <ChatText>
      <Header channelId={props.channelId} />
      <Bookmarks channelId={props.channelId} />
      <Show when={props.channelId} keyed>
        {(id) => <PostList channelId={id} focusPost={focusPost()} readUpTo={readUpTo()} />}
      </Show>
      <Typing channelId={props.channelId} rootId="" />
      <Show when={(channel()?.delete_at ?? 0) === 0} fallback={<Banner kind="info">{t("isArchived")}</Banner>}>
        <Composer channelId={props.channelId} rootId="" />
      </Show>
    </ChatText>
  );
}
