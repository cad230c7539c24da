// The room in which a picture is looked at: whole at first, nearer by wheel, fingers and keys.
import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import { link } from "../../net/rest";
import type { FileInfo } from "../../wire.gen";
import { nameShown } from "../channel/names";
import { gestures } from "./gestures";
import { fitted, isCut, isNear, type Point, panned, type Size, type View, zoomed } from "./zoom";

/** What the buttons and keys of the viewer do with the picture. */
export interface StageControls {
  readonly scale: () => number;
  /** Whether it is drawn larger than the room lets it be seen whole. */
  readonly isNear: () => boolean;
  readonly zoom: (factor: number) => void;
  readonly pan: (by: Point) => void;
  readonly fit: () => void;
  readonly original: () => void;
  readonly picture: () => HTMLImageElement | undefined;
}

interface StageProps {
  readonly file: FileInfo;
  readonly ref: (controls: StageControls) => void;
  readonly onSwipe: (to: "start" | "end" | "down") => void;
}

const MIDDLE: Point = { x: 0, y: 0 };
/** A picture that fits at its own size comes so much nearer at a double click. */
const DOUBLE_FACTOR = 2;

export function Stage(props: StageProps) {
  let room!: HTMLDivElement;
  let image!: HTMLImageElement;
  const [roomSize, setRoomSize] = createSignal<Size>({ width: 0, height: 0 });
  const [size, setSize] = createSignal<Size>({ width: 0, height: 0 });
  const [view, setView] = createSignal<View>({ scale: 1, x: 0, y: 0 });
  const near = () => isNear(view(), size(), roomSize());
  const cut = () => isCut(view(), size(), roomSize());

  const fitWhole = () => setView(fitted(size(), roomSize()));
  const zoom = (factor: number, at: Point) => setView(zoomed(view(), factor, at, size(), roomSize()));
  const pan = (by: Point) => setView(panned(view(), by, size(), roomSize()));
  const original = (at = MIDDLE) => zoom(1 / view().scale, at);

  createEffect(
    on(
      () => props.file,
      (file) => {
        setSize({ width: file.width ?? 0, height: file.height ?? 0 });
        fitWhole();
      },
    ),
  );
  // Whole it stays whole, whatever becomes of the window.
  createEffect(
    on(roomSize, (_, before) => (before && isNear(view(), size(), before) ? pan(MIDDLE) : fitWhole()), { defer: true }),
  );
  const onLoad = () => {
    const { naturalWidth: width, naturalHeight: height } = image;
    if (width === 0 || (width === size().width && height === size().height)) return;
    setSize({ width, height });
    fitWhole();
  };

  onMount(() => {
    const measure = () => setRoomSize({ width: room.clientWidth, height: room.clientHeight });
    measure();
    fitWhole();
    const observer = new ResizeObserver(measure);
    observer.observe(room);
    const end = gestures(room, {
      onZoom: zoom,
      onPan: pan,
      onSwipe: (to) => props.onSwipe(to),
      onDouble: (at) => (near() ? fitWhole() : view().scale < 1 ? original(at) : zoom(DOUBLE_FACTOR, at)),
      canPan: cut,
    });
    onCleanup(() => {
      observer.disconnect();
      end();
    });
    props.ref({
      scale: () => view().scale,
      isNear: near,
      zoom: (factor) => zoom(factor, MIDDLE),
      pan,
      fit: fitWhole,
      original: () => original(),
      picture: () => (image.complete && image.naturalWidth > 0 ? image : undefined),
    });
  });

  return (
    <div class="viewer" ref={room} data-cut={cut() ? "" : undefined}>
      <img
        ref={image}
        src={link(`/files/${props.file.id}`)}
        alt={nameShown(props.file.name)}
        width={size().width || undefined}
        height={size().height || undefined}
        draggable={false}
        onLoad={onLoad}
        style={{
          transform: `translate(${view().x}px, ${view().y}px) scale(${view().scale})`,
          // What the message showed already stands in until all of it is there.
          "background-image": props.file.has_preview_image
            ? `url(${link(`/files/${props.file.id}/preview`)})`
            : undefined,
        }}
      />
    </div>
  );
}
