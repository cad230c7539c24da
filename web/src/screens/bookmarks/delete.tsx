// Before a bookmark is gone for everybody.
import { Show } from "solid-js";
import { removeBookmark } from "../../query/bookmarks";
import { attempt } from "../channel/menu";
import { dialog, setDialog } from "../place";
import { Sure } from "../sure";
import { t } from "./strings";

export default function DeleteBookmark() {
  const now = dialog();
  const one = now?.kind === "deleteBookmark" ? now.bookmark : undefined;
  return (
    <Show when={one}>
      {(shown) => (
        <Sure
          title={t("deleteTitle")}
          text={t("deleteText", { name: shown().display_name })}
          onClose={() => setDialog(undefined)}
          perform={() => attempt(removeBookmark(shown()))}
        />
      )}
    </Show>
  );
}
