// Who has read my last message of a channel, below it.
import { createEffect, createMemo, on, Show } from "solid-js";
import { formatList, language } from "../../i18n/language";
import { afterPaint } from "../../query/after-paint";
import { wantUser } from "../../query/people";
import { chosen, loadSeen, readersOf, showsSeen } from "../../query/seen";
import { caughtUp, link, nameOf, store } from "../../query/world";
import { isSystem } from "../../state/posts";
import { Icon } from "../../ui";
import { t } from "../strings";
import type { Line } from "./lines";

/** The id of my last message among the lines, where it is shown who read it; asks for that while the channel is seen. */
export function createLastOwn(props: { readonly channelId: string; readonly shown: boolean }, made: () => Line[]) {
  createEffect(
    on(
      () => [props.channelId, props.shown && showsSeen() && link() === "open", chosen(), caughtUp()] as const,
      // What was known stays; the next look asks again.
      ([channelId, asks]) => {
        if (asks) afterPaint(() => loadSeen(channelId).catch(() => undefined));
      },
    ),
  );
  return createMemo(() => {
    if (!showsSeen()) return "";
    const own = made().findLast((line) => line.kind === "post" && isOwn(line.id));
    return own?.kind === "post" ? own.id : "";
  });
}

function isOwn(id: string): boolean {
  const post = store.get("posts", id);
  return post !== undefined && post.user_id === store.me && !isSystem(post) && post.props.from_webhook !== "true";
}

export function SeenBy(props: { channelId: string; postId: string }) {
  const names = createMemo(() => {
    const said = store.row("posts", props.postId)?.create_at ?? Number.POSITIVE_INFINITY;
    const readers = readersOf(props.channelId, said).map((id) => {
      wantUser(id);
      return nameOf(store.row("users", id));
    });
    return readers.sort((one, other) => one.localeCompare(other, language()));
  });
  const isDirect = () => store.row("channels", props.channelId)?.type === "D";
  return (
    <Show when={names().length > 0}>
      <p class="seen-by">
        <Icon name="check" size="small" />
        <span>{isDirect() ? t("seen") : t("seenBy", { names: formatList(names()) })}</span>
      </p>
    </Show>
  );
}
