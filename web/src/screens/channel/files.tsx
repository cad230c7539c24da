// The files of a post: pictures at their size before they have loaded, others as cards to open.
import { createSignal, For, Show } from "solid-js";
import { formatBytes } from "../../i18n/language";
import { link } from "../../net/rest";
import { preference } from "../../query/world";
import { Button, Icon } from "../../ui";
import type { FileInfo, Post } from "../../wire.gen";
import { setDialog } from "../place";
import { t } from "../strings";
import "./files.css";

const IMAGE_WIDTH_MAX = 420;
const IMAGE_HEIGHT_MAX = 320;

/** Whether pictures wait behind a button until they are asked for. */
export const foldsPictures = (): boolean => preference("display_settings", "collapse_previews") === "true";

export const isImage = (file: FileInfo): boolean => file.mime_type.startsWith("image/") && file.extension !== "svg";

/** The size at which a picture is drawn, so that nothing moves when it arrives. */
export function drawnSize(file: FileInfo): { width: number; height: number } {
  const width = file.width || IMAGE_WIDTH_MAX;
  const height = file.height || IMAGE_HEIGHT_MAX;
  const scale = Math.min(1, IMAGE_WIDTH_MAX / width, IMAGE_HEIGHT_MAX / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

export function Files(props: { post: Post }) {
  const files = () => props.post.metadata?.files ?? [];
  const images = () => files().filter(isImage);
  const others = () => files().filter((file) => !isImage(file));
  const [unfolded, setUnfolded] = createSignal(false);
  return (
    <Show when={files().length > 0}>
      <div class="files">
        <Show
          when={unfolded() || images().length === 0 || !foldsPictures()}
          fallback={
            <Button size="small" icon="image" onClick={() => setUnfolded(true)}>
              {t("showPictures", { count: images().length })}
            </Button>
          }
        >
          <For each={images()}>{(file) => <ImageFile file={file} post={props.post} />}</For>
        </Show>
        <For each={others()}>{(file) => <FileCard file={file} />}</For>
      </div>
    </Show>
  );
}

function ImageFile(props: { file: FileInfo; post: Post }) {
  const size = () => drawnSize(props.file);
  const source = () => link(`/files/${props.file.id}${props.file.has_preview_image ? "/preview" : ""}`);
  return (
    <button
      type="button"
      class="file-image"
      aria-label={t("openImage", { name: props.file.name })}
      onClick={() => setDialog({ kind: "viewer", fileId: props.file.id, postId: props.post.id })}
    >
      <img
        src={source()}
        width={size().width}
        height={size().height}
        alt={props.file.name}
        loading="lazy"
        decoding="async"
        style={{
          "background-image": props.file.mini_preview
            ? `url(data:image/jpeg;base64,${props.file.mini_preview})`
            : undefined,
        }}
      />
    </button>
  );
}

export function FileCard(props: { file: FileInfo }) {
  return (
    <a class="file-card" href={link(`/files/${props.file.id}`, { download: 1 })} download={props.file.name}>
      <span class="file-kind">
        <Icon name="file" />
      </span>
      <span class="file-text">
        <strong>{props.file.name}</strong>
        <small>
          {props.file.extension.toUpperCase()} · {formatBytes(props.file.size)}
        </small>
      </span>
      <Icon name="download" size="small" />
    </a>
  );
}
