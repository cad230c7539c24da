// What stands beside the channel, and windows that hold one thing alone.
//
// A thread or a second channel at the side is there again after a reload. A window of its own knows by its name that it is
// one, which it keeps on reload, so nothing of it stands in addresses that people copy.
import { createEffect, on } from "solid-js";
import { loadPost } from "../../query/windows";
import { loaded, store } from "../../query/world";
import { route } from "../../route";
import { keep, kept, type Panel, panel, setPanel } from "../place";

const BESIDE = "muster.beside";
const ALONE = "muster-alone-";
/** Where the panel would cover the channel nothing opens by itself; as in `shell.css`. */
const NARROW = "(max-width: 62rem)";
const WINDOW = { width: 480, height: 720 };

/** Whether this window was opened for one thread or channel. */
export const isAlone = window.name.startsWith(ALONE);

/** Opens an address in a small window; a second time it comes to the front. */
export function popOut(path: string, name: string): void {
  window.open(path, ALONE + name, `popup,width=${WINDOW.width},height=${WINDOW.height}`)?.focus();
}

/** Keeps what stands beside, and brings it back when the window opens. Called once, while the window is made. */
export function rememberBeside(): void {
  if (isAlone) return;
  createEffect(
    on(loaded, (is, was) => {
      const { screen } = route();
      const inChannel = screen === "home" || screen === "channel" || screen === "direct";
      if (is && !was && inChannel && !panel() && !matchMedia(NARROW).matches) void bringBack();
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
