// The message that another one passes on: its link is the last line, and is shown as that message in place of the address.
import { permalinkOf } from "../../text/links";
import type { Post, PreviewPost } from "../../wire.gen";

export interface Forwarded {
  /** What was said about it. */
  readonly words: string;
  readonly postId: string;
  /** As the server shows it to this reader; without an address of its own it shows nothing. */
  readonly preview: PreviewPost | undefined;
}

const LINK = /^https?:\/\/\S+\/pl\/([a-z0-9]{26})$/;

/** What the post passes on; nothing where its last line is no link to a message here. */
export function forwardedBy(post: Pick<Post, "message" | "metadata">, site: string): Forwarded | undefined {
  if (!post.message.includes("/pl/")) return undefined;
  const message = post.message.trimEnd();
  const line = message.slice(message.lastIndexOf("\n") + 1).trim();
  const postId = LINK.exec(line)?.[1];
  if (!postId) return undefined;
  const embed = post.metadata?.embeds?.find((one) => one.type === "permalink")?.data as PreviewPost | undefined;
  const preview = embed?.post_id === postId ? embed : undefined;
  if (!preview && permalinkOf(line, site) !== postId) return undefined;
  return { words: message.slice(0, message.length - line.length).trimEnd(), postId, preview };
}
