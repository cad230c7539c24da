// Everything that is unread, in one list: read here, opened where it was said, and put away by a key.
import { createEffect, createMemo, createResource, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { keysOf } from "../../actions/action";
import { formatRelative } from "../../i18n/language";
import { markUnread, viewChannel } from "../../query/do";
import { loadThreads } from "../../query/load";
import { wantUser } from "../../query/people";
import { showThreads } from "../../query/thread-lists";
import { caughtUp, channelName, nameOf, store } from "../../query/world";
import { go } from "../../route";
import { Summary } from "../../text/summary";
import { Avatar, Button, CountBadge, Empty, IconButton, Keys, Skeleton } from "../../ui";
import { passFocusOn } from "../../ui/focus";
import { walk } from "../../ui/walk";
import type { Post } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { attempt } from "../channel/menu";
import { openThreadOf, unreadThreadIds } from "../panel/thread-list";
import { onThreadKey, THREAD_KEYS, toggleRead, unfollow } from "../panel/thread-menu";
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

export default function InboxScreen() {
  const [shown, setShown] = createSignal(GROUPS_STEP);
  /** Those that were put away here stay, so that the next one does not come under the finger. */
  const [seen, setSeen] = createSignal<readonly string[]>([]);
  const listed = (unread: () => readonly string[], isThere: (id: string) => boolean) =>
    createMemo<readonly string[]>((before) => {
      const now = unread();
      const kept = before.filter((id) => now.includes(id) || (seen().includes(id) && isThere(id)));
      return [...kept, ...now.filter((id) => !kept.includes(id))];
    }, []);
  const ids = listed(
    createMemo(() => unreadGroups().map((group) => group.id)),
    (id) => store.row("channels", id) !== undefined,
  );
  const threads = listed(createMemo(unreadThreadIds), (id) => store.row("threads", id) !== undefined);
  const onRead = (id: string) => setSeen([...seen(), id]);
  createEffect(
    on([() => team()?.id, caughtUp], ([id]) => {
      if (id) attempt(loadThreads(id, { unread: true }));
    }),
  );
  onMount(takeUp);
  onCleanup(showThreads());
  let list!: HTMLDivElement;
  passFocusOn({
    rows: () => [threads(), ids()],
    list: () => list,
    items: ".inbox-group",
    otherwise: () => list.closest<HTMLElement>("main")?.focus(),
  });
  return (
    <ChatText>
      <header class="channel-head">
        <IconButton class="only-narrow" icon="menu" label={chat("openSidebar")} onClick={() => setSidebarOpen(true)} />
        <div class="channel-title">
          <h1>{t("inbox")}</h1>
        </div>
        <span class="inbox-keys only-wide">
          <Keys keys={THREAD_KEYS.read} /> {t("readHint")}
        </span>
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through what is inside. */}
      <div class="inbox" ref={list} onKeyDown={(event) => walk(event, event.currentTarget, ".inbox-group")}>
        <For each={threads()}>{(id) => <ThreadLine id={id} onRead={() => onRead(id)} />}</For>
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
    else if (event.key.toUpperCase() === THREAD_KEYS.read) (isRead() ? unreadAgain : read)();
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

function ThreadLine(props: { id: string; onRead: () => void }) {
  const thread = () => store.row("threads", props.id);
  const isRead = () => thread()?.unread_replies === 0;
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
          data-read={isRead() ? "" : undefined}
          aria-label={chat("thread")}
          onKeyDown={(event) => {
            if (event.target !== event.currentTarget) return;
            if (event.key === "Enter") return open();
            if (keysOf(event) === THREAD_KEYS.read) props.onRead();
            onThreadKey(event, shown());
          }}
        >
          <header>
            <h2>
              <button type="button" onClick={open}>
                {isRead()
                  ? chat("replyCount", { count: shown().reply_count })
                  : chat("newReplies", { count: shown().unread_replies })}
              </button>
            </h2>
            <small>{channelName(store.row("channels", shown().post.channel_id))}</small>
            <CountBadge
              count={shown().unread_mentions}
              label={chat("mentionCount", { count: shown().unread_mentions })}
            />
            <span />
            {/* On a phone there is no room beside the name; the list of threads has it. */}
            <IconButton
              class="only-wide"
              size="small"
              icon="bellOff"
              label={chat("unfollow")}
              onClick={() => unfollow(shown())}
            />
            <Button
              size="small"
              icon={isRead() ? "eye" : "check"}
              onClick={() => {
                props.onRead();
                toggleRead(shown());
              }}
            >
              {chat(isRead() ? "markUnread" : "markRead")}
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
