// The words of a text that mean something here: @mentions, ~channels, #hashtags, :emoji: and emoticons.
//
// One pass with one sticky expression whose branches begin with different letters, so the time is linear. Whether a
// name exists is for `inline.tsx` to ask; here only the shape counts. What is a mention is what the server takes for one
// (`crates/text/src/mentions.rs`); `conformance/mentions.json` holds both to it.

import type { Inline } from "./tree";

const WORD = new RegExp(
  [
    // Whole or not at all.
    String.raw`@(?<mention>(?=[._-]*[a-z0-9])[a-z0-9._-]{1,128})(?![\p{Alphabetic}\p{N}._-])`,
    `~(?<channel>[a-z0-9][a-z0-9_-]{0,63})`,
    String.raw`#(?<hashtag>\p{L}[\p{L}\p{M}\p{N}_.-]{1,63})`,
    `:(?<emoji>[a-z0-9_+-]{1,64}(?:::skin-tone-[2-6])?):`,
    String.raw`(?<emoticon>[:;=]-?[)(DPpOo/|*]|<3|<\/3)(?=$|\s)`,
  ].join("|"),
  "iuy",
);

/** Letters that a word of ours may begin with. */
const STARTS = /[@~#:;=<]/g;
const INSIDE_WORD = /[\p{L}\p{N}_]/u;

/** Punctuation at the end of a name that may belong to it. */
const JOINTS_MAX = 4;

const EMOTICONS: Readonly<Record<string, string>> = {
  ":)": "slightly_smiling_face",
  "=)": "slightly_smiling_face",
  ";)": "wink",
  ":D": "smile",
  "=D": "smile",
  ":(": "slightly_frowning_face",
  "=(": "slightly_frowning_face",
  ":P": "stuck_out_tongue",
  ":p": "stuck_out_tongue",
  ";P": "stuck_out_tongue_winking_eye",
  ";p": "stuck_out_tongue_winking_eye",
  ":O": "open_mouth",
  ":o": "open_mouth",
  ":/": "confused",
  ":|": "neutral_face",
  ":*": "kissing_heart",
  "<3": "heart",
  "</3": "broken_heart",
};

export function words(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  STARTS.lastIndex = 0;
  for (let start = STARTS.exec(text); start; start = STARTS.exec(text)) {
    const at = start.index;
    if (at < from) continue;
    const before = text[at - 1];
    if (text[at] === "@" ? !beginsName(text, at) : text[at] !== ":" && before && INSIDE_WORD.test(before)) continue;
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    const word = match ? asInline(match, before) : undefined;
    if (!match || !word || !endsHere(word, text[at + match[0].length])) continue;
    if (at > from) found.push({ kind: "text", text: text.slice(from, at) });
    found.push(word);
    from = at + match[0].length;
    STARTS.lastIndex = from;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

/** Whether a word of the server's reading begins at an `@`, or goes on there behind a joint: `done.@ann`, not `x@ann`. */
function beginsName(text: string, at: number): boolean {
  const before = text[at - 1];
  if (before === undefined || before === "." || before === "-" || before === ":") return true;
  let from = at;
  if (before === "_") while (from > 0 && ":._-".includes(text[from - 1] ?? "")) from -= 1;
  return !/[\p{Alphabetic}\p{N}@:._-]$/u.test(text.slice(Math.max(0, from - 2), from));
}

/** A name ends before another one behind a joint: `@ann.@bob` is two, `@ann@example` none. */
const endsHere = (word: Inline, after: string | undefined) =>
  word.kind !== "mention" || after !== "@" || word.name.endsWith(".") || word.name.endsWith("-");

/** The names that a word after an `@` may stand for, longest first: `ann.` at the end of a sentence is ann. */
export function readings(word: string): string[] {
  const name = word.toLowerCase();
  const bare = name.replace(/[._-]+$/, "").length;
  const found: string[] = [];
  for (let end = Math.min(name.length, bare + JOINTS_MAX); end >= Math.max(1, bare); end -= 1) {
    found.push(name.slice(0, end));
  }
  return found;
}

function asInline(match: RegExpExecArray, before: string | undefined): Inline | undefined {
  const { mention, channel, hashtag, emoji, emoticon } = match.groups ?? {};
  if (mention) return { kind: "mention", name: mention };
  if (channel) return { kind: "channel", name: channel };
  if (hashtag) return { kind: "hashtag", name: hashtag };
  // `10:30:15` is a time, not an emoji called 30.
  if (emoji)
    return /^\d+$/.test(emoji) && before && INSIDE_WORD.test(before) ? undefined : { kind: "emoji", name: emoji };
  if (!emoticon || (before !== undefined && !/\s/.test(before))) return undefined;
  const name = EMOTICONS[emoticon.replace("-", "")];
  return name ? { kind: "emoji", name } : undefined;
}
