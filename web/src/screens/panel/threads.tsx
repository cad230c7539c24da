// All threads that the reader follows in a team, the latest first; the one that is open stands beside them.
import { createEffect, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { appAction } from "../../actions/app";
import { formatRelative } from "../../i18n/language";
import { readAllThreads } from "../../query/do";
import { loadThreads } from "../../query/load";
import { wantUser } from "../../query/people";
import { showThreads } from "../../query/thread-lists";
import { caughtUp, channelName, nameOf, store } from "../../query/world";
import { Summary } from "../../text/summary";
import { Avatar, Button, CountBadge, Empty, IconButton, Keys, MenuButton, Skeleton } from "../../ui";
import { passFocusOn } from "../../ui/focus";
import { walk } from "../../ui/walk";
import { ChatText } from "../channel/context";
import { attempt } from "../channel/menu";
import { pictureOf } from "../pictures";
import { panel, setSidebarOpen, team } from "../place";
import { takeUp } from "../shell/regions";
import { t } from "../strings";
import { FILTERS, filter, openedThread, openThreadOf, setFilter, threadIds } from "./thread-list";
import { onThreadKey, threadMenu } from "./thread-menu";
import "../channel/channel.css";
import "./panel.css";
import "./threads.css";

const PAGE_LEN = 30;
const FILTER_NAMES = {
  all: "allThreads",
  unread: "unreads",
  mentions: "threadsMentions",
  mine: "threadsMine",
} as const;

export default function ThreadsScreen() {
  const [ready, setReady] = createSignal(false);
  const [more, setMore] = createSignal(false);
  const load = async (before?: string) => {
    const id = team()?.id;
    if (!id) return;
    const unread = filter() === "unread" || filter() === "mentions";
    const found = await loadThreads(id, { before, unread });
    setMore(found.length >= PAGE_LEN);
    setReady(true);
  };
  createEffect(
    on([() => team()?.id, filter, caughtUp], () => {
      setReady(false);
      attempt(load());
    }),
  );
  onMount(takeUp);
  onCleanup(showThreads());
  let list!: HTMLDivElement;
  const toFilters = () => list.parentElement?.querySelector<HTMLElement>(".threads-tabs button")?.focus();
  passFocusOn({ rows: threadIds, list: () => list, items: ".thread-row", otherwise: toFilters });

  return (
    <ChatText>
      <div class="threads-screen">
        <div class="threads-side">
          <Head />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through the threads inside. */}
          <div class="threads" ref={list} onKeyDown={(event) => walk(event, event.currentTarget, ".thread-row")}>
            <Show when={ready() || threadIds().length > 0} fallback={<Skeleton lines={8} avatar />}>
              <For
                each={threadIds()}
                fallback={
                  <Empty icon="thread" title={t(filter() === "all" ? "noThreads" : "nothingFound")}>
                    {filter() === "all" ? t("noThreadsHint") : undefined}
                  </Empty>
                }
              >
                {(id) => <ThreadRow id={id} />}
              </For>
              <Show when={more()}>
                <div class="panel-find">
                  <Button onClick={() => attempt(load(threadIds().at(-1)))}>{t("more")}</Button>
                </div>
              </Show>
            </Show>
          </div>
        </div>
        <Show when={!panel() && threadIds().length > 0}>
          <div class="threads-rest">
            <Empty icon="thread" title={t("chooseThread")}>
              <p>{t("chooseThreadHint")}</p>
              <p class="threads-keys">
                <Keys keys={appAction("nextThread").keys ?? ""} />
                <Keys keys={appAction("previousThread").keys ?? ""} />
              </p>
            </Empty>
          </div>
        </Show>
      </div>
    </ChatText>
  );
}

function Head() {
  return (
    <>
      <header class="channel-head">
        <IconButton class="only-narrow" icon="menu" label={t("openSidebar")} onClick={() => setSidebarOpen(true)} />
        <div class="channel-title">
          <h1>{t("threads")}</h1>
        </div>
        <IconButton
          icon="check"
          label={t("readAllThreads")}
          onClick={() => attempt(readAllThreads(team()?.id ?? ""))}
        />
      </header>
      <div class="threads-tabs" role="group" aria-label={t("filter")}>
        <For each={FILTERS}>
          {(one) => (
            <button type="button" class="channel-count" aria-pressed={filter() === one} onClick={() => setFilter(one)}>
              {t(FILTER_NAMES[one])}
            </button>
          )}
        </For>
      </div>
    </>
  );
}

function ThreadRow(props: { id: string }) {
  const thread = () => store.row("threads", props.id);
  const post = () => store.row("posts", props.id) ?? thread()?.post;
  const author = () => {
    wantUser(post()?.user_id ?? "");
    return store.row("users", post()?.user_id ?? "");
  };
  const current = () => openedThread() === props.id;
  let row: HTMLButtonElement | undefined;
  // By keys one comes to those that are out of sight.
  createEffect(() => current() && row?.scrollIntoView({ block: "nearest" }));
  return (
    <Show when={thread()}>
      {(shown) => (
        <div class="thread-item" data-current={current() ? "" : undefined}>
          <button
            ref={row}
            type="button"
            class="thread-row"
            data-unread={shown().unread_replies > 0 ? "" : undefined}
            aria-current={current() ? "true" : undefined}
            onClick={() => openThreadOf(props.id)}
            onKeyDown={(event) => onThreadKey(event, shown())}
          >
            <Avatar name={nameOf(author())} src={pictureOf(author())} />
            <span class="thread-row-head">
              <strong>{nameOf(author())}</strong>
              <small>{channelName(store.row("channels", shown().post.channel_id))}</small>
            </span>
            <time>{formatRelative(shown().last_reply_at, Date.now())}</time>
            <p>
              <Summary text={post()?.message ?? ""} version={`${props.id}/${post()?.update_at}/${post()?.edit_at}`} />
            </p>
            <span class="thread-row-foot">
              <Show when={shown().unread_replies > 0}>
                <span class="thread-row-dot" />
              </Show>
              <small>
                {shown().unread_replies > 0
                  ? t("newReplies", { count: shown().unread_replies })
                  : t("replyCount", { count: shown().reply_count })}
              </small>
              <CountBadge
                count={shown().unread_mentions}
                label={t("mentionCount", { count: shown().unread_mentions })}
              />
            </span>
          </button>
          <MenuButton size="small" label={t("threadActions")} align="end" items={() => threadMenu(shown())} />
        </div>
      )}
    </Show>
  );
}
