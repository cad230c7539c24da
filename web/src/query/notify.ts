// What an event is worth outside the page: a desktop notification where the reader wants one.
import { type EventOf, held, type WireEvent } from "../net/events";
import { channelWindow, threadWindow } from "../state/tables";
import type { Post } from "../wire.gen";
import { isShown } from "./shown";
import { channelName, store } from "./world";

/** The first words are enough to decide whether to look. */
const TEXT_LEN_MAX = 200;

type Opener = (post: Post) => void;
let open: Opener = () => {};
/** What a click on a notification does. */
export const onNotificationClick = (opener: Opener): void => {
  open = opener;
};

export function notify(event: WireEvent): void {
  if (event.event !== "posted" || !("Notification" in window) || Notification.permission !== "granted") return;
  const post = held<Post>(event.data.post as string);
  if (!isWanted(event, post)) return;
  const channel = store.get("channels", post.channel_id);
  const sender = event.data.sender_name.replace(/^@/, "");
  const title = channel && channel.type !== "D" ? `${sender} · ${channelName(channel)}` : sender;
  const shown = new Notification(title, { body: post.message.slice(0, TEXT_LEN_MAX), tag: post.channel_id });
  shown.onclick = () => {
    window.focus();
    open(post);
    shown.close();
  };
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
  const own = member?.notify_props.desktop ?? "default";
  const level = own === "default" ? (store.get("users", store.me)?.notify_props?.desktop ?? "mention") : own;
  if (level === "none") return false;
  if (level === "all") return true;
  return event.data.mentions !== undefined || event.data.followers !== undefined || event.data.channel_type === "D";
}
