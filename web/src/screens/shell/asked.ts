// What the window was opened for: a shortcut of the installed app (`/?open=inbox`), or something that another app shares.
import { createEffect, on } from "solid-js";
import { appAction } from "../../actions/app";
import { loaded } from "../../query/world";
import { setDialog, team } from "../place";

/** The names of actions that shortcuts begin; as in the manifest, which the build writes. */
const SHORTCUTS = new Set(["direct", "inbox", "search"]);

/** Read at once: going to the channel that was open last takes it out of the address. */
const asked = new URLSearchParams(location.search).get("open") ?? "";

/** Does what was asked for, once it is known where. Called once, while the window is made. */
export function doAsked(): void {
  if (asked === "") return;
  const ready = () => loaded() && team() !== undefined;
  let done = false;
  createEffect(
    on(ready, (is) => {
      if (!is || done) return;
      done = true;
      // After the channel that the address leads to.
      queueMicrotask(() => {
        if (asked === "share") setDialog({ kind: "share" });
        else if (SHORTCUTS.has(asked)) appAction(asked).perform();
      });
    }),
  );
}
