// The pictures of a message, one at a time in the whole window; the others in a strip below.

import { createEffect, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { formatShare } from "../../i18n/language";
import { link } from "../../net/rest";
import { Dialog, IconButton } from "../../ui";
import { arrows, isRightToLeft } from "../../ui/direction";
import type { FileInfo } from "../../wire.gen";
import { nameShown } from "../channel/names";
import { ofFiles } from "../channel/strings";
import { dialog, setDialog } from "../place";
import { t } from "../strings";
import { copyPicture } from "./copy";
import { Stage, type StageControls } from "./stage";
import "./viewer.css";

const ZOOM_STEP = 1.25;
const PAN_STEP_PX = 80;

/** What a key does; those that are not here are the browser's. */
function keysOf(step: (by: number) => void, stage: () => StageControls | undefined): Record<string, () => void> {
  const pan = (x: number, y: number) => () => stage()?.pan({ x: x * PAN_STEP_PX, y: y * PAN_STEP_PX });
  const nearer = () => stage()?.zoom(ZOOM_STEP);
  return {
    [arrows().on]: () => step(1),
    [arrows().back]: () => step(-1),
    "Shift+ArrowLeft": pan(1, 0),
    "Shift+ArrowRight": pan(-1, 0),
    "Shift+ArrowUp": pan(0, 1),
    "Shift+ArrowDown": pan(0, -1),
    ArrowUp: pan(0, 1),
    ArrowDown: pan(0, -1),
    "+": nearer,
    "Shift++": nearer,
    "=": nearer,
    "-": () => stage()?.zoom(1 / ZOOM_STEP),
    "0": () => stage()?.fit(),
    "1": () => stage()?.original(),
  };
}

export default function Viewer() {
  const now = dialog();
  const images = now?.kind === "viewer" ? now.files : [];
  const first = now?.kind === "viewer" ? images.findIndex((file) => file.id === now.fileId) : 0;
  const [at, setAt] = createSignal(Math.max(0, first));
  const [stage, setStage] = createSignal<StageControls>();
  const close = () => setDialog(undefined);
  const step = (by: number) => setAt((at() + by + images.length) % Math.max(1, images.length));
  const keys = keysOf(step, stage);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const deed = keys[(event.shiftKey ? "Shift+" : "") + event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
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
          onClose={close}
          footer={<Tools file={file()} stage={stage()} step={images.length > 1 ? step : undefined} />}
        >
          <div class="viewer-frame">
            <Stage
              file={file()}
              ref={setStage}
              onSwipe={(to) => {
                if (to === "down") close();
                else if (images.length > 1) step((to === "end") === isRightToLeft() ? -1 : 1);
              }}
            />
            <Show when={images.length > 1}>
              <Strip images={images} at={at()} onChoose={setAt} />
            </Show>
          </div>
        </Dialog>
      )}
    </Show>
  );
}

interface ToolsProps {
  readonly file: FileInfo;
  readonly stage: StageControls | undefined;
  readonly step: ((by: number) => void) | undefined;
}

function Tools(props: ToolsProps) {
  const isNear = () => props.stage?.isNear() === true;
  return (
    <>
      <Show when={props.step}>
        {(step) => (
          <div class="viewer-steps">
            <IconButton icon="back" label={t("previous")} keys={arrows().back} onClick={() => step()(-1)} />
            <IconButton icon="chevronEnd" label={t("next")} keys={arrows().on} onClick={() => step()(1)} />
          </div>
        )}
      </Show>
      <div class="viewer-zoom" role="group" aria-label={ofFiles("zoom")}>
        <IconButton
          icon="zoomOut"
          label={ofFiles("zoomOut")}
          keys="-"
          onClick={() => props.stage?.zoom(1 / ZOOM_STEP)}
        />
        <output>{formatShare(props.stage?.scale() ?? 1)}</output>
        <IconButton icon="zoomIn" label={ofFiles("zoomIn")} keys="+" onClick={() => props.stage?.zoom(ZOOM_STEP)} />
        <IconButton
          icon={isNear() ? "fit" : "original"}
          label={ofFiles(isNear() ? "fit" : "original")}
          keys={isNear() ? "0" : "1"}
          onClick={() => (isNear() ? props.stage?.fit() : props.stage?.original())}
        />
      </div>
      <IconButton icon="copy" label={ofFiles("copyPicture")} onClick={() => copyPicture(props.stage?.picture())} />
      <IconButton
        icon="download"
        label={t("download")}
        onClick={() => location.assign(link(`/files/${props.file.id}`, { download: 1 }))}
      />
    </>
  );
}

function Strip(props: { images: readonly FileInfo[]; at: number; onChoose: (at: number) => void }) {
  let list!: HTMLUListElement;
  createEffect(
    on(
      () => props.at,
      (at) => list.children[at]?.scrollIntoView({ block: "nearest", inline: "center" }),
    ),
  );
  return (
    <ul class="viewer-strip" ref={list} aria-label={ofFiles("pictures")}>
      <For each={props.images}>
        {(file, at) => (
          <li>
            <button
              type="button"
              data-first={at() === props.at ? "" : undefined}
              aria-current={at() === props.at ? "true" : undefined}
              aria-label={nameShown(file.name)}
              onClick={() => props.onChoose(at())}
            >
              <img src={link(`/files/${file.id}${file.has_preview_image ? "/thumbnail" : ""}`)} alt="" loading="lazy" />
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}
