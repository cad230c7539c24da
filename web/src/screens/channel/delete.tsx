// Before a post is gone for everybody.
import { Show } from "solid-js";
import { deletePost } from "../../query/do";
import { Button, Dialog } from "../../ui";
import { dialog, setDialog } from "../place";
import { t } from "../strings";
import { attempt } from "./menu";

export default function ConfirmDelete() {
  const now = dialog();
  const post = now?.kind === "confirmDelete" ? now.post : undefined;
  const perform = () => {
    setDialog(undefined);
    if (post) attempt(deletePost(post));
  };
  return (
    <Show when={post}>
      {(shown) => (
        <Dialog
          title={t("deleteTitle")}
          description={shown().reply_count > 0 ? t("deleteThread", { count: shown().reply_count }) : t("deleteText")}
          size="small"
          onClose={() => setDialog(undefined)}
          onSubmit={perform}
          footer={
            <>
              <Button onClick={() => setDialog(undefined)}>{t("cancel")}</Button>
              <Button kind="danger" type="submit" data-first>
                {t("delete")}
              </Button>
            </>
          }
        >
          <p>{shown().message.slice(0, 300)}</p>
        </Dialog>
      )}
    </Show>
  );
}
