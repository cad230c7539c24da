// The posts of a channel: a window onto a list that may be a hundred thousand long. Only what is near the eye is drawn;
// both ends are loaded before they are reached, and the far one is dropped.
import { createEffect, createMemo, createSignal, on, onCleanup, onMount, Show, untrack } from "solid-js";
import { Virtualizer, type VirtualizerHandle } from "virtua/solid";
import { formatDate } from "../../i18n/language";
import { afterPaint } from "../../query/after-paint";
import { restoreWindow } from "../../query/cache";
import { lastUnread, viewChannel } from "../../query/do";
import { show } from "../../query/shown";
import { type End, extend, isOver, jumpToEnd, openAround, openChannel, trim } from "../../query/windows";
import { caughtUp, link, store } from "../../query/world";
import { channelWindow } from "../../state/tables";
import { Button, Icon, Skeleton } from "../../ui";
import { walk } from "../../ui/walk";
import type { Post } from "../../wire.gen";
import { lit, setLit } from "../place";
import { t } from "../strings";
import { Announcer } from "./announcer";
import { Beginning } from "./beginning";
import { changedAbove, type Line, lines } from "./lines";
import type { Missed } from "./missed";
import { Notices } from "./notices";
import { PendingItem, PostItem } from "./post";
import { createLastOwn, SeenBy } from "./seen-by";
import { settle, type Target } from "./settle";
import { heightsOf, keepHeights } from "./sizes";
import "./list.css";

/** Loading begins this far before an end, in pixels: some three screens. */
const AHEAD_PX = 1_600;
/** This close to the end counts as at the end. */
const END_PX = 48;
/** How long a post that an address points to stays lit. */
const LIT_MS = 2_500;
/** As wide as lists are drawn now, in the middle and beside it: heights hold at one width. */
const drawnWidth = { center: 0, beside: 0 };

interface PostListProps {
  readonly channelId: string;
  /** Whether it is the one that is seen; others wait in the page. */
  readonly shown: boolean;
  readonly focusPost: string;
  readonly missed: Missed;
  readonly place?: keyof typeof drawnWidth;
}

export function PostList(props: PostListProps) {
  const key = () => channelWindow(props.channelId);
  const window_ = () => store.row("windows", key());
  const where = untrack(() => props.place ?? "center");
  const [handle, setHandle] = createSignal<VirtualizerHandle>();
  const [atEnd, setAtEnd] = createSignal(true);
  const [problem, setProblem] = createSignal(false);
  let scroller!: HTMLDivElement;
  let log!: HTMLDivElement;
  let placed = false;
  /** Where the list stood when it was scrolled last. */
  let stood = 0;
  let last: VirtualizerHandle | undefined;

  const pending = createMemo<Post[]>(() => {
    const posts: Post[] = [];
    for (const row of store.all("pending").values()) {
      if (row.post.channel_id === props.channelId && row.post.root_id === "") posts.push(row.post);
    }
    return posts.sort((a, b) => a.create_at - b.create_at);
  });
  const made = createMemo<Line[]>((before) => {
    const shown = window_();
    if (!shown) return [];
    return lines(
      {
        ids: shown.ids,
        pending: shown.newest ? pending() : [],
        postOf: (id) => store.get("posts", id),
        oldest: shown.oldest,
        readUpTo: props.missed.since,
        me: store.me,
      },
      before,
    );
  }, []);

  const lastOwn = createLastOwn(props, made);

  // Asked of each change and not of what is under way: somebody may say something while an older page is on its way.
  let drawn: readonly Line[] = [];
  const shift = createMemo(() => {
    const above = changedAbove(made(), drawn);
    drawn = made();
    return above;
  });

  const known = heightsOf(props.channelId, made(), drawnWidth[where]);
  // Virtua draws once it was told how tall the list is, after the first layout; what is known to be in sight need not wait.
  const [early, setEarly] = createSignal<readonly number[]>(known && props.focusPost === "" ? known.last : []);

  // What has the focus stays drawn, however far away the list is scrolled.
  const [standing, setStanding] = createSignal("");
  const held = createMemo(() => {
    const id = standing();
    const at = id === "" ? -1 : made().findIndex((line) => line.kind === "post" && line.id === id);
    return at < 0 ? early() : [...early(), at];
  });

  // How much was said since the reader was at the end, or came here.
  const [heard, setHeard] = createSignal(0);
  const total = () => store.row("channels", props.channelId)?.total_msg_count_root ?? 0;
  const arrived = () => Math.max(0, total() - heard());
  // What came while the reader was away, until the end was reached.
  const [missed, setMissed] = createSignal(0);
  createEffect(() => {
    if (!atEnd()) return;
    setHeard(total());
    setMissed(0);
  });
  const toEndLabel = () => {
    if (missed() === 0) return arrived() > 0 ? t("newMessagesCount", { count: arrived() }) : t("toLatest");
    return t("newSince", { count: missed() + arrived(), when: formatDate(props.missed.since, "moment") });
  };

  const toEnd = () => handle()?.scrollToIndex(made().length - 1, { align: "end" });

  const load = async () => {
    setProblem(false);
    try {
      if (props.focusPost !== "") {
        await openAround(props.channelId, props.focusPost);
      } else {
        // What lies on the disk is shown until the server has answered; whether more was said since, only that knows.
        await Promise.all([restoreWindow(key()), openChannel(props.channelId)]);
      }
    } catch {
      setProblem(store.get("windows", key()) === undefined);
    }
  };

  /** Where reading goes on: the post asked for, the line above what is new, else the end. */
  const start = (): Target => {
    const all = made();
    const asked = all.findIndex((line) => line.kind === "post" && line.id === props.focusPost);
    if (asked >= 0) return { index: asked, align: "center" };
    const fresh = all.findIndex((line) => line.kind === "new");
    if (fresh >= 0) return { index: Math.max(0, fresh - 1), align: "start" };
    return { index: all.length - 1, align: "end" };
  };
  let letGo = () => {};
  onCleanup(() => {
    letGo();
    if (last && last.viewportSize > 0) keepHeights(props.channelId, made(), drawnWidth[where], last);
  });
  const leave = () => {
    letGo();
    // Nothing tells a post that is hidden that the pointer is no longer on it.
    for (const bar of log.querySelectorAll(".post-tools")) {
      bar.closest(".post")?.dispatchEvent(new Event("pointerleave"));
    }
    for (const playing of log.querySelectorAll<HTMLMediaElement>("audio, video")) playing.pause();
  };
  const place = () => {
    const to = handle();
    if (made().length === 0 || !to || !props.shown) return;
    letGo();
    // Until the list has scrolled nobody else says where it stands.
    const { align } = start();
    setAtEnd(align === "end");
    setHeard(untrack(total));
    setMissed(align === "start" ? props.missed.count : 0);
    if (align === "center" && lit() !== props.focusPost) {
      setLit(props.focusPost);
      globalThis.setTimeout(() => setLit(""), LIT_MS);
    }
    letGo = settle(to, scroller, start, () => {
      placed = true;
      setEarly([]);
      onScroll(to.scrollOffset);
      fill();
    });
  };

  createEffect(
    on(
      () => [props.shown, props.focusPost] as const,
      ([shown]) => {
        placed = false;
        if (shown) void load().then(() => queueMicrotask(place));
        else leave();
      },
    ),
  );
  createEffect(
    on(made, (now, before) => {
      if (!props.shown) return;
      if (!placed && now.length > 0) queueMicrotask(place);
      else if (before && now.at(-1) !== before.at(-1) && atEnd() && window_()?.newest) queueMicrotask(toEnd);
    }),
  );
  createEffect(() => props.shown && onCleanup(show(key())));
  read(props, atEnd);

  const grow = async (end: End) => {
    const shown = window_();
    if (!shown || (end === "older" ? shown.oldest : shown.newest)) return;
    try {
      await extend(key(), end);
    } catch {
      // The next scroll asks again, or the link when it is back.
      return;
    }
    if (!isOver(key())) return;
    requestAnimationFrame(() => trim(key(), end === "older" ? "newer" : "older"));
  };
  const onScroll = (offset: number) => {
    const to = handle();
    if (!to || !placed) return;
    // Its height as it is now: the list hears of it after the scrolling that a shorter composer makes.
    const below = to.scrollSize - offset - scroller.clientHeight;
    // A line that turns out taller than it was taken for takes nobody from the end: who leaves it scrolls back.
    const stays = atEnd() && offset >= stood;
    stood = offset;
    setAtEnd((below < END_PX || stays) && (window_()?.newest ?? true));
    if (offset < AHEAD_PX) void grow("older");
    else if (below < AHEAD_PX) void grow("newer");
  };
  // Without a network an end may have been reached that is none; nobody need move the list for what comes after it.
  createEffect(
    on([link, caughtUp], ([now]) => now === "open" && props.shown && onScroll(handle()?.scrollOffset ?? 0), {
      defer: true,
    }),
  );
  /** A page that does not fill the screen never scrolls. */
  const fill = () => {
    const to = handle();
    if (to && placed && to.scrollSize < to.viewportSize + AHEAD_PX / 2) void grow("older");
  };
  onMount(() => {
    createEffect(() => {
      made();
      queueMicrotask(fill);
    });
    const resized = new ResizeObserver(() => {
      drawnWidth[where] = scroller.clientWidth || drawnWidth[where];
      if (atEnd() && placed && window_()?.newest) toEnd();
    });
    resized.observe(scroller);
    // The last post grows, too: a reaction, a picture that loads.
    resized.observe(log);
    onCleanup(() => resized.disconnect());
  });

  const end = async () => {
    if (!window_()?.newest) await jumpToEnd(props.channelId);
    queueMicrotask(toEnd);
  };

  // Whoever writes sees what they wrote, wherever they were reading.
  createEffect(
    on(
      () => pending().length,
      (now, before = 0) => now > before && placed && props.shown && !atEnd() && void end(),
      { defer: true },
    ),
  );

  return (
    <div class="posts" data-shown={props.shown ? "" : undefined}>
      <Show when={!window_() && !problem()}>
        <div class="posts-wait">
          <Skeleton lines={9} avatar />
        </div>
      </Show>
      {/* What was read before can be read again; the banner says that there is no connection. */}
      <Show when={problem() && !window_()}>
        <div class="posts-problem">
          <p>{t("notLoaded")}</p>
          <Button onClick={() => void load()}>{t("tryAgain")}</Button>
        </div>
      </Show>
      <section
        class="posts-scroller"
        ref={scroller}
        aria-label={t("messages")}
        tabindex={0}
        onKeyDown={(event) => {
          const target = event.target as HTMLElement;
          if (target === scroller || target.matches(".post")) walk(event, scroller, ".post");
        }}
        onFocusIn={(event) =>
          setStanding((event.target as HTMLElement).closest(".post")?.id.slice("post-".length) ?? "")
        }
      >
        <div class="posts-room" />
        <div role="log" aria-live="off" ref={log}>
          <Virtualizer
            data={made()}
            ref={(one) => {
              last = one ?? last;
              setHandle(one);
            }}
            cache={known?.heights}
            scrollRef={scroller}
            shift={shift()}
            onScroll={onScroll}
            bufferSize={600}
            keepMounted={held()}
          >
            {(line) => <LineItem line={line} channelId={props.channelId} lastOwn={lastOwn()} />}
          </Virtualizer>
        </div>
      </section>
      <Show when={!atEnd()}>
        <div class="posts-jump">
          <Button size="small" icon="arrowDown" onClick={() => void end()}>
            {toEndLabel()}
          </Button>
        </div>
      </Show>
      <Announcer windowKey={props.shown ? key() : ""} />
    </div>
  );
}

/** What is at the end of a channel that is looked at has been read. */
function read(props: { channelId: string; shown: boolean }, atEnd: () => boolean): void {
  const [focused, setFocused] = createSignal(document.hasFocus());
  const onFocus = () => setFocused(true);
  const onBlur = () => setFocused(false);
  window.addEventListener("focus", onFocus);
  window.addEventListener("blur", onBlur);
  onCleanup(() => {
    window.removeEventListener("focus", onFocus);
    window.removeEventListener("blur", onBlur);
  });
  let viewed = "";
  createEffect(() => {
    const id = props.channelId;
    if (!props.shown) {
      viewed = "";
      return;
    }
    const channel = store.row("channels", id);
    const member = store.row("members", id);
    if (!focused() || !channel || !member) return;
    const behind = channel.total_msg_count > member.msg_count || member.mention_count > 0;
    if (viewed === id && (!behind || !atEnd())) return;
    // A reader who marked something as unread leaves it so until the channel is opened again.
    if (viewed === id && member.last_viewed_at < (lastUnread.get(id) ?? 0)) return;
    viewed = id;
    // Counts are loaded again after the reconnect when this cannot be told now.
    afterPaint(() => viewChannel(id).catch(() => undefined));
  });
}

function LineItem(props: { line: Line; channelId: string; lastOwn: string }) {
  // What a line is never changes: another one is another object.
  const { line } = props;
  switch (line.kind) {
    case "begin":
      return <Beginning channelId={props.channelId} />;
    case "day":
      return (
        <div class="line-day" role="separator">
          <span>{formatDate(line.at, "day")}</span>
        </div>
      );
    case "new":
      return (
        <div class="line-new" role="separator">
          <span>
            <Icon name="arrowDown" size="small" />
            {t("newMessages")}
          </span>
        </div>
      );
    case "post":
      return (
        <>
          <PostItem id={line.id} first={line.first} lit={lit() === line.id} />
          <Show when={props.lastOwn === line.id}>
            <SeenBy channelId={props.channelId} postId={line.id} />
          </Show>
        </>
      );
    case "notices":
      return <Notices ids={line.ids} />;
    case "pending":
      return <PendingItem id={line.id} first={line.first} />;
    default:
      return never(line);
  }
}

function never(line: never): never {
  throw new Error(`no such line: ${JSON.stringify(line)}`);
}
