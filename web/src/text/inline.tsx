// Draws what stands in a line: words, marks, links, mentions, emoji.

import { createSignal, type JSX, Match, Show, Switch } from "solid-js";
import { type TextContext, useText } from "./context";
import { permalinkOf } from "./links";
import { marked, type Own } from "./marks";
import type { Inline } from "./tree";
import { readings } from "./words";

/** What was read once never changes, and is followed by nobody. */
export function Words(props: { parts: readonly Inline[] }): JSX.Element {
  return marked(props.parts, pressed);
}

function pressed(part: Own): JSX.Element {
  switch (part.kind) {
    case "text":
      return <Marked text={part.text} />;
    case "break":
      return <br />;
    case "link":
      return <Link href={part.href} parts={part.children} />;
    case "image":
      return <Picture source={part.source} alt={part.alt} />;
    case "mention":
      return <Mention name={part.name} />;
    case "channel":
      return <Channel name={part.name} />;
    case "hashtag":
      return <Hashtag name={part.name} />;
    default:
      return never(part);
  }
}

/** Text, with the words of a search marked. */
function Marked(props: { text: string }): JSX.Element {
  const { terms } = useText();
  if (!terms?.length) return props.text;
  return cut(props.text, terms).map((piece) => (piece.found ? <mark>{piece.text}</mark> : piece.text));
}

function cut(text: string, terms: readonly string[]): { text: string; found: boolean }[] {
  const escaped = terms.filter(Boolean).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (escaped.length === 0) return [{ text, found: false }];
  return text
    .split(new RegExp(`(${escaped.join("|")})`, "giu"))
    .map((piece, at) => ({ text: piece, found: at % 2 === 1 }));
}

function Link(props: { href: string; parts: readonly Inline[] }) {
  const context = useText();
  return (
    <a
      href={props.href}
      dir="auto"
      target="_blank"
      rel="noopener noreferrer nofollow"
      onClick={(event) => {
        const post = permalinkOf(props.href, context.site);
        if (!post || !context.openPermalink || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        context.openPermalink(post);
      }}
    >
      <Words parts={props.parts} />
    </a>
  );
}

function Picture(props: { source: string; alt: string }) {
  const context = useText();
  const image = () => (
    <img
      src={context.imageSource(props.source)}
      alt={props.alt}
      loading="lazy"
      decoding="async"
      referrerpolicy="no-referrer"
    />
  );
  const [unfolded, setUnfolded] = createSignal(false);
  return (
    <Switch fallback={<span class="text-image">{image()}</span>}>
      <Match when={!unfolded() && context.foldsPictures?.()}>
        <button type="button" class="text-link" onClick={() => setUnfolded(true)}>
          {props.alt || props.source}
        </button>
      </Match>
      <Match when={context.openImage}>
        {(open) => (
          <button type="button" class="text-image" onClick={() => open()(props.source)}>
            {image()}
          </button>
        )}
      </Match>
    </Switch>
  );
}

/** The first reading of a word that somebody has as a name, and what is left of the word. */
function known(word: string, context: TextContext) {
  for (const name of readings(word)) {
    const mentioned = context.mention(name);
    if (mentioned) return { name, rest: word.slice(name.length), mentioned };
  }
  return undefined;
}

function Mention(props: { name: string }) {
  const context = useText();
  return (
    <Show when={known(props.name, context)} fallback={<Marked text={`@${props.name}`} />}>
      {(found) => (
        <>
          <button
            type="button"
            class="text-mention"
            dir="auto"
            data-kind={found().mentioned.kind}
            onClick={(event) => context.openMention?.(found().name, event.currentTarget)}
          >
            @{found().mentioned.label}
          </button>
          {found().rest}
        </>
      )}
    </Show>
  );
}

function Channel(props: { name: string }) {
  const context = useText();
  return (
    <Show when={context.channel(props.name.toLowerCase())} fallback={<Marked text={`~${props.name}`} />}>
      {(label) => (
        <button
          type="button"
          class="text-link"
          dir="auto"
          onClick={() => context.openChannel?.(props.name.toLowerCase())}
        >
          ~{label()}
        </button>
      )}
    </Show>
  );
}

function Hashtag(props: { name: string }) {
  const context = useText();
  // A full stop after a hashtag ends the sentence.
  const tag = () => props.name.replace(/[._-]+$/, "");
  return (
    <>
      <button type="button" class="text-link" dir="auto" onClick={() => context.openHashtag?.(`#${tag()}`)}>
        #{tag()}
      </button>
      {props.name.slice(tag().length)}
    </>
  );
}

function never(part: never): never {
  throw new Error(`no such part: ${JSON.stringify(part)}`);
}
