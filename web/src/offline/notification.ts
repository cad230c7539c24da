// What a browser is told of a post: by the server while it is closed, by a page otherwise.

/** As the server writes it (`resources/web_push`). Texts that are not to be told are empty. */
export interface Told {
  readonly post_id: string;
  readonly channel_id: string;
  readonly root_id: string;
  /** Part of the post's address; empty for conversations. */
  readonly team: string;
  readonly sender: string;
  readonly channel: string;
  readonly text: string;
  readonly create_at: number;
  /** Without a sound; only pages say so. */
  readonly silent?: boolean;
}
