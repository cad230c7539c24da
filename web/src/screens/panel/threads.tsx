// All threads that the reader follows in a team, the latest first.
import { createEffect, createSignal, For, on, onMount, Show } from "solid-js";
import { formatRelative } from "../../i18n/language";
import { readAllThreads } from "../../query/do";
import { loadThreads } from "../../query/load";
import { wantUser } from "../../query/people";
import { caughtUp, channelName, nameOf, store } from "../../query/world";
import { put } from "../../state/tables";
import { Summary } from "../../text/summary";
import { Avatar, Button, CountBadge, Empty, IconButton, Skeleton } from "../../ui";
import { walk } from "../../ui/walk";
import { attempt } from "../channel/menu";
import { pictureOf } from "../pictures";
import { panel, setPanel, setSidebarOpen, team } from "../place";
import { takeUp } from "../shell/regions";
import { t } from "../strings";
import "../channel/channel.css";
import "./panel.css";

export default function ThreadsScreen() {
  const [unread, setUnread] = createSignal(false);
  const [ready, setReady] = createSignal(false);
  const [more, setMore] = createSignal(false);

  const ids = () => {
    const found = [...store.all("threads").keys()].flatMap((id) => store.row("threads", id) ?? []);
    const here = found.filter((thread) => {
      const channel = store.get("channels", thread.post.channel_id);
      return channel && (channel.team_id === "" || channel.team_id === team()?.id);
    });
    const wanted = unread() ? here.filter((thread) => thread.unread_replies > 0) : here;
    return wanted.sort((a, b) => b.last_reply_at - a.last_reply_at).map((thread) => thread.id);
  };

  const load = async (before?: string) => {
    const id = team()?.id;
    if (!id) return;
    const found = await loadThreads(id, { before, unread: unread() });
    setMore(found.length >= 30);
    setReady(true);
  };
  createEffect(
    on([() => team()?.id, unread, caughtUp], () => {
      setReady(false);
      attempt(load());
    }),
  );

  onMount(takeUp);

  return (
    <>
      <header class="channel-head">
        <IconButton class="only-narrow" icon="menu" label={t("openSidebar")} onClick={() => setSidebarOpen(true)} />
        <div class="channel-title">
          <h1>{t("threads")}</h1>
        </div>
        <div class="threads-tabs" role="group" aria-label={t("filter")}>
          <button type="button" class="channel-count" aria-pressed={!unread()} onClick={() => setUnread(false)}>
            {t("allThreads")}
          </button>
          <button type="button" class="channel-count" aria-pressed={unread()} onClick={() => setUnread(true)}>
            {t("unreads")}
          </button>
        </div>
        <IconButton
          icon="check"
          label={t("readAllThreads")}
          onClick={() => attempt(readAllThreads(team()?.id ?? ""))}
        />
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through the threads inside. */}
      <div class="threads" onKeyDown={(event) => walk(event, event.currentTarget, ".thread-row")}>
        <Show when={ready() || ids().length > 0} fallback={<Skeleton lines={8} avatar />}>
          <For
            each={ids()}
            fallback={
              <Empty icon="thread" title={t("noThreads")}>
                {t("noThreadsHint")}
              </Empty>
            }
          >
            {(id) => <ThreadRow id={id} />}
          </For>
          <Show when={more()}>
            <div class="panel-find">
              <Button onClick={() => attempt(load(ids().at(-1)))}>{t("more")}</Button>
            </div>
          </Show>
        </Show>
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
  const current = () => {
    const shown = panel();
    return shown?.kind === "thread" && shown.rootId === props.id;
  };
  const open = () => {
    const shown = thread();
    if (shown && !store.get("posts", props.id))
      store.commit([put("posts", props.id, { ...shown.post, is_following: true })]);
    setPanel({ kind: "thread", rootId: props.id });
  };
  return (
    <Show when={thread()}>
      {(shown) => (
        <button
          type="button"
          class="thread-row"
          data-unread={shown().unread_replies > 0 ? "" : undefined}
          data-current={current() ? "" : undefined}
          onClick={open}
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
            <CountBadge count={shown().unread_mentions} label={t("mentionCount", { count: shown().unread_mentions })} />
          </span>
        </button>
      )}
    </Show>
  );
}
