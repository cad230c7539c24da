// The words of a text that mean something here: @mentions, ~channels, #hashtags, :emoji: and emoticons.
//
// One pass with one sticky expression whose branches begin with different letters, so the time is linear. Whether a
// name exists is for `view.tsx` to ask; here only the shape counts.

import type { Inline } from "./tree";

const WORD = new RegExp(
  [
    `@(?<mention>[a-z0-9][a-z0-9._-]{0,63})`,
    `~(?<channel>[a-z0-9][a-z0-9_-]{0,63})`,
    String.raw`#(?<hashtag>\p{L}[\p{L}\p{M}\p{N}_.-]{1,63})`,
    `:(?<emoji>[a-z0-9_+-]{1,64}):`,
    String.raw`(?<emoticon>[:;=]-?[)(DPpOo/|*]|<3|<\/3)(?=$|\s)`,
  ].join("|"),
  "iuy",
);

/** Letters that a word of ours may begin with. */
const STARTS = /[@~#:;=<]/g;
const INSIDE_WORD = /[\p{L}\p{N}_]/u;

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
    if (before !== undefined && text[at] !== ":" && INSIDE_WORD.test(before)) continue;
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    const word = match ? asInline(match, before) : undefined;
    if (!match || !word) continue;
    if (at > from) found.push({ kind: "text", text: text.slice(from, at) });
    found.push(word);
    from = at + match[0].length;
    STARTS.lastIndex = from;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
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
