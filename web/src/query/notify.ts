// What an event is worth outside the page: a desktop notification where the reader wants one. The service worker shows it,
// as it shows what comes while no page is open, so that one message is one notification.
import { type EventOf, held, type WireEvent } from "../net/events";
import type { Words } from "../offline/answer";
import type { Told } from "../offline/notification";
import { channelWindow, threadWindow } from "../state/tables";
import { whenInLetters } from "../text/letters";
import type { Post } from "../wire.gen";
import { isShown } from "./shown";
import { channelName, store } from "./world";

/** The first words are enough to decide whether to look. */
const TEXT_LEN_MAX = 200;

const isAllowed = () => "Notification" in window && Notification.permission === "granted";
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker;

/** Calls `open` with the path of the post whose notification was clicked; returns what stops it. */
export function onNotificationClick(open: (path: string) => void): () => void {
  const hear = (message: MessageEvent<{ open?: unknown } | null>) => {
    const path = message.data?.open;
    if (typeof path === "string" && /^\/(?!\/)/.test(path)) open(path);
  };
  workers()?.addEventListener("message", hear);
  return () => workers()?.removeEventListener("message", hear);
}

export function notify(event: WireEvent): void {
  if (!isAllowed()) return;
  if (event.event === "multiple_channels_viewed") clearNotified(Object.keys(event.data.channel_times));
  if (event.event === "thread_read_changed") clearNotified(threadsRead(event));
  if (event.event !== "posted") return;
  const post = held<Post>(event.data.post as string);
  if (!isWanted(event, post)) return;
  const channel = store.get("channels", post.channel_id);
  const told: Omit<Told, "text"> = {
    post_id: post.id,
    channel_id: post.channel_id,
    root_id: post.root_id,
    team: store.get("teams", channel?.team_id ?? "")?.name ?? "",
    sender: event.data.sender_name.replace(/^@/, ""),
    channel: channel && channel.type !== "D" ? channelName(channel) : "",
    create_at: post.create_at,
    silent: store.get("users", store.me)?.notify_props?.desktop_sound === "false",
  };
  whenInLetters(post.message, (words) => {
    workers()?.controller?.postMessage({ told: { ...told, text: words.slice(0, TEXT_LEN_MAX) } });
  });
}

/** Closes the notifications of channels and threads that were read, here or on another device. */
export function clearNotified(ids: readonly string[]): void {
  // Without a worker nothing was told. Whether it might have told, it finds out sooner than this page could ask.
  if (ids.length > 0) workers()?.controller?.postMessage({ read: ids });
}

/** The threads of which nothing is unread any more: one, or the known ones of a channel or team. */
function threadsRead({ data }: EventOf<"thread_read_changed">): readonly string[] {
  if ("thread_id" in data && data.thread_id !== "") return data.unread_replies === 0 ? [data.thread_id] : [];
  return [...store.ids("threads")].filter((id) => store.get("threads", id)?.unread_replies === 0);
}

/** Tells the worker what its buttons say; again with each language. */
export function tellWords(words: Words): void {
  workers()
    ?.ready.then((registration) => registration.active?.postMessage({ words }))
    .catch(() => undefined);
}

function isWanted(event: EventOf<"posted">, post: Post): boolean {
  if (post.user_id === store.me || post.type.startsWith("system_")) return false;
  const here = document.visibilityState === "visible" && document.hasFocus();
  const key = post.root_id === "" ? channelWindow(post.channel_id) : threadWindow(post.root_id);
  if (here && isShown(key)) return false;
  const status = store.get("statuses", store.me);
  if (status === "dnd" || status === "ooo") return false;
  const member = store.get("members", post.channel_id);
  if (member?.notify_props.mark_unread === "mention") return false;
  const setting = (name: string, unless: string): string => {
    const here = member?.notify_props[name];
    return (here !== "default" && here) || store.get("users", store.me)?.notify_props?.[name] || unless;
  };
  const level = setting("desktop", "mention");
  if (level === "none") return false;
  if (event.data.mentions !== undefined || event.data.channel_type === "D") return true;
  // A reply stands in its thread, so what its channel is set to does not matter.
  if (post.root_id !== "") return event.data.followers !== undefined && setting("desktop_threads", "all") === "all";
  return level === "all";
}
