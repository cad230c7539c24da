// Before a post is gone for everybody.
import { Show } from "solid-js";
import { deletePost } from "../../query/do";
import { MessageText } from "../../text/view";
import { Button, Dialog } from "../../ui";
import { dialog, setDialog } from "../place";
import { t } from "../strings";
import { ChatText } from "./context";
import { attempt } from "./menu";
import "../gather/gather.css";

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
          <Show when={shown().message !== ""}>
            <ChatText>
              <blockquote class="gather-quote">
                <MessageText text={shown().message} version={`${shown().id}/${shown().update_at}`} />
              </blockquote>
            </ChatText>
          </Show>
        </Dialog>
      )}
    </Show>
  );
}
