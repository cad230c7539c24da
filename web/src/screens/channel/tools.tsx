// What can be done with a post: the bar that appears on it, and its menu. The same actions by keys while it has focus.
import { createEffect, createSignal, For, Show } from "solid-js";
import type { Action } from "../../actions/action";
import { item } from "../../actions/action";
import { Emoji } from "../../emoji/emoji";
import { EmojiPicker } from "../../emoji/picking";
import { recentEmojis } from "../../emoji/recent";
import { formatDate } from "../../i18n/language";
import { customEmojis } from "../../query/custom-emoji";
import { followThread, isSaved, markUnread, pin, react, save } from "../../query/do";
import { remind } from "../../query/later";
import { may, preference, store } from "../../query/world";
import { IconButton, MenuButton, toast } from "../../ui";
import type { Post } from "../../wire.gen";
import { t as gathered } from "../gather/strings";
import { addressOfPost, setDialog, showThread } from "../place";
import { t as planned } from "../plan/strings";
import { t } from "../strings";
import { attempt } from "./menu";
import { mayEdit } from "./post";

/** The post that is being edited. */
export const [editing, setEditing] = createSignal("");
/** The post that gets a reaction by keys. */
const [reacting, setReacting] = createSignal("");

/** Keys of a post that has the focus. */
export const POST_KEYS = {
  reply: "R",
  react: "A",
  edit: "E",
  save: "S",
  unread: "U",
  follow: "F",
  pin: "P",
  copyText: "C",
  copyLink: "L",
  delete: "Delete",
} as const;

const QUICK = 3;

export function postActions(post: Post): Action[] {
  const mine = post.user_id === store.me;
  const where = { channelId: post.channel_id };
  const rootId = post.root_id || post.id;
  return [
    {
      name: "reply",
      label: () => t("reply"),
      icon: "reply",
      keys: POST_KEYS.reply,
      enabled: () => true,
      perform: () => showThread(rootId, "composer"),
    },
    {
      name: "react",
      label: () => t("addReaction"),
      icon: "smile",
      keys: POST_KEYS.react,
      enabled: () => true,
      perform: () => setReacting(post.id),
    },
    {
      name: "follow",
      label: () => (post.is_following ? t("unfollow") : t("follow")),
      icon: "bell",
      keys: POST_KEYS.follow,
      enabled: () => post.root_id === "",
      perform: () => attempt(followThread(post, !post.is_following)),
    },
    {
      name: "unread",
      label: () => t("markUnread"),
      icon: "mail",
      keys: POST_KEYS.unread,
      enabled: () => true,
      perform: () => attempt(markUnread(post)),
    },
    {
      name: "save",
      label: () => (isSaved(post.id) ? t("unsave") : t("savePost")),
      icon: "bookmark",
      keys: POST_KEYS.save,
      enabled: () => true,
      perform: () => attempt(save(post)),
    },
    {
      name: "remind",
      label: () => planned("remind"),
      icon: "clock",
      enabled: () => true,
      perform: () => setDialog({ kind: "when", what: "remind", choose: (at) => attempt(remindOf(post, at)) }),
    },
    {
      name: "pin",
      label: () => (post.is_pinned ? t("unpin") : t("pin")),
      icon: "pin",
      keys: POST_KEYS.pin,
      enabled: () => may("create_post", where),
      perform: () => attempt(pin(post)),
    },
    {
      name: "forward",
      label: () => t("forward"),
      icon: "send",
      enabled: () => true,
      perform: () => setDialog({ kind: "forward", post }),
    },
    {
      name: "copyLink",
      label: () => t("copyLink"),
      icon: "link",
      keys: POST_KEYS.copyLink,
      enabled: () => true,
      perform: () => attempt(navigator.clipboard.writeText(location.origin + addressOfPost(post))),
    },
    {
      name: "copyText",
      label: () => t("copyText"),
      icon: "copy",
      keys: POST_KEYS.copyText,
      enabled: () => post.message !== "",
      perform: () => attempt(navigator.clipboard.writeText(post.message)),
    },
    {
      name: "edit",
      label: () => t("edit"),
      icon: "edit",
      keys: POST_KEYS.edit,
      enabled: () => (mine ? may("edit_post", where) && mayEdit(post) : may("edit_others_posts", where)),
      perform: () => setEditing(post.id),
    },
    {
      name: "history",
      label: () => gathered("history"),
      icon: "clock",
      enabled: () => hasHistory(post),
      perform: () => setDialog({ kind: "history", post }),
    },
    {
      name: "delete",
      label: () => t("delete"),
      icon: "trash",
      keys: POST_KEYS.delete,
      enabled: () => may(mine ? "delete_post" : "delete_others_posts", where),
      perform: () => setDialog({ kind: "confirmDelete", post }),
    },
  ];
}

/** Whether the reader may look at older versions: the author may. */
export const hasHistory = (post: Post): boolean =>
  post.edit_at > 0 && post.user_id === store.me && may("edit_post", { channelId: post.channel_id });

async function remindOf(post: Post, at: number): Promise<void> {
  await remind(post, at);
  toast({ text: planned("remindersSet", { time: formatDate(at, "moment") }), kind: "success" });
}

export function PostTools(props: { post: Post; inThread: boolean }) {
  const [picking, setPicking] = createSignal<HTMLElement>();
  let bar!: HTMLDivElement;
  createEffect(() => {
    // The same post may stand in the channel and in the panel; the one with the focus was meant.
    if (reacting() !== props.post.id || !bar.closest(".post")?.contains(document.activeElement)) return;
    setReacting("");
    setPicking(bar);
  });
  const items = () =>
    postActions(props.post)
      .filter((action) => action.name !== "react" && action.enabled())
      .map((action) => ({
        ...item(action),
        danger: action.name === "delete",
        apart: action.name === "edit" || action.name === "save",
      }));
  const quick = () =>
    preference("display_settings", "one_click_reactions_enabled") === "false" ? [] : recentEmojis().slice(0, QUICK);
  return (
    <div class="post-tools" ref={bar} role="toolbar" aria-label={t("messageActions")}>
      <For each={quick()}>
        {(name) => (
          <button
            type="button"
            class="icon-button"
            data-size="small"
            data-kind="quiet"
            aria-label={t("reactWith", { name })}
            onClick={() => attempt(react(props.post, name))}
          >
            <Emoji name={name} />
          </button>
        )}
      </For>
      <IconButton
        size="small"
        icon="smile"
        label={t("addReaction")}
        onClick={(event) => setPicking(picking() ? undefined : event.currentTarget)}
      />
      <Show when={!props.inThread}>
        <IconButton
          size="small"
          icon="reply"
          label={t("reply")}
          onClick={() => showThread(props.post.root_id || props.post.id, "composer")}
        />
      </Show>
      <MenuButton size="small" icon="more" label={t("moreActions")} align="end" items={items} />
      <Show when={picking()}>
        {(anchor) => (
          <EmojiPicker
            anchor={anchor()}
            custom={customEmojis()}
            onClose={() => setPicking(undefined)}
            onChoose={(name) => {
              setPicking(undefined);
              attempt(react(props.post, name));
            }}
          />
        )}
      </Show>
    </div>
  );
}
