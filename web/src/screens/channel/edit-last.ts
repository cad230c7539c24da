// Mending what one wrote last, by one key. What is still on its way is awaited: the one before it was not meant.
import { createEffect, createSignal } from "solid-js";
import { store } from "../../query/world";
import { channelWindow, threadWindow } from "../../state/tables";
import { setEditing } from "./tools";

interface Place {
  readonly channelId: string;
  readonly rootId: string;
}

export interface EditLast {
  edit(): void;
  /** Whoever goes on writing waits for nothing. */
  forget(): void;
}

export function createEditLast(place: Place): EditLast {
  const [isAwaited, setAwaited] = createSignal(false);
  const isOnItsWay = () =>
    [...store.all("pending").keys()].some((id) => {
      const row = store.row("pending", id);
      const isHere = row?.post.channel_id === place.channelId && row.post.root_id === place.rootId;
      return isHere && row.state === "waiting";
    });
  createEffect(() => {
    if (!isAwaited() || isOnItsWay()) return;
    setAwaited(false);
    const key = place.rootId === "" ? channelWindow(place.channelId) : threadWindow(place.rootId);
    const ids = store.get("windows", key)?.ids ?? [];
    const last = [...ids].reverse().find((id) => store.get("posts", id)?.user_id === store.me);
    // One that is open already is begun again, and has the focus then: closed by this, opened by what comes after it.
    setEditing("");
    if (last) queueMicrotask(() => setEditing(last));
  });
  return { edit: () => setAwaited(true), forget: () => setAwaited(false) };
}
