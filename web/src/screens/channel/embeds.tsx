// What comes with a post: attachments of integrations, previews of links, quoted posts.
import { For, type JSX, Show } from "solid-js";
import { preference } from "../../query/world";
import { useText } from "../../text/context";
import { Summary } from "../../text/summary";
import { MessageText } from "../../text/view";
import type { Attachment, Post, PreviewPost } from "../../wire.gen";
import { Actions } from "../forms/actions";
import { forwardedBy } from "./forwarded";
import { ForwardedPost, Quoted } from "./quoted";
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
  const context = useText();
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
              <Show when={/^https?:/.test(props.attachment.title_link ?? "")} fallback={<Line text={title()} />}>
                <a href={props.attachment.title_link ?? ""} target="_blank" rel="noreferrer noopener">
                  <Line text={title()} />
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
                <p class="attachment-field">
                  <Line text={String(field.title ?? "")} />
                </p>
                {text(`field${at()}`, String(field.value ?? ""))}
              </div>
            )}
          </For>
        </div>
        <Show when={/^https?:/.test(props.attachment.image_url ?? "")}>
          <img
            class="attachment-image"
            src={context.imageSource(props.attachment.image_url ?? "")}
            alt=""
            loading="lazy"
            referrerpolicy="no-referrer"
          />
        </Show>
        <Actions post={props.post} actions={props.attachment.actions ?? []} />
        <Show when={props.attachment.footer}>
          {(footer) => (
            <p class="attachment-footer">
              <Line text={footer()} />
            </p>
          )}
        </Show>
      </div>
    </>
  );
}

/** What stands in one line, and may be a link as a whole. */
function Line(props: { text: string }) {
  return <Summary text={props.text} version={`line/${props.text}`} />;
}

interface OpenGraph {
  readonly title?: string;
  readonly description?: string;
  readonly site_name?: string;
  readonly images?: readonly { readonly url?: string; readonly secure_url?: string }[] | null;
}

/** The first picture that a page names, as an address that can be asked for. */
const pictureIn = (page: OpenGraph): string | undefined =>
  (page.images ?? []).map((one) => one.secure_url || one.url || "").find((address) => /^https?:\/\//i.test(address));

export function Embeds(props: { post: Post }) {
  const embeds = () => props.post.metadata?.embeds ?? [];
  const forwarded = () => forwardedBy(props.post, location.origin);
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
      <Show
        when={forwarded()}
        fallback={
          <For each={quoted()}>
            {(one) => <Quoted post={one.post} place={one.channel_display_name} teamName={one.team_name} />}
          </For>
        }
      >
        {(of) => <ForwardedPost of={of()} />}
      </Show>
      <For each={links()}>{(one) => <Preview url={one.url} page={one.data} />}</For>
    </>
  );
}

function Preview(props: { url: string; page: OpenGraph }) {
  const context = useText();
  const picture = () => (context.foldsPictures?.() ? undefined : pictureIn(props.page));
  return (
    <a class="preview" href={props.url} target="_blank" rel="noreferrer noopener">
      <span class="preview-words">
        <small>{props.page.site_name || new URL(props.url).host}</small>
        <strong>{props.page.title}</strong>
        <Show when={props.page.description}>{(text) => <span>{text()}</span>}</Show>
      </span>
      <Show when={picture()}>
        {(address) => (
          // Its room is the same before it is there, and where it never comes.
          <span class="preview-picture">
            <img
              src={context.imageSource(address())}
              alt=""
              loading="lazy"
              decoding="async"
              referrerpolicy="no-referrer"
              onError={(event) => {
                event.currentTarget.hidden = true;
              }}
            />
          </span>
        )}
      </Show>
    </a>
  );
}
