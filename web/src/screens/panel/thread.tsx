// A thread: the post that began it, the replies, and where to reply.
import { createEffect, createMemo, createSignal, on, onCleanup, Show } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { followThread, readThread } from "../../query/do";
import { show } from "../../query/shown";
import { type End, extend, isOver, loadPost, openThread, trim } from "../../query/windows";
import { caughtUp, channelName, currentSocket, link, store } from "../../query/world";
import { threadWindow } from "../../state/tables";
import { Button, Skeleton } from "../../ui";
import { walk } from "../../ui/walk";
import { Announcer } from "../channel/announcer";
import { attempt } from "../channel/menu";
import { PendingItem, PostItem } from "../channel/post";
import { settle } from "../channel/settle";
import { Typing } from "../channel/typing";
import { Writing } from "../channel/writing";
import { team } from "../place";
import { t } from "../strings";
import { PanelHead } from "./head";
import { PopOut } from "./pop-out";

type Row = {
  readonly key: string;
  readonly kind: "root" | "rule" | "post" | "pending";
  readonly id: string;
  readonly first: boolean;
};

const GROUP_MS = 5 * 60_000;
/** Closer than this to the end counts as there. */
const END_PX = 48;
/** The next page is asked for this far ahead. */
const AHEAD_PX = 1_500;

export function ThreadPanel(props: { rootId: string }) {
  const root = () => store.row("posts", props.rootId);
  const window = () => store.row("windows", threadWindow(props.rootId));
  const channel = () => store.row("channels", root()?.channel_id ?? "");
  const [handle, setHandle] = createSignal<VirtualizerHandle>();
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const [atEnd, setAtEnd] = createSignal(true);
  /** Until the list has scrolled to where reading begins, it is at no end that would ask for more. */
  let placed = false;

  const rows = createMemo<Row[]>((before) => {
    const known = new Map(before.map((row) => [row.key, row]));
    const made: Row[] = [];
    const ids = window()?.ids ?? [];
    // Where older replies are a page away, what began the thread stands above those.
    if (window()?.oldest ?? true) {
      made.push({ key: `root/${props.rootId}`, kind: "root", id: props.rootId, first: true });
      if ((root()?.reply_count ?? 0) > 0 || ids.length > 0)
        made.push({ key: "rule", kind: "rule", id: "", first: true });
    }
    let author = "";
    let at = 0;
    for (const id of ids) {
      const post = store.get("posts", id);
      if (!post) continue;
      const first = post.user_id !== author || post.create_at - at > GROUP_MS;
      made.push({ key: `${id}/${first}`, kind: "post", id, first });
      author = post.user_id;
      at = post.create_at;
    }
    for (const row of store.all("pending").values()) {
      if (row.post.root_id !== props.rootId || window()?.newest === false) continue;
      made.push({ key: row.post.id, kind: "pending", id: row.post.id, first: author !== store.me });
      author = store.me;
    }
    return made.map((row) => known.get(row.key) ?? row);
  }, []);

  // Counted from the end where rows come or go above those that stayed.
  let drawn: readonly Row[] = [];
  const shift = createMemo(() => {
    const now = rows();
    const above = now[0] !== drawn[0] && now.length > 0 && now.at(-1) === drawn.at(-1);
    drawn = now;
    return above;
  });

  const toEnd = () => handle()?.scrollToIndex(rows().length - 1, { align: "end" });
  let letGo = () => {};
  onCleanup(() => letGo());
  const open = async (id: string) => {
    placed = false;
    letGo();
    await Promise.all([loadPost(id), openThread(id)]);
    const [to, element] = [handle(), scroller()];
    if (!to || !element || id !== props.rootId) return;
    letGo = settle(
      to,
      element,
      () => ({ index: rows().length - 1, align: "end" }),
      () => {
        placed = true;
        onScroll(to.scrollOffset);
      },
    );
  };
  createEffect(
    on(
      () => props.rootId,
      (id) => {
        onCleanup(show(threadWindow(id)));
        // What is here already is shown; the banner says when the server is away.
        open(id).catch(() => undefined);
        const channelId = store.get("posts", id)?.channel_id ?? "";
        currentSocket()?.say("presence", { thread_channel_id: channelId, is_thread_view: false });
      },
    ),
  );
  createEffect(
    on(rows, (now, before) => {
      if (before && now.at(-1) !== before.at(-1) && atEnd()) queueMicrotask(toEnd);
      const post = root();
      // The thread stays unread until it can be told.
      if (post && document.hasFocus()) readThread(post).catch(() => undefined);
    }),
  );

  // Whoever replies sees what they wrote, wherever they were reading.
  createEffect(
    on(
      () => [...store.all("pending").values()].filter((row) => row.post.root_id === props.rootId).length,
      (now, before = 0) => {
        if (now > before && window()?.newest === false) open(props.rootId).catch(() => undefined);
      },
      { defer: true },
    ),
  );

  const grow = async (end: End) => {
    const key = threadWindow(props.rootId);
    const shown = window();
    if (!shown || (end === "older" ? shown.oldest : shown.newest)) return;
    try {
      await extend(key, end);
    } catch {
      // The next scroll asks again, or the link when it is back.
      return;
    }
    if (isOver(key)) requestAnimationFrame(() => trim(key, end === "older" ? "newer" : "older"));
  };
  const onScroll = (offset: number) => {
    const [to, element] = [handle(), scroller()];
    if (!to || !element) return;
    // Its height as it is now: the list hears of it after the scrolling that a shorter composer makes.
    const below = to.scrollSize - offset - element.clientHeight;
    setAtEnd(below < END_PX && (window()?.newest ?? true));
    if (!placed) return;
    if (offset < AHEAD_PX) void grow("older");
    else if (below < AHEAD_PX) void grow("newer");
  };
  // Without a network an end may have been reached that is none; nobody need move the list for what comes after it.
  createEffect(
    on([link, caughtUp], ([now]) => now === "open" && onScroll(handle()?.scrollOffset ?? 0), { defer: true }),
  );

  return (
    <>
      <PanelHead title={t("thread")} hint={channelName(channel())}>
        <Show when={root()}>
          {(post) => (
            <Button
              size="small"
              kind="quiet"
              aria-pressed={post().is_following === true}
              onClick={() => attempt(followThread(post(), !post().is_following))}
            >
              {post().is_following ? t("following") : t("follow")}
            </Button>
          )}
        </Show>
        <PopOut path={`/${team()?.name ?? ""}/thread/${props.rootId}`} name={props.rootId} />
      </PanelHead>
      <div
        class="panel-body"
        ref={setScroller}
        role="log"
        aria-live="off"
        aria-label={t("thread")}
        tabindex={0}
        onKeyDown={(event) => {
          const target = event.target as HTMLElement;
          if (target === scroller() || target.matches(".post")) walk(event, event.currentTarget, ".post");
        }}
      >
        <Show when={root()} fallback={<Skeleton lines={5} avatar />}>
          <Show when={scroller()}>
            {(element) => (
              <Virtualizer
                data={rows()}
                scrollRef={element()}
                ref={(one) => setHandle(one)}
                shift={shift()}
                onScroll={onScroll}
              >
                {(row) => <ThreadRow row={row} />}
              </Virtualizer>
            )}
          </Show>
        </Show>
      </div>
      <Announcer windowKey={threadWindow(props.rootId)} />
      <Show when={root()}>
        {(post) => (
          <>
            <Typing channelId={post().channel_id} rootId={props.rootId} />
            <Writing channelId={post().channel_id} rootId={props.rootId} />
          </>
        )}
      </Show>
    </>
  );
}

function ThreadRow(props: { row: Row }) {
  return (
    <Show
      when={props.row.kind === "rule"}
      fallback={
        <Show
          when={props.row.kind === "pending"}
          fallback={<PostItem id={props.row.id} first={props.row.first} place="thread" />}
        >
          <PendingItem id={props.row.id} first={props.row.first} />
        </Show>
      }
    >
      <div class="panel-rule">{t("replies")}</div>
    </Show>
  );
}
