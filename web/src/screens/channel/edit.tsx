// Editing a post where it stands.
import { createSignal, onCleanup, onMount } from "solid-js";
import { editPost } from "../../query/do";
import { Button } from "../../ui";
import type { Post } from "../../wire.gen";
import { t } from "../strings";
import { attempt } from "./menu";

export function Edit(props: { post: Post; onClose: () => void }) {
  const [text, setText] = createSignal(props.post.message);
  let area!: HTMLTextAreaElement;
  const before = document.activeElement;
  onCleanup(() => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
  onMount(() => {
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  });
  const save = () => {
    const message = text().trim();
    if (message !== "" && message !== props.post.message) attempt(editPost(props.post, message));
    props.onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      props.onClose();
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      save();
    }
  };
  return (
    <div class="post-edit">
      <textarea
        ref={area}
        dir="auto"
        aria-label={t("editMessage")}
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="post-edit-foot">
        <Button size="small" kind="primary" onClick={save}>
          {t("save")}
        </Button>
        <Button size="small" kind="quiet" onClick={() => props.onClose()}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
