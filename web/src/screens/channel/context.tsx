// What message text knows of this chat: people, channels, pictures, and where a press on them leads.
import type { JSX, ParentProps } from "solid-js";
import { link } from "../../net/rest";
import { customEmoji } from "../../query/custom-emoji";
import { groupNamed } from "../../query/groups";
import { channelName, config, store } from "../../query/world";
import { go } from "../../route";
import { type TextContext, TextProvider } from "../../text/context";
import { openGroup } from "../people/group";
import { userNamed } from "../people/named";
import { openProfile } from "../people/profile";
import { openChannelNow, setPanel, team } from "../place";
import { foldsPictures } from "./files";

const EVERYONE = new Set(["all", "channel", "here"]);

function channelNamed(name: string) {
  for (const one of store.all("channels").values()) if (one.name === name && one.team_id === team()?.id) return one;
  return undefined;
}

/** Whether a browser that loads it would ask somebody else. `https://chat.example.evil` begins as `https://chat.example`. */
function isElsewhere(address: string): boolean {
  const there = URL.canParse(address, location.href) ? new URL(address, location.href) : undefined;
  return there !== undefined && /^https?:$/.test(there.protocol) && there.origin !== location.origin;
}

/** Where a picture is loaded from: the server's proxy, or its own address. */
export const imageSource = (address: string): string =>
  config().HasImageProxy === "true" && isElsewhere(address) ? link("/image", { url: address }) : address;

const context: TextContext = {
  mention(name) {
    if (EVERYONE.has(name)) return { label: name, kind: "everyone" };
    const user = userNamed(name);
    if (user) return { label: user.username, kind: user.id === store.me ? "me" : "person" };
    const group = groupNamed(name);
    return group ? { label: group.name ?? name, kind: "everyone" } : undefined;
  },
  channel: (name) => {
    const found = channelNamed(name);
    return found && channelName(found);
  },
  emojiSource: customEmoji,
  imageSource,
  foldsPictures,
  site: location.origin,
  openMention: (name, anchor) => {
    const user = userNamed(name);
    const group = user ? undefined : groupNamed(name);
    if (user) openProfile(user.id, anchor);
    else if (group) openGroup(group, anchor);
  },
  openChannel: (name) => {
    const found = channelNamed(name);
    if (found) openChannelNow(found);
  },
  openHashtag: (tag) => setPanel({ kind: "search", terms: `#${tag.replace(/^#/, "")}`, what: "posts" }),
  openPermalink: (postId) => go(`/${team()?.name}/pl/${postId}`),
};

export function ChatText(props: ParentProps<{ terms?: readonly string[] }>): JSX.Element {
  const value = props.terms ? { ...context, terms: props.terms } : context;
  return <TextProvider value={value}>{props.children}</TextProvider>;
}
