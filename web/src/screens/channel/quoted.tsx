// A message as another one shows it: who, when and where, its words and its files, and the way to it.
import { createResource, type JSX, Show, Suspense } from "solid-js";
import { formatDate } from "../../i18n/language";
import { wantUser } from "../../query/people";
import { loadPost } from "../../query/windows";
import { channelName, nameOf, store } from "../../query/world";
import { go } from "../../route";
import { MessageText } from "../../text/view";
import { Avatar, Icon, Skeleton } from "../../ui";
import type { Post } from "../../wire.gen";
import { pictureOf } from "../pictures";
import { team } from "../place";
import { t } from "../strings";
import { Files } from "./files";
import { type Forwarded, forwardedBy } from "./forwarded";

interface QuotedProps {
  readonly post: Post;
  /** The name of its channel, where it is known. */
  readonly place: string;
  readonly teamName?: string;
  /** Shown before it is sent: nothing in it leads away. */
  readonly still?: boolean;
}

export function Quoted(props: QuotedProps) {
  const author = () => {
    wantUser(props.post.user_id);
    return store.row("users", props.post.user_id);
  };
  const words = () => forwardedBy(props.post, location.origin)?.words || props.post.message;
  return (
    <blockquote class="quoted">
      <header>
        <Avatar size="tiny" name={nameOf(author())} src={pictureOf(author())} />
        <strong>{nameOf(author())}</strong>
        <span>{formatDate(props.post.create_at, "moment")}</span>
        <Show when={props.still && props.place}>
          <span>{t("inChannel", { name: props.place })}</span>
        </Show>
      </header>
      <MessageText text={words()} version={`${props.post.id}/${props.post.update_at}/quoted`} />
      <div inert={props.still}>
        <Files post={props.post} />
      </div>
      <Show when={!props.still}>
        <button
          type="button"
          class="quoted-link"
          onClick={() => go(`/${props.teamName || team()?.name || "_redirect"}/pl/${props.post.id}`)}
        >
          {props.place === "" ? t("jump") : t("inChannel", { name: props.place })}
        </button>
      </Show>
    </blockquote>
  );
}

/** What a message passes on. Where the server shows nothing of it, it is asked for: it answers those who may read it. */
export function ForwardedPost(props: { of: Forwarded }): JSX.Element {
  return (
    <Show when={props.of.preview} fallback={<Fetched postId={props.of.postId} />}>
      {(preview) => (
        <Quoted post={preview().post} place={preview().channel_display_name} teamName={preview().team_name} />
      )}
    </Show>
  );
}

function Fetched(props: { postId: string }) {
  // Away from the server it is shown when it was read before.
  const [asked] = createResource(
    () => props.postId,
    (id) => loadPost(id).catch(() => undefined),
  );
  const post = () => store.row("posts", props.postId);
  const place = () => {
    const channel = store.row("channels", post()?.channel_id ?? "");
    return channel ? channelName(channel) : "";
  };
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <Show
        when={(asked.state === "ready" || asked()) && post()?.delete_at === 0 ? post() : undefined}
        fallback={
          <blockquote class="quoted" data-missing="">
            <Icon name="lock" size="small" />
            <p>
              <strong>{t("noSuchPost")}</strong> {t("noSuchPostHint")}
            </p>
          </blockquote>
        }
      >
        {(shown) => <Quoted post={shown()} place={place()} />}
      </Show>
    </Suspense>
  );
}
