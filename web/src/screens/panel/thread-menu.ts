// What can be done with a thread in a list of threads, by its menu and by the keys of its row.
import { keysOf } from "../../actions/action";
import { followThread, readThread, unreadThread } from "../../query/do";
import { store } from "../../query/world";
import { go } from "../../route";
import { type MenuItem, toast } from "../../ui";
import type { Post, Thread } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { addressOfPost } from "../place";
import { t } from "../strings";

/** Keys of a thread that has the focus. */
export const THREAD_KEYS = { read: "E", unfollow: "F" } as const;

const rootOf = (thread: Thread): Post => store.get("posts", thread.id) ?? thread.post;

/** Marks as read what has new replies, and as unread what has none. */
export function toggleRead(thread: Thread): void {
  attempt(thread.unread_replies > 0 ? readThread(rootOf(thread)) : unreadThread(rootOf(thread)));
}

/** Mutes a thread, and offers the way back: the list that has it loses it. */
export function unfollow(thread: Thread): void {
  const root = rootOf(thread);
  const again = { label: t("follow"), perform: () => attempt(followThread(root, true)) };
  attempt(followThread(root, false).then(() => toast({ text: t("unfollowed"), action: again })));
}

export function threadMenu(thread: Thread): MenuItem[] {
  const isUnread = thread.unread_replies > 0;
  const address = addressOfPost(rootOf(thread));
  return [
    {
      label: t(isUnread ? "markRead" : "markUnread"),
      icon: isUnread ? "check" : "eye",
      keys: THREAD_KEYS.read,
      perform: () => toggleRead(thread),
    },
    { label: t("unfollow"), icon: "bellOff", keys: THREAD_KEYS.unfollow, perform: () => unfollow(thread) },
    { label: t("goToMessage"), icon: "message", apart: true, perform: () => go(address) },
    {
      label: t("copyLink"),
      icon: "link",
      perform: () => attempt(navigator.clipboard.writeText(location.origin + address)),
    },
  ];
}

/** Does what the menu has for the keys that were pressed. */
export function onThreadKey(event: KeyboardEvent, thread: Thread): void {
  const found = threadMenu(thread).find((one) => one.keys === keysOf(event));
  if (!found) return;
  event.preventDefault();
  found.perform();
}
