// What comes with a post: attachments of integrations, previews of links, quoted posts.
import { For, type JSX, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { wantUser } from "../../query/people";
import { nameOf, preference, store } from "../../query/world";
import { go } from "../../route";
import { MessageText } from "../../text/view";
import { Avatar } from "../../ui";
import type { Attachment, Post, PreviewPost } from "../../wire.gen";
import { Actions } from "../forms/actions";
import { pictureOf } from "../pictures";
import { team } from "../place";
import { t } from "../strings";
import "./embeds.css";

/** A colour that an integration chose, if it is one; others would be text in a style. */
const COLOUR = /^#[0-9a-f]{3,8}$/i;
const ATTACHMENTS_MAX = 20;

export function Attachments(props: { post: Post }) {
  const all = (): Attachment[] => {
    const given = props.post.props.attachments;
    return Array.isArray(given) ? (given as Attachment[]).slice(0, ATTACHMENTS_MAX) : [];
  };
  return (
    <For each={all()}>
      {(one, at) => (
        <AttachmentView
          attachment={one}
          post={props.post}
          version={`${props.post.id}/${props.post.update_at}/${at()}`}
        />
      )}
    </For>
  );
}

function AttachmentView(props: { attachment: Attachment; post: Post; version: string }) {
  const colour = () => (COLOUR.test(props.attachment.color ?? "") ? props.attachment.color : undefined);
  const text = (part: string, value: unknown): JSX.Element => (
    <Show when={typeof value === "string" && value !== "" ? value : undefined}>
      {(shown) => <MessageText text={shown()} version={`${props.version}/${part}`} />}
    </Show>
  );
  return (
    <>
      {text("pretext", props.attachment.pretext)}
      <div class="attachment" style={{ "border-inline-start-color": colour() }}>
        <Show when={props.attachment.author_name}>{(name) => <p class="attachment-author">{name()}</p>}</Show>
        <Show when={props.attachment.title}>
          {(title) => (
            <p class="attachment-title">
              <Show when={/^https?:/.test(props.attachment.title_link ?? "")} fallback={title()}>
                <a href={props.attachment.title_link ?? ""} target="_blank" rel="noreferrer noopener">
                  {title()}
                </a>
              </Show>
            </p>
          )}
        </Show>
        {text("text", props.attachment.text)}
        <div class="attachment-fields">
          <For each={props.attachment.fields ?? []}>
            {(field, at) => (
              <div data-short={field.short ? "" : undefined}>
                <p class="attachment-field">{field.title}</p>
                {text(`field${at()}`, String(field.value ?? ""))}
              </div>
            )}
          </For>
        </div>
        <Show when={/^https?:/.test(props.attachment.image_url ?? "")}>
          <img class="attachment-image" src={props.attachment.image_url ?? ""} alt="" loading="lazy" />
        </Show>
        <Actions post={props.post} actions={props.attachment.actions ?? []} />
        <Show when={props.attachment.footer}>{(footer) => <p class="attachment-footer">{footer()}</p>}</Show>
      </div>
    </>
  );
}

interface OpenGraph {
  readonly title?: string;
  readonly description?: string;
  readonly site_name?: string;
}

export function Embeds(props: { post: Post }) {
  const embeds = () => props.post.metadata?.embeds ?? [];
  const quoted = () =>
    embeds().flatMap((one) => (one.type === "permalink" && one.data ? [one.data as PreviewPost] : []));
  const links = () => {
    if (preference("display_settings", "link_previews") === "false") return [];
    return embeds().flatMap((one) => {
      const data = one.data as OpenGraph | undefined;
      return one.type === "opengraph" && data?.title && /^https?:/.test(one.url ?? "")
        ? [{ url: one.url ?? "", data }]
        : [];
    });
  };
  return (
    <>
      <For each={quoted()}>{(preview) => <Quoted preview={preview} />}</For>
      <For each={links()}>
        {(one) => (
          <a class="preview" href={one.url} target="_blank" rel="noreferrer noopener">
            <small>{one.data.site_name || new URL(one.url).host}</small>
            <strong>{one.data.title}</strong>
            <Show when={one.data.description}>{(text) => <span>{text()}</span>}</Show>
          </a>
        )}
      </For>
    </>
  );
}

function Quoted(props: { preview: PreviewPost }) {
  const post = () => props.preview.post;
  const author = () => {
    wantUser(post().user_id);
    return store.row("users", post().user_id);
  };
  return (
    <blockquote class="quoted">
      <header>
        <Avatar size="tiny" name={nameOf(author())} src={pictureOf(author())} />
        <strong>{nameOf(author())}</strong>
        <span>{formatDate(post().create_at, "moment")}</span>
      </header>
      <MessageText text={post().message} version={`${post().id}/${post().update_at}`} />
      <button
        type="button"
        class="quoted-link"
        onClick={() => go(`/${props.preview.team_name || team()?.name}/pl/${post().id}`)}
      >
        {t("inChannel", { name: props.preview.channel_display_name })}
      </button>
    </blockquote>
  );
}
