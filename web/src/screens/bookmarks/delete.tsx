// Before a bookmark is gone for everybody.
import { Show } from "solid-js";
import { removeBookmark } from "../../query/bookmarks";
import { Button, Dialog } from "../../ui";
import { attempt } from "../channel/menu";
import { dialog, setDialog } from "../place";
import { t } from "./strings";

export default function DeleteBookmark() {
  const now = dialog();
  const one = now?.kind === "deleteBookmark" ? now.bookmark : undefined;
  const close = () => setDialog(undefined);
  const perform = () => {
    close();
    if (one) attempt(removeBookmark(one));
  };
  return (
    <Show when={one}>
      {(shown) => (
        <Dialog
          title={t("deleteTitle")}
          size="small"
          onClose={close}
          onSubmit={perform}
          footer={
            <>
              <Button onClick={close}>{t("cancel")}</Button>
              <Button kind="danger" type="submit" data-first>
                {t("delete")}
              </Button>
            </>
          }
        >
          <p>{t("deleteText", { name: shown().display_name })}</p>
        </Dialog>
      )}
    </Show>
  );
}
