// Begins to keep the last days once the first load is done, and ends it with the session, or when it is turned off.
import { createEffect, createRoot, onCleanup } from "solid-js";
import { keepsDays } from "./kept-days";
import { loaded } from "./world";

/** Keeps the days of a session as long as that is wanted; returns what stops it. */
export function followDays(userId: string): () => void {
  return createRoot((dispose) => {
    createEffect(() => {
      if (!loaded() || !keepsDays()) return;
      let stop = () => {};
      let isOver = false;
      import("./days-fill")
        .then(({ fillDays }) => {
          if (!isOver) stop = fillDays(userId);
        })
        .catch(() => undefined);
      onCleanup(() => {
        isOver = true;
        stop();
      });
    });
    return dispose;
  });
}
