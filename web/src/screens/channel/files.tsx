// The files of a post: pictures at their size before they have loaded, films and recordings to play, others as cards.
import { createSignal, For, Show } from "solid-js";
import { formatBytes } from "../../i18n/language";
import { link } from "../../net/rest";
import { preference } from "../../query/world";
import { Button, Icon } from "../../ui";
import type { FileInfo, Post } from "../../wire.gen";
import { setDialog } from "../place";
import { t } from "../strings";
import { nameShown } from "./names";
import "./files.css";

const IMAGE_WIDTH_MAX = 420;
const IMAGE_HEIGHT_MAX = 320;

/** Whether pictures wait behind a button until they are asked for. */
export const foldsPictures = (): boolean => preference("display_settings", "collapse_previews") === "true";

export const isImage = (file: FileInfo): boolean => file.mime_type.startsWith("image/") && file.extension !== "svg";

type Medium = "video" | "audio";

/** How this browser plays the file; nothing when it cannot. */
export function playedAs(file: FileInfo): Medium | undefined {
  const family = file.mime_type.split("/")[0];
  if (family !== "video" && family !== "audio") return undefined;
  return document.createElement(family).canPlayType(file.mime_type) === "" ? undefined : family;
}

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
        <For each={others()}>
          {(file) => (
            <Show when={playedAs(file)} fallback={<FileCard file={file} />}>
              {(medium) => <Played file={file} medium={medium()} />}
            </Show>
          )}
        </For>
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
      aria-label={t("openImage", { name: nameShown(props.file.name) })}
      onClick={() => setDialog({ kind: "viewer", fileId: props.file.id, postId: props.post.id })}
    >
      <img
        src={source()}
        width={size().width}
        height={size().height}
        alt={nameShown(props.file.name)}
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

/** Played where it stands. The box keeps its size, so that nothing moves when the first frame is there. */
function Played(props: { file: FileInfo; medium: Medium }) {
  const source = () => link(`/files/${props.file.id}`);
  const name = () => nameShown(props.file.name);
  const [broken, setBroken] = createSignal(false);
  return (
    <div class="file-played" data-medium={props.medium}>
      <Show when={!broken()}>
        <Show
          when={props.medium === "video"}
          fallback={
            // biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what people record.
            <audio
              controls
              preload="metadata"
              src={source()}
              aria-label={t("audioOf", { name: name() })}
              onError={() => setBroken(true)}
            />
          }
        >
          {/* biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what people record. */}
          <video
            controls
            playsinline
            preload="metadata"
            src={source()}
            aria-label={t("videoOf", { name: name() })}
            onError={() => setBroken(true)}
          />
        </Show>
      </Show>
      <FileCard file={props.file} />
    </div>
  );
}

export function FileCard(props: { file: FileInfo }) {
  return (
    <a class="file-card" href={link(`/files/${props.file.id}`, { download: 1 })} download={nameShown(props.file.name)}>
      <span class="file-kind">
        <Icon name="file" />
      </span>
      <span class="file-text">
        <strong>{nameShown(props.file.name)}</strong>
        <small>
          {props.file.extension.toUpperCase()} · {formatBytes(props.file.size)}
        </small>
      </span>
      <Icon name="download" size="small" />
    </a>
  );
}
