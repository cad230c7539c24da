// Writes src/emoji/emoji.gen.json from emojibase-data: names as the server knows them, tags to search by, skin tones.
//
// An entry is [character, names, tags, tones]. `tones` is 1 where a tone is the character with a modifier after its
// first code point, which is where all single people and hands have it. Run after raising emojibase-data:
// `npm run emoji`.

import { readFileSync, writeFileSync } from "node:fs";

const load = (path) => JSON.parse(readFileSync(new URL(`../node_modules/emojibase-data/${path}`, import.meta.url)));
const all = load("en/compact.json");
const names = load("en/shortcodes/iamcal.json");
const groups = load("meta/groups.json").groups;
/** Bare skin tones and hair are parts, not emoji. */
const PARTS = 2;
const TAGS_MAX = 6;

function takesTones(one) {
  const light = one.skins?.find((skin) => skin.hexcode.split("-").filter((part) => part === "1F3FB").length === 1);
  if (!light || one.skins.length !== 5) return 0;
  const [first, ...rest] = [...one.unicode].filter((char, at) => !(at === 1 && char === "\uFE0F"));
  return [first, "\u{1F3FB}", ...rest].join("") === light.unicode ? 1 : 0;
}

const found = Object.keys(groups)
  .map(Number)
  .filter((group) => group !== PARTS)
  .map((group) => ({
    group: groups[group],
    emoji: all
      .filter((one) => one.group === group && names[one.hexcode])
      .sort((a, b) => a.order - b.order)
      .map((one) => {
        const called = [names[one.hexcode]].flat();
        const known = new Set(called.flatMap((name) => name.split("_")));
        const tags = (one.tags ?? []).filter((tag) => !known.has(tag)).slice(0, TAGS_MAX);
        return [one.unicode, called.join(" "), tags.join(" "), takesTones(one)];
      }),
  }));
const lines = found.map(
  ({ group, emoji }) => `["${group}",[\n${emoji.map((one) => JSON.stringify(one)).join(",\n")}\n]]`,
);
writeFileSync(new URL("../src/emoji/emoji.gen.json", import.meta.url), `[\n${lines.join(",\n")}\n]\n`);
