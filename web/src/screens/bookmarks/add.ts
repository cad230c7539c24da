// Adding a bookmark, for the bar, the channel's menu and the palette.
import type { Action } from "../../actions/action";
import { mayBookmark } from "../../query/bookmarks";
import { setDialog } from "../place";
import { t } from "./strings";

export function addActions(channelId: string): Action[] {
  const enabled = () => mayBookmark("add", channelId);
  return [
    {
      name: "addLink",
      label: () => t("addLink"),
      icon: "link",
      enabled,
      perform: () => setDialog({ kind: "bookmark", channelId, what: "link" }),
    },
    {
      name: "addFile",
      label: () => t("addFile"),
      icon: "file",
      enabled,
      perform: () => setDialog({ kind: "bookmark", channelId, what: "file" }),
    },
  ];
}
