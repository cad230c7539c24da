// A picture as large as the window; arrow keys lead to the others of its post.
import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { link } from "../../net/rest";
import { store } from "../../query/world";
import { Button, Dialog, IconButton } from "../../ui";
import { dialog, setDialog } from "../place";
import { t } from "../strings";
import "../find/find.css";
import { isImage } from "./files";
import { nameShown } from "./names";

export default function Viewer() {
  const now = dialog();
  const images = now?.kind === "viewer" ? (store.get("posts", now.postId)?.metadata?.files ?? []).filter(isImage) : [];
  const first = now?.kind === "viewer" ? images.findIndex((file) => file.id === now.fileId) : 0;
  const [at, setAt] = createSignal(Math.max(0, first));
  const step = (by: number) => setAt((at() + by + images.length) % Math.max(1, images.length));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") step(1);
    if (event.key === "ArrowLeft") step(-1);
  };
  onMount(() => document.addEventListener("keydown", onKeyDown));
  onCleanup(() => document.removeEventListener("keydown", onKeyDown));
  return (
    <Show when={images[at()]}>
      {(file) => (
        <Dialog
          title={nameShown(file().name)}
          description={images.length > 1 ? t("ofCount", { at: at() + 1, count: images.length }) : undefined}
          size="full"
          onClose={() => setDialog(undefined)}
          footer={
            <>
              <Show when={images.length > 1}>
                <IconButton icon="back" label={t("previous")} onClick={() => step(-1)} />
                <IconButton icon="chevronEnd" label={t("next")} onClick={() => step(1)} />
              </Show>
              <Button icon="download" onClick={() => location.assign(link(`/files/${file().id}`, { download: 1 }))}>
                {t("download")}
              </Button>
            </>
          }
        >
          <div class="viewer">
            <img src={link(`/files/${file().id}`)} alt={nameShown(file().name)} />
          </div>
        </Dialog>
      )}
    </Show>
  );
}
