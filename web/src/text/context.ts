// What a message needs to know of the world around it. The message path gives one; previews and tests give less.

import { createContext, useContext } from "solid-js";

export interface Mentioned {
  /** As shown, without the `@`. */
  readonly label: string;
  /** `me` and `everyone` are marked; the others are links to a profile. */
  readonly kind: "person" | "me" | "group" | "everyone";
}

export interface TextContext {
  /** The person, group or `all` of that name; nothing when there is none, and the text stays text. */
  mention(name: string): Mentioned | undefined;
  /** The display name of the channel. */
  channel(name: string): string | undefined;
  /** The picture of a custom emoji. */
  emojiSource(name: string): string | undefined;
  /** Where a picture of a message is loaded from: the server's proxy, or its own address. */
  imageSource(address: string): string;
  /** Whether pictures wait until they are asked for. */
  foldsPictures?(): boolean;
  /** This server's address, to recognise permalinks. */
  readonly site: string;
  /** Words to mark, as a search found them; lower case. */
  readonly terms?: readonly string[];
  openMention?(name: string, anchor: HTMLElement): void;
  openChannel?(name: string): void;
  openHashtag?(tag: string): void;
  openPermalink?(postId: string): void;
  openImage?(address: string): void;
}

/** Knows nobody and opens nothing. */
export const ALONE: TextContext = {
  mention: () => undefined,
  channel: () => undefined,
  emojiSource: () => undefined,
  imageSource: (address) => address,
  site: globalThis.location?.origin ?? "",
};

const Text = createContext<TextContext>(ALONE);

export const TextProvider = Text.Provider;
export const useText = () => useContext(Text);
