// What stands beside the channel, and windows that hold one thing alone.
//
// In a narrow window the panel covers the channel. It makes room for what the reader goes to, and a list of messages leads
// there and back.
//
// A thread or a second channel at the side is there again after a reload. A window of its own knows by its name that it is
// one, which it keeps on reload, so nothing of it stands in addresses that people copy.
import { createEffect, createSignal, on } from "solid-js";
import { loadPost } from "../../query/windows";
import { loaded, store } from "../../query/world";
import { route } from "../../route";
import { isList, keep, kept, type Panel, panel, setPanel } from "../place";

const BESIDE = "muster.beside";
const ALONE = "muster-alone-";
/** Where the panel covers the channel; as in `shell.css`. */
const isNarrow = (): boolean => matchMedia("(max-width: 62rem)").matches;
const WINDOW = { width: 480, height: 720 };

/** Whether this window was opened for one thread or channel. */
export const isAlone = window.name.startsWith(ALONE);

/** Opens an address in a small window; a second time it comes to the front. */
export function popOut(path: string, name: string): void {
  window.open(path, ALONE + name, `popup,width=${WINDOW.width},height=${WINDOW.height}`)?.focus();
}

/** A list that made room for one of its messages. */
interface Aside {
  readonly list: Panel;
  readonly postId: string;
}

const [aside, setAside] = createSignal<Aside>();

/** The list that made room for the message that is shown. */
export function listAside(): Panel | undefined {
  const now = route();
  const left = aside();
  return left && "post" in now && now.post === left.postId ? left.list : undefined;
}

/** Closes the panel where it covers the channel. */
export function giveRoom(): void {
  if (panel() && isNarrow()) setPanel(undefined);
}

/** In a narrow window, closes the panel when the reader goes somewhere else. Called once, while the window is made. */
export function makeRoom(): void {
  createEffect(
    on(route, (now, before) => {
      // Elsewhere nothing leads back.
      if (listAside() === undefined) setAside(undefined);
      const covering = panel();
      // A link to a message is on its way to a channel, and the start to the one that was open last.
      if (!covering || before?.screen === "home" || now.screen === "permalink" || !isNarrow()) return;
      const postId = "post" in now ? now.post : "";
      // A link to a reply leads to its thread.
      if (covering.kind === "thread" && covering.rootId === postId) return;
      if (isList(covering) && postId !== "") setAside({ list: covering, postId });
      setPanel(undefined);
    }),
  );
}

/** Keeps what stands beside, and brings it back when the window opens. Called once, while the window is made. */
export function rememberBeside(): void {
  if (isAlone) return;
  createEffect(
    on(loaded, (is, was) => {
      const { screen } = route();
      const inChannel = screen === "home" || screen === "channel" || screen === "direct";
      // Nothing covers the channel by itself.
      if (is && !was && inChannel && !panel() && !isNarrow()) void bringBack();
    }),
  );
  createEffect(
    on(
      panel,
      (now) => {
        if (!now) keep(BESIDE, "");
        else if (now.kind === "thread") keep(BESIDE, JSON.stringify({ kind: now.kind, rootId: now.rootId }));
        else if (now.kind === "channel") keep(BESIDE, JSON.stringify(now));
      },
      { defer: true },
    ),
  );
}

/** Opens what was kept, unless it is not the reader's any more. */
async function bringBack(): Promise<void> {
  const found = read(kept(BESIDE));
  if (found?.kind === "thread") {
    const isThere = await loadPost(found.rootId).then(
      () => true,
      () => false,
    );
    if (!isThere) return;
  }
  if (found && !panel()) setPanel(found);
}

function read(text: string): Panel | undefined {
  try {
    const found = JSON.parse(text) as { kind?: unknown; rootId?: unknown; channelId?: unknown } | null;
    if (found?.kind === "thread" && typeof found.rootId === "string") return { kind: "thread", rootId: found.rootId };
    if (found?.kind === "channel" && typeof found.channelId === "string" && store.get("members", found.channelId))
      return { kind: "channel", channelId: found.channelId };
  } catch {
    // Nothing was kept.
  }
  return undefined;
}
