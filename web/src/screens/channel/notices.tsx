// People who came or went, as one sentence.
import { formatDate, formatList } from "../../i18n/language";
import { store } from "../../query/world";
import { t } from "../strings";

/** A longer list is cut: who else came is in the list of members. */
const NAMED_MAX = 12;

export function Notices(props: { ids: readonly string[] }) {
  const posts = () => props.ids.flatMap((id) => store.row("posts", id) ?? []);
  const name = (value: unknown): string => (typeof value === "string" ? value : "");
  const names = () => [...new Set(posts().map((post) => name(post.props.addedUsername) || name(post.props.username)))];
  const sentence = () => {
    const first = posts()[0];
    const count = names().length;
    const shown = names().slice(0, NAMED_MAX);
    const who = formatList(count > NAMED_MAX ? [...shown, `+${count - NAMED_MAX}`] : shown);
    switch (first?.type) {
      case "system_join_team":
        return t("noticeJoinedTeam", { count, who });
      case "system_join_channel":
        return t("noticeJoinedChannel", { count, who });
      case "system_leave_channel":
        return t("noticeLeftChannel", { count, who });
      default:
        return t("noticeAdded", { count, who, by: name(first?.props.username) });
    }
  };
  return (
    <div class="post-system" id={props.ids.length === 1 ? `post-${props.ids[0]}` : undefined}>
      <span>{sentence()}</span>
      <time>{formatDate(posts()[0]?.create_at ?? 0, "time")}</time>
    </div>
  );
}
