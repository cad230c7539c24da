// Everything that is unread, in one list: read here, opened where it was said, and put away by a key.
import { createEffect, createMemo, createResource, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { formatRelative } from "../../i18n/language";
import { markUnread, readThread, viewChannel } from "../../query/do";
import { loadThreads } from "../../query/load";
import { wantUser } from "../../query/people";
import { showThreads } from "../../query/thread-lists";
import { caughtUp, channelName, nameOf, store } from "../../query/world";
import { go } from "../../route";
import { Summary } from "../../text/summary";
import { Avatar, Button, CountBadge, Empty, IconButton, Keys, Skeleton } from "../../ui";
import { walk } from "../../ui/walk";
import type { Post } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { attempt } from "../channel/menu";
import { openThreadOf } from "../panel/thread-list";
import { pictureOf } from "../pictures";
import { addressOfChannel, addressOfPost, setSidebarOpen, team } from "../place";
import { ChannelIcon } from "../shell/channel-icon";
import { takeUp } from "../shell/regions";
import { t as chat } from "../strings";
import { newPosts, SHOWN_MAX, unreadGroups } from "./groups";
import { t } from "./strings";
import "../channel/channel.css";
import "./inbox.css";

/** Groups that are drawn, and asked for, at once. */
const GROUPS_STEP = 12;
const READ_KEY = "E";

export default function InboxScreen() {
  const [shown, setShown] = createSignal(GROUPS_STEP);
  /** Those that were put away here stay, so that the next one does not come under the finger. */
  const [seen, setSeen] = createSignal<readonly string[]>([]);
  const unread = createMemo(() => unreadGroups().map((group) => group.id));
  const ids = createMemo<readonly string[]>((before) => {
    const now = new Set(unread());
    const kept = before.filter((id) => now.has(id) || seen().includes(id));
    return [...kept, ...unread().filter((id) => !kept.includes(id))];
  }, []);
  const threads = createMemo(() =>
    [...store.all("threads").keys()].filter((id) => (store.row("threads", id)?.unread_replies ?? 0) > 0),
  );
  const onRead = (id: string) => setSeen([...seen(), id]);
  createEffect(
    on([() => team()?.id, caughtUp], ([id]) => {
      if (id) attempt(loadThreads(id, { unread: true }));
    }),
  );
  onMount(takeUp);
  onCleanup(showThreads());
  return (
    <ChatText>
      <header class="channel-head">
        <IconButton class="only-narrow" icon="menu" label={chat("openSidebar")} onClick={() => setSidebarOpen(true)} />
        <div class="channel-title">
          <h1>{t("inbox")}</h1>
        </div>
        <span class="inbox-keys only-wide">
          <Keys keys={READ_KEY} /> {t("readHint")}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through what is inside. */}
      <div class="inbox" onKeyDown={(event) => walk(event, event.currentTarget, ".inbox-group")}>
        <For each={threads()}>{(id) => <ThreadLine id={id} />}</For>
        <For
          each={ids().slice(0, shown())}
          fallback={
            <Show when={threads().length === 0}>
              <Empty icon="check" title={t("nothing")}>
                {t("nothingHint")}
              </Empty>
            </Show>
          }
        >
          {(id) => <GroupView id={id} onRead={() => onRead(id)} />}
        </For>
        <Show when={ids().length > shown()}>
          <div class="inbox-more">
            <Button onClick={() => setShown(shown() + GROUPS_STEP)}>{chat("more")}</Button>
          </div>
        </Show>
      </div>
    </ChatText>
  );
}

function GroupView(props: { id: string; onRead: () => void }) {
  const channel = () => store.row("channels", props.id);
  // Asked again with each message; until the answer is here, what was there stays.
  const [posts] = createResource(
    () => `${props.id}/${channel()?.last_post_at}`,
    () => newPosts(props.id).catch(() => []),
  );
  const now = createMemo(() => unreadGroups().find((group) => group.id === props.id));
  const isRead = () => now() === undefined;
  const open = () => {
    const one = channel();
    if (one) go(addressOfChannel(one));
  };
  const read = () => {
    props.onRead();
    attempt(viewChannel(props.id));
  };
  const unreadAgain = () => {
    const first = posts.latest?.[0];
    if (first) attempt(markUnread(first));
  };
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") open();
    else if (event.key.toUpperCase() === READ_KEY) (isRead() ? unreadAgain : read)();
    else return;
    event.preventDefault();
  };
  return (
    <Show when={channel()}>
      {(one) => (
        <section
          class="inbox-group"
          tabindex={0}
          data-read={isRead() ? "" : undefined}
          aria-label={channelName(one())}
          onKeyDown={onKeyDown}
        >
          <header>
            <ChannelIcon id={props.id} />
            <h2>
              <button type="button" onClick={open}>
                {channelName(one())}
              </button>
            </h2>
            <CountBadge count={now()?.mentions ?? 0} label={chat("mentionCount", { count: now()?.mentions ?? 0 })} />
            <span />
            <Button size="small" icon={isRead() ? "eye" : "check"} onClick={() => (isRead() ? unreadAgain() : read())}>
              {chat(isRead() ? "markUnread" : "markRead")}
            </Button>
          </header>
          <Show when={posts.state !== "pending"} fallback={<Skeleton lines={2} />}>
            <ul>
              <For each={posts.latest ?? []}>{(post) => <Line post={post} />}</For>
            </ul>
            <Show when={(now()?.posts ?? 0) > SHOWN_MAX}>
              <button type="button" class="inbox-rest" onClick={open}>
                {t("rest", { count: (now()?.posts ?? 0) - SHOWN_MAX })}
              </button>
            </Show>
          </Show>
        </section>
      )}
    </Show>
  );
}

function Line(props: { post: Post }) {
  const author = () => {
    wantUser(props.post.user_id);
    return store.row("users", props.post.user_id);
  };
  return (
    <li>
      <button type="button" class="inbox-line" onClick={() => go(addressOfPost(props.post))}>
        <Avatar size="tiny" name={nameOf(author())} src={pictureOf(author())} />
        <strong>{nameOf(author())}</strong>
        <Summary text={props.post.message} version={`${props.post.id}/${props.post.update_at}/${props.post.edit_at}`} />
        <time>{formatRelative(props.post.create_at, Date.now())}</time>
      </button>
    </li>
  );
}

function ThreadLine(props: { id: string }) {
  const thread = () => store.row("threads", props.id);
  const open = () => {
    go(`/${team()?.name}/threads`);
    openThreadOf(props.id);
  };
  return (
    <Show when={thread()}>
      {(shown) => (
        <section
          class="inbox-group"
          tabindex={0}
          aria-label={chat("thread")}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget) return;
            if (event.key === "Enter") open();
            else if (event.key.toUpperCase() === READ_KEY) attempt(readThread(shown().post));
          }}
        >
          <header>
            <h2>
              <button type="button" onClick={open}>
                {chat("newReplies", { count: shown().unread_replies })}
              </button>
            </h2>
            <small>{channelName(store.row("channels", shown().post.channel_id))}</small>
            <CountBadge
              count={shown().unread_mentions}
              label={chat("mentionCount", { count: shown().unread_mentions })}
            />
            <span />
            <Button size="small" icon="check" onClick={() => attempt(readThread(shown().post))}>
              {chat("markRead")}
            </Button>
          </header>
          <ul>
            <Line post={shown().post} />
          </ul>
        </section>
      )}
    </Show>
  );
}
