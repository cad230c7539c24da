// A thread: the post that began it, the replies, and where to reply.
import { createEffect, createMemo, createSignal, on, onCleanup, Show } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { followThread, readThread } from "../../query/do";
import { show } from "../../query/shown";
import { loadPost, openThread } from "../../query/windows";
import { channelName, currentSocket, store } from "../../query/world";
import { threadWindow } from "../../state/tables";
import { Button, Skeleton } from "../../ui";
import { walk } from "../../ui/walk";
import { Announcer } from "../channel/announcer";
import { Composer } from "../channel/composer";
import { attempt } from "../channel/menu";
import { PendingItem, PostItem } from "../channel/post";
import { Typing } from "../channel/typing";
import { t } from "../strings";
import { PanelHead } from "./head";

type Row = {
  readonly key: string;
  readonly kind: "root" | "rule" | "post" | "pending";
  readonly id: string;
  readonly first: boolean;
};

const GROUP_MS = 5 * 60_000;

export function ThreadPanel(props: { rootId: string }) {
  const root = () => store.row("posts", props.rootId);
  const window = () => store.row("windows", threadWindow(props.rootId));
  const channel = () => store.row("channels", root()?.channel_id ?? "");
  const [handle, setHandle] = createSignal<VirtualizerHandle>();
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const [atEnd, setAtEnd] = createSignal(true);

  const rows = createMemo<Row[]>((before) => {
    const known = new Map(before.map((row) => [row.key, row]));
    const made: Row[] = [{ key: `root/${props.rootId}`, kind: "root", id: props.rootId, first: true }];
    const ids = window()?.ids ?? [];
    if ((root()?.reply_count ?? 0) > 0 || ids.length > 0) made.push({ key: "rule", kind: "rule", id: "", first: true });
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
      if (row.post.root_id !== props.rootId) continue;
      made.push({ key: row.post.id, kind: "pending", id: row.post.id, first: author !== store.me });
      author = store.me;
    }
    return made.map((row) => known.get(row.key) ?? row);
  }, []);

  createEffect(
    on(
      () => props.rootId,
      (id) => {
        onCleanup(show(threadWindow(id)));
        // What is here already is shown; the banner says when the server is away.
        void Promise.all([loadPost(id), openThread(id)])
          .then(() => handle()?.scrollToIndex(rows().length - 1, { align: "end" }))
          .catch(() => undefined);
        const channelId = store.get("posts", id)?.channel_id ?? "";
        currentSocket()?.say("presence", { thread_channel_id: channelId, is_thread_view: false });
      },
    ),
  );
  createEffect(
    on(rows, (now, before) => {
      if (before && now.length > before.length && atEnd()) {
        queueMicrotask(() => handle()?.scrollToIndex(now.length - 1, { align: "end" }));
      }
      const post = root();
      // The thread stays unread until it can be told.
      if (post && document.hasFocus()) readThread(post).catch(() => undefined);
    }),
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
                onScroll={(offset) => {
                  const to = handle();
                  if (to) setAtEnd(to.scrollSize - offset - to.viewportSize < 48);
                }}
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
            <Composer channelId={post().channel_id} rootId={props.rootId} />
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
