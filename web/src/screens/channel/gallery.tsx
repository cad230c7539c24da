// The pictures of a post: one at its own shape, several as a mosaic of even rows. Nothing moves when they arrive.
import { For, Show } from "solid-js";
import { link } from "../../net/rest";
import type { FileInfo } from "../../wire.gen";
import { setDialog } from "../place";
import { t } from "../strings";
import { type Cell, mosaic } from "./mosaic";
import { nameShown } from "./names";
import { ofFiles } from "./strings";

const ALONE_WIDTH_MAX = 420;
const ALONE_HEIGHT_MAX = 320;
/** Smaller ones, as icons are, keep their size in a larger cell. */
const SMALL_SIDE_MAX = 160;

/** The size at which a picture that stands alone is drawn. */
export function drawnSize(file: FileInfo): { width: number; height: number } {
  const width = file.width || ALONE_WIDTH_MAX;
  const height = file.height || ALONE_HEIGHT_MAX;
  const scale = Math.min(1, ALONE_WIDTH_MAX / width, ALONE_HEIGHT_MAX / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

const isSmall = ({ width = 0, height = 0 }: FileInfo): boolean =>
  width > 0 && width <= SMALL_SIDE_MAX && height > 0 && height <= SMALL_SIDE_MAX;

export function Gallery(props: { files: readonly FileInfo[] }) {
  return (
    <Show
      when={props.files.length > 1}
      fallback={<For each={props.files}>{(file) => <Picture file={file} behind={0} all={props.files} alone />}</For>}
    >
      <div class="gallery">
        <For each={mosaic(props.files)}>
          {(row) => (
            <div class="gallery-row" style={{ "aspect-ratio": String(row.ratio) }}>
              <For each={row.cells}>{(cell) => <Picture {...cell} all={props.files} />}</For>
            </div>
          )}
        </For>
      </div>
    </Show>
  );
}

function Picture(props: Partial<Cell> & { file: FileInfo; behind: number; all: readonly FileInfo[]; alone?: boolean }) {
  const name = () => nameShown(props.file.name);
  const size = () => (props.alone ? drawnSize(props.file) : undefined);
  const source = () => link(`/files/${props.file.id}${props.file.has_preview_image ? "/preview" : ""}`);
  return (
    <button
      type="button"
      class="file-image"
      data-small={!props.alone && isSmall(props.file) ? "" : undefined}
      style={{ "flex-grow": props.share === undefined ? undefined : String(props.share) }}
      aria-label={
        props.behind > 0 ? ofFiles("openMore", { name: name(), count: props.behind }) : t("openImage", { name: name() })
      }
      onClick={() => setDialog({ kind: "viewer", fileId: props.file.id, files: props.all })}
    >
      <img
        src={source()}
        width={size()?.width}
        height={size()?.height}
        alt={name()}
        loading="lazy"
        decoding="async"
        style={{
          "background-image": props.file.mini_preview
            ? `url(data:image/jpeg;base64,${props.file.mini_preview})`
            : undefined,
        }}
      />
      <Show when={props.behind > 0}>
        <span class="file-behind" aria-hidden="true">
          +{props.behind}
        </span>
      </Show>
    </button>
  );
}
