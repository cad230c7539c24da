// A document in the whole window: its pages below each other, each drawn when it comes near.

import type { PDFDocumentProxy, PDFPageProxy, TextLayer } from "pdfjs-dist";
import { createEffect, createResource, createSignal, For, on, onCleanup, onMount, Show } from "solid-js";
import { formatShare } from "../../i18n/language";
import { link } from "../../net/rest";
import { Dialog, IconButton, Skeleton } from "../../ui";
import type { FileInfo } from "../../wire.gen";
import { nameShown } from "../channel/names";
import { ofFiles } from "../channel/strings";
import { dialog, setDialog } from "../place";
import { t } from "../strings";
import { drawn, isLocked, lettered, openPdf } from "./document";
import "../viewer/viewer.css";
import "./pdf.css";

const ZOOM_STEP = 1.25;
const ZOOM = { min: 0.25, max: 5 };
/** Pages beyond are left to the downloaded file. */
const PAGES_MAX = 2_000;
/** A page that is as near is drawn; one that is further away lets go of its picture. */
const NEAR = "800px 0px";
const EDGE_PX = 32;
/** Wider is no easier to read. */
const WIDTH_PX_MAX = 960;

export default function PdfViewer() {
  const now = dialog();
  return <Show when={now?.kind === "pdf" && now.file}>{(file) => <Opened file={file()} />}</Show>;
}

interface Opened {
  readonly pdf: PDFDocumentProxy;
  readonly first: PDFPageProxy;
}

function Opened(props: { file: FileInfo }) {
  const task = openPdf(props.file);
  onCleanup(() => void task.destroy());
  const [opened] = createResource(async (): Promise<Opened> => {
    const pdf = await task.promise;
    return { pdf, first: await pdf.getPage(1) };
  });
  const [zoom, setZoom] = createSignal(1);
  const zoomBy = (factor: number) => setZoom(Math.min(ZOOM.max, Math.max(ZOOM.min, zoom() * factor)));
  const close = () => setDialog(undefined);
  const keys: Record<string, () => void> = {
    "+": () => zoomBy(ZOOM_STEP),
    "=": () => zoomBy(ZOOM_STEP),
    "-": () => zoomBy(1 / ZOOM_STEP),
    "0": () => setZoom(1),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const deed = keys[event.key];
    if (!deed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    deed();
  };
  onMount(() => document.addEventListener("keydown", onKeyDown));
  onCleanup(() => document.removeEventListener("keydown", onKeyDown));
  const download = () => location.assign(link(`/files/${props.file.id}`, { download: 1 }));
  const count = () => (opened.state === "ready" ? opened().pdf.numPages : undefined);
  return (
    <Dialog
      title={nameShown(props.file.name)}
      description={count() === undefined ? undefined : ofFiles("pages", { count: count() ?? 0 })}
      size="full"
      onClose={close}
      footer={
        <>
          <div class="viewer-zoom" role="group" aria-label={ofFiles("zoom")}>
            <IconButton icon="zoomOut" label={ofFiles("zoomOut")} keys="-" onClick={() => zoomBy(1 / ZOOM_STEP)} />
            <output>{formatShare(zoom())}</output>
            <IconButton icon="zoomIn" label={ofFiles("zoomIn")} keys="+" onClick={() => zoomBy(ZOOM_STEP)} />
            <IconButton icon="fit" label={ofFiles("fit")} keys="0" onClick={() => setZoom(1)} />
          </div>
          <IconButton icon="download" label={t("download")} onClick={download} />
        </>
      }
    >
      <div class="pdf">
        <Show
          when={opened.error === undefined}
          fallback={<p role="alert">{ofFiles(isLocked(opened.error) ? "locked" : "notRead")}</p>}
        >
          {/* Asked while it is on its way, it would take the whole dialog from the glass. */}
          <Show when={opened.state === "ready" && opened()} fallback={<Skeleton lines={12} />}>
            {(document) => <Pages {...document()} zoom={zoom()} />}
          </Show>
        </Show>
      </div>
    </Dialog>
  );
}

function Pages(props: Opened & { zoom: number }) {
  let frame!: HTMLDivElement;
  const [room, setRoom] = createSignal(0);
  const plain = props.first.getViewport({ scale: 1 });
  const scale = () => (Math.min(room(), WIDTH_PX_MAX) / plain.width) * props.zoom;
  const numbers = Array.from({ length: Math.min(props.pdf.numPages, PAGES_MAX) }, (_, at) => at + 1);
  onMount(() => {
    const watch = new ResizeObserver(() => setRoom(frame.clientWidth - EDGE_PX));
    watch.observe(frame);
    onCleanup(() => watch.disconnect());
    frame.focus();
  });
  // The place that is read stays in sight when the pages grow.
  createEffect(
    on(scale, (now, was) => {
      if (was) frame.scrollTop *= now / was;
      return now;
    }),
  );
  return (
    <div class="pdf-pages" ref={frame} tabindex={0} role="document">
      <Show when={room() > 0}>
        <For each={numbers}>{(number) => <PageView {...props} number={number} scale={scale()} frame={frame} />}</For>
      </Show>
    </div>
  );
}

function PageView(props: Opened & { number: number; scale: number; frame: HTMLElement }) {
  let sheet!: HTMLDivElement;
  const [near, setNear] = createSignal(false);
  const [page, setPage] = createSignal<PDFPageProxy>();
  /** Until it is known, a page is taken to be as large as the first. */
  const size = () => (page() ?? props.first).getViewport({ scale: props.scale });
  onMount(() => {
    const watch = new IntersectionObserver(([seen]) => setNear(seen?.isIntersecting === true), {
      root: props.frame,
      rootMargin: NEAR,
    });
    watch.observe(sheet);
    onCleanup(() => watch.disconnect());
  });
  createEffect(() => {
    if (!near()) return;
    const scale = props.scale;
    let letters: TextLayer | undefined;
    let isOver = false;
    onCleanup(() => {
      isOver = true;
      letters?.cancel();
    });
    const show = async () => {
      const found = await props.pdf.getPage(props.number);
      const canvas = await drawn(found, scale);
      if (isOver) return;
      setPage(found);
      const words = document.createElement("div");
      words.className = "pdf-words";
      sheet.replaceChildren(canvas, words);
      letters = lettered(found, found.getViewport({ scale }), words);
      await letters.render();
    };
    // A document that was closed meanwhile, or a page that cannot be drawn: it stays white.
    show().catch(() => {});
  });
  createEffect(() => !near() && sheet.replaceChildren());
  return (
    <div
      class="pdf-page"
      role="region"
      aria-label={ofFiles("page", { page: props.number })}
      ref={sheet}
      style={{ width: `${size().width}px`, height: `${size().height}px` }}
    />
  );
}
