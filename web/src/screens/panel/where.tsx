// Where and when something that is listed was written, and the way there.
import { Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { wantUser } from "../../query/people";
import { channelName, nameOf, store } from "../../query/world";
import { go } from "../../route";
import { addressOfPost } from "../place";
import { t } from "../strings";
import "./found.css";

interface WhereProps {
  readonly channelId: string;
  readonly postId: string;
  readonly at: number;
  /** Said of what does not say by itself who wrote it. */
  readonly authorId?: string;
}

export function Where(props: WhereProps) {
  const author = () => {
    wantUser(props.authorId ?? "");
    return store.row("users", props.authorId ?? "");
  };
  return (
    <div class="found-where">
      <span>
        <Show when={author()}>
          {(one) => (
            <>
              <bdi>{nameOf(one())}</bdi>
              {" · "}
            </>
          )}
        </Show>
        <bdi>{channelName(store.row("channels", props.channelId))}</bdi> · {formatDate(props.at, "date")}
      </span>
      <button type="button" onClick={() => go(addressOfPost({ id: props.postId }))}>
        {t("jump")}
      </button>
    </div>
  );
}
