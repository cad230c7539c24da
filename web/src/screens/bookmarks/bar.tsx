// The bookmarks above a channel: in one line, in an order that drags, with the same by menu for who does not drag.
import { createEffect, createSignal, For, on, onCleanup, Show } from "solid-js";
import { type Action, item } from "../../actions/action";
import { Emoji } from "../../emoji/emoji";
import { link } from "../../net/rest";
import { whenStaying } from "../../query/after-paint";
import { loadBookmarks, mayBookmark, moveBookmark } from "../../query/bookmarks";
import { caughtUp, link as connection, store } from "../../query/world";
import { go } from "../../route";
import { Icon, MenuButton, toast } from "../../ui";
import { passFocusOn } from "../../ui/focus";
import type { Bookmark } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { setDialog } from "../place";
import { addActions } from "./add";
import { t } from "./strings";
import "./bookmarks.css";

/** Where a bookmark leads; nothing that could run as a script. */
function addressOf(one: Bookmark): string {
  if (one.type === "file") return link(`/files/${one.file_id}`);
  return /^https?:\/\//i.test(one.link_url ?? "") ? (one.link_url ?? "") : "";
}

/** Addresses of this very server open in place. */
function open(one: Bookmark): void {
  const address = addressOf(one);
  if (address.startsWith(`${location.origin}/`)) go(new URL(address).pathname);
  else if (address !== "") window.open(address, "_blank", "noopener,noreferrer");
}

function bookmarkActions(one: Bookmark, at: number, count: number): Action[] {
  const mayDo = (deed: "edit" | "delete" | "order") => () => mayBookmark(deed, one.channel_id);
  const move = (to: number) => {
    attempt(moveBookmark(one, to).then(() => toast(t("moved", { name: one.display_name, at: to + 1, count }))));
  };
  return [
    { name: "open", label: () => t("open"), icon: "external", enabled: () => true, perform: () => open(one) },
    {
      name: "copy",
      label: () => t("copyLink"),
      icon: "copy",
      enabled: () => true,
      perform: () => attempt(navigator.clipboard.writeText(new URL(addressOf(one), location.origin).href)),
    },
    {
      name: "edit",
      label: () => t("edit"),
      icon: "edit",
      enabled: mayDo("edit"),
      perform: () => setDialog({ kind: "bookmark", channelId: one.channel_id, what: "link", id: one.id }),
    },
    {
      name: "back",
      label: () => t("moveBack"),
      icon: "back",
      enabled: () => at > 0 && mayDo("order")(),
      perform: () => move(at - 1),
    },
    {
      name: "on",
      label: () => t("moveOn"),
      icon: "chevronEnd",
      enabled: () => at < count - 1 && mayDo("order")(),
      perform: () => move(at + 1),
    },
    {
      name: "delete",
      label: () => t("delete"),
      icon: "trash",
      enabled: mayDo("delete"),
      perform: () => setDialog({ kind: "deleteBookmark", bookmark: one }),
    },
  ];
}

export function Bookmarks(props: { channelId: string }) {
  const all = () => store.row("bookmarks", props.channelId) ?? [];
  createEffect(
    on([() => props.channelId, () => connection() === "open", caughtUp], ([id]) => {
      // The last known list stays while the server cannot be asked.
      if (id !== "") onCleanup(whenStaying(() => loadBookmarks(id).catch(() => undefined)));
    }),
  );
  let list: HTMLUListElement | undefined;
  passFocusOn({ rows: all, list: () => list, items: "li", inner: "a", otherwise: () => undefined });
  const [dragged, setDragged] = createSignal<Bookmark>();
  const [over, setOver] = createSignal(-1);
  const drop = (at: number) => {
    const one = dragged();
    const from = all().findIndex((other) => other.id === one?.id);
    setDragged(undefined);
    setOver(-1);
    if (one && from !== at) attempt(moveBookmark(one, at));
  };
  return (
    <Show when={all().length > 0}>
      <nav class="bookmarks" aria-label={t("bookmarks")}>
        <ul ref={list}>
          <For each={all()}>
            {(one, at) => (
              <li
                data-drop={dragged() && over() === at() ? "" : undefined}
                draggable={mayBookmark("order", props.channelId)}
                onDragStart={(event) => {
                  setDragged(one);
                  event.dataTransfer?.setData("text/uri-list", addressOf(one));
                }}
                onDragEnd={() => {
                  setDragged(undefined);
                  setOver(-1);
                }}
                onDragOver={(event) => {
                  if (!dragged()) return;
                  event.preventDefault();
                  setOver(at());
                }}
                onDrop={(event) => {
                  if (!dragged()) return;
                  event.preventDefault();
                  drop(at());
                }}
              >
                <BookmarkLink bookmark={one} />
                <MenuButton
                  size="small"
                  label={t("optionsOf", { name: one.display_name })}
                  items={() =>
                    bookmarkActions(one, at(), all().length)
                      .filter((action) => action.enabled())
                      .map((action) => ({
                        ...item(action),
                        danger: action.name === "delete",
                        apart: action.name === "edit" || action.name === "delete",
                      }))
                  }
                />
              </li>
            )}
          </For>
        </ul>
        <Show when={mayBookmark("add", props.channelId)}>
          <MenuButton size="small" icon="add" label={t("add")} items={() => addActions(props.channelId).map(item)} />
        </Show>
      </nav>
    </Show>
  );
}

function BookmarkLink(props: { bookmark: Bookmark }) {
  return (
    <a
      href={addressOf(props.bookmark)}
      target="_blank"
      rel="noreferrer noopener"
      draggable={false}
      title={props.bookmark.type === "link" ? props.bookmark.link_url : props.bookmark.file?.name}
      onClick={(event) => {
        const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
        if (!plain) return;
        event.preventDefault();
        open(props.bookmark);
      }}
    >
      <Show
        when={props.bookmark.emoji}
        fallback={<Icon name={props.bookmark.type === "file" ? "file" : "link"} size="small" />}
      >
        {(name) => <Emoji name={name()} />}
      </Show>
      <span>{props.bookmark.display_name}</span>
    </a>
  );
}
