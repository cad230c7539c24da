// The server's own emoji: which names exist is asked once, and their pictures are loaded where they are shown.
import { createSignal } from "solid-js";
import { get, link } from "../../net/rest";
import type { Emoji } from "../../wire.gen";

/** A picker with more is searched, not scrolled. */
const CUSTOM_MAX = 200;

const [known, setKnown] = createSignal<ReadonlyMap<string, string>>(new Map());
let asked = false;

const sourceOf = (id: string) => link(`/emoji/${id}/image`);

function ask(): void {
  if (asked) return;
  asked = true;
  get<Emoji[]>("/emoji", { sort: "name", per_page: CUSTOM_MAX })
    .then((all) => setKnown(new Map(all.map((one) => [one.name, sourceOf(one.id)]))))
    .catch(() => {
      asked = false;
    });
}

export function customEmojis(): { name: string; source: string }[] {
  ask();
  return [...known()].map(([name, source]) => ({ name, source }));
}

/** The picture of a name, when the server has one; tells posts that come with their emoji apart from nothing known. */
export function customEmoji(name: string): string | undefined {
  ask();
  return known().get(name);
}
