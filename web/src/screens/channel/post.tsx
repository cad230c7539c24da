// One post as it is read: who, when, what; files, reactions, the thread below; and what can be done with it.
import { createSignal, For, lazy, Show, Suspense } from "solid-js";
import { runKeys } from "../../actions/action";
import { Emoji } from "../../emoji/emoji";
import { formatDate, formatRelative } from "../../i18n/language";
import { discard, retry } from "../../query/outbox";
import { wantUser } from "../../query/people";
import { config, nameOf, store } from "../../query/world";
import { go } from "../../route";
import { isSystem } from "../../state/posts";
import { useText } from "../../text/context";
import { MessageText } from "../../text/view";
import { Avatar, Button, Icon, Tag } from "../../ui";
import type { Post, User } from "../../wire.gen";
import { openProfile } from "../people/profile";
import { customStatusOf } from "../people/status";
import { pictureOf, presenceOfUser } from "../pictures";
import { addressOfPost, setDialog, showThread } from "../place";
import { Acknowledgements } from "../plan/acknowledge";
import { marksPoll } from "../polls/poll";
import { t } from "../strings";
import { Attachments, Embeds } from "./embeds";
import { Files } from "./files";
import { forwardedBy } from "./forwarded";
import { TOLD_TOGETHER } from "./lines";
import { Notices } from "./notices";
import { Reactions } from "./reactions";
import { editing, hasHistory, PostTools, postActions, setEditing } from "./tools";
import "./post.css";

const Edit = lazy(() => import("./edit"));
const PollView = lazy(() => import("../polls/poll-view"));

export interface PostProps {
  readonly id: string;
  readonly first: boolean;
  readonly lit?: boolean | undefined;
  /** Where else than in its channel's list: in its thread, without a row of replies below, or among what was found. */
  readonly place?: "thread" | "found" | undefined;
}

export function PostItem(props: PostProps) {
  const post = () => store.row("posts", props.id);
  return (
    <Show when={post()}>
      {(shown) =>
        // What kind of post it is never changes.
        TOLD_TOGETHER.has(shown().type) ? (
          <Notices ids={[props.id]} />
        ) : isSystem(shown()) && shown().type !== "system_ephemeral" ? (
          <SystemPost post={shown()} place={props.place} />
        ) : (
          <Said post={shown()} first={props.first} lit={props.lit} place={props.place} />
        )
      }
    </Show>
  );
}

// Most posts are words alone: what else there can be costs nothing where there is none of it.
const hasParts = ({ message, props, metadata }: Post): boolean =>
  props.attachments !== undefined ||
  message.includes("/pl/") ||
  (metadata?.files?.length ?? 0) + (metadata?.embeds?.length ?? 0) > 0;
const isAnswered = ({ metadata, reply_count }: Post): boolean =>
  reply_count > 0 || (metadata?.reactions?.length ?? 0) > 0 || metadata?.priority?.requested_ack === true;

/** Where the message is that a reminder is about; a server that does not know its own address cannot write a link. */
function remindedOf({ type, props }: Post): string | undefined {
  const { post_id, team_name } = props;
  if (type !== "reminder" || typeof post_id !== "string" || !/^[a-z0-9]{26}$/.test(post_id)) return undefined;
  return `/${typeof team_name === "string" && team_name !== "" ? team_name : "_redirect"}/pl/${post_id}`;
}

/** How an integration wants to be called, where it may. */
function overridden(post: Post): string {
  const name = post.props.override_username;
  return post.props.from_webhook === "true" && typeof name === "string" ? name : "";
}

function authorOf(post: Post): User | undefined {
  wantUser(post.user_id);
  return store.row("users", post.user_id);
}

/** Whether a menu or a picker of the post is open. */
const isOpen = (article: HTMLElement): boolean => article.querySelector(".popover") !== null;

function Said(props: Omit<PostProps, "id"> & { post: Post }) {
  const author = () => authorOf(props.post);
  const name = () => overridden(props.post) || nameOf(author());
  const [tools, setTools] = createSignal(false);
  return (
    <article
      class="post"
      id={props.place === undefined ? `post-${props.post.id}` : undefined}
      data-id={props.post.id}
      tabindex={-1}
      data-first={props.first ? "" : undefined}
      data-lit={props.lit ? "" : undefined}
      data-pinned={props.post.is_pinned ? "" : undefined}
      data-ephemeral={props.post.type === "system_ephemeral" ? "" : undefined}
      aria-label={t("postBy", { name: name(), time: formatDate(props.post.create_at, "time") })}
      onKeyDown={(event) => onPostKey(event, props.post)}
      onPointerEnter={() => setTools(true)}
      onPointerLeave={(event) => {
        // A list that moves under the pointer takes no menu away that is open.
        if (!isOpen(event.currentTarget)) setTools(false);
      }}
      onFocusIn={() => setTools(true)}
      onFocusOut={(event) => {
        const stays = event.currentTarget.contains(event.relatedTarget as Node | null);
        if (!stays && !isOpen(event.currentTarget)) setTools(false);
      }}
    >
      <Show when={props.first} fallback={<Aside post={props.post} />}>
        <Picture post={props.post} author={author()} name={name()} />
      </Show>
      <div class="post-main">
        <Show when={props.first}>
          <header class="post-head">
            <button
              type="button"
              class="post-author"
              dir="auto"
              onClick={(event) => openProfile(props.post.user_id, event.currentTarget)}
            >
              {name()}
            </button>
            <Show when={author()?.is_bot || props.post.props.from_webhook === "true"}>
              <Tag>{t("bot")}</Tag>
            </Show>
            <Show when={customStatusOf(author())?.emoji}>{(emoji) => <Emoji name={emoji()} />}</Show>
            <Time post={props.post} />
            <Show when={props.post.type === "system_ephemeral"}>
              <span class="post-note">{t("onlyYou")}</span>
            </Show>
            <Priority post={props.post} />
            <Show when={props.post.is_pinned}>
              <span class="post-note">
                <Icon name="pin" size="small" /> {t("isPinned")}
              </span>
            </Show>
          </header>
        </Show>
        <Show when={editing() === props.post.id} fallback={<Body post={props.post} />}>
          <Suspense fallback={<Body post={props.post} />}>
            <Edit post={props.post} onClose={() => setEditing("")} />
          </Suspense>
        </Show>
        <Show when={isAnswered(props.post)}>
          <Acknowledgements post={props.post} />
          <Reactions post={props.post} />
          {/* Of an answer the server counts those of its whole thread. */}
          <Show when={props.place !== "thread" && props.post.root_id === "" && props.post.reply_count > 0}>
            <Replies post={props.post} />
          </Show>
        </Show>
      </div>
      <Show when={tools() && editing() !== props.post.id && props.post.type !== "system_ephemeral"}>
        <PostTools post={props.post} inThread={props.place === "thread"} />
      </Show>
    </article>
  );
}

/** Keys of a post that has the focus itself, not something inside. */
function onPostKey(event: KeyboardEvent & { readonly currentTarget: HTMLElement }, post: Post): void {
  if (event.target !== event.currentTarget || event.defaultPrevented || post.type === "system_ephemeral") return;
  const article = event.currentTarget;
  const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
  if (isPlain && (event.key === "Escape" || event.key === "Enter")) {
    const field = article.closest(".shell-center, .panel")?.querySelector<HTMLElement>(".composer textarea");
    if (event.key === "Enter") showThread(post.root_id || post.id, "composer");
    else if (field) field.focus();
    // Where nothing is written Escape closes what the post stands in.
    else return;
    event.preventDefault();
  } else runKeys(postActions(post), event);
}

function Picture(props: { post: Post; author: User | undefined; name: string }) {
  const context = useText();
  const source = () => {
    const icon = props.post.props.override_icon_url;
    const isOther = typeof icon === "string" && icon !== "" && overridden(props.post);
    return isOther ? context.imageSource(icon) : pictureOf(props.author);
  };
  return (
    <button
      type="button"
      class="post-picture"
      tabindex={-1}
      aria-label={t("profileOf", { name: props.name })}
      onClick={(event) => openProfile(props.post.user_id, event.currentTarget)}
    >
      <Avatar name={props.name} src={source()} presence={presenceOfUser(props.author)} />
    </button>
  );
}

/** Beside a post that follows one of the same author: its time, when pointed at. */
function Aside(props: { post: Post }) {
  return (
    <time class="post-aside" dateTime={new Date(props.post.create_at).toISOString()}>
      {formatDate(props.post.create_at, "time")}
    </time>
  );
}

function Time(props: { post: Post }) {
  return (
    <a
      class="post-time"
      href={addressOfPost(props.post)}
      title={formatDate(props.post.create_at, "full")}
      onClick={(event) => event.preventDefault()}
    >
      <time dateTime={new Date(props.post.create_at).toISOString()}>{formatDate(props.post.create_at, "time")}</time>
    </a>
  );
}

function Priority(props: { post: Post }) {
  const level = () => props.post.metadata?.priority?.priority;
  return (
    <Show when={level()}>
      {(shown) => (
        <Tag kind={shown() === "urgent" ? "danger" : "info"}>{t(shown() === "urgent" ? "urgent" : "important")}</Tag>
      )}
    </Show>
  );
}

export function Body(props: { post: Post }) {
  // The link to a message that is passed on is shown as that message.
  const words = () => forwardedBy(props.post, location.origin)?.words ?? props.post.message;
  return (
    <>
      <Show when={words() !== "" || props.post.edit_at > 0}>
        <div class="post-text" data-edited={props.post.edit_at > 0 ? "" : undefined}>
          <Show
            when={marksPoll(props.post)}
            fallback={
              <MessageText
                text={words()}
                version={`${props.post.id}/${props.post.update_at}/${props.post.edit_at}/${words().length}`}
              />
            }
          >
            <Suspense>
              <PollView post={props.post} />
            </Suspense>
          </Show>
          <Show when={props.post.edit_at > 0}>
            <Show
              when={hasHistory(props.post)}
              fallback={
                <span class="post-edited" title={formatDate(props.post.edit_at, "full")}>
                  {t("edited")}
                </span>
              }
            >
              <button
                type="button"
                class="post-edited"
                title={formatDate(props.post.edit_at, "full")}
                onClick={() => setDialog({ kind: "history", post: props.post })}
              >
                {t("edited")}
              </button>
            </Show>
          </Show>
        </div>
      </Show>
      <Show when={remindedOf(props.post)}>
        {(path) => (
          <Button size="small" onClick={() => go(path())}>
            {t("jump")}
          </Button>
        )}
      </Show>
      <Show when={hasParts(props.post)}>
        <Attachments post={props.post} />
        <Files post={props.post} />
        <Embeds post={props.post} />
      </Show>
    </>
  );
}

/** Pictures of those who take part, as many as fit beside the count. */
const FACES_MAX = 3;

function Replies(props: { post: Post }) {
  const people = () => (props.post.participants ?? []).slice(-FACES_MAX);
  const thread = () => store.row("threads", props.post.id);
  return (
    <button
      type="button"
      class="replies"
      data-unread={(thread()?.unread_replies ?? 0) > 0 ? "" : undefined}
      onClick={() => showThread(props.post.id)}
    >
      <span class="replies-faces">
        <For each={people()}>
          {(person) => {
            wantUser(person.id);
            const user = () => store.row("users", person.id);
            return <Avatar size="tiny" name={nameOf(user())} src={pictureOf(user())} />;
          }}
        </For>
      </span>
      <strong>{t("replyCount", { count: props.post.reply_count })}</strong>
      <Show when={props.post.last_reply_at > 0}>
        <span>{formatRelative(props.post.last_reply_at, Date.now())}</span>
      </Show>
    </button>
  );
}

function SystemPost(props: { post: Post; place: PostProps["place"] }) {
  return (
    <div class="post-system" id={props.place === undefined ? `post-${props.post.id}` : undefined}>
      <MessageText text={props.post.message} version={`${props.post.id}/${props.post.update_at}`} />
      <time dateTime={new Date(props.post.create_at).toISOString()}>{formatDate(props.post.create_at, "time")}</time>
    </div>
  );
}

/** A post on its way, or one that was refused. */
export function PendingItem(props: { id: string; first: boolean }) {
  const row = () => store.row("pending", props.id);
  const author = () => store.row("users", store.me);
  return (
    <Show when={row()}>
      {(shown) => (
        <article class="post" data-first={props.first ? "" : undefined} data-pending={shown().state}>
          <Show when={props.first} fallback={<Aside post={shown().post} />}>
            <span class="post-picture">
              <Avatar name={nameOf(author())} src={pictureOf(author())} />
            </span>
          </Show>
          <div class="post-main">
            <Show when={props.first}>
              <header class="post-head">
                <span class="post-author">{nameOf(author())}</span>
                <Time post={shown().post} />
              </header>
            </Show>
            <Body post={shown().post} />
            <Show when={shown().state === "failed"}>
              <div class="post-failed" role="alert">
                <Icon name="warning" size="small" />
                <span>{shown().problem || t("notSent")}</span>
                <Button size="small" onClick={() => retry(props.id)}>
                  {t("tryAgain")}
                </Button>
                <Button size="small" kind="quiet" onClick={() => discard(props.id)}>
                  {t("discard")}
                </Button>
              </div>
            </Show>
          </div>
        </article>
      )}
    </Show>
  );
}

/** Whether posts may still be edited after this time, as the server allows it. */
export function mayEdit(post: Post): boolean {
  const limit = Number(config().PostEditTimeLimit ?? "-1");
  return limit < 0 || post.create_at + limit * 1_000 > Date.now();
}
