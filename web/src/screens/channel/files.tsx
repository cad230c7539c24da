// The files of a post: pictures, films and recordings to play, texts to unfold, others as cards to fetch.
import { createSignal, createUniqueId, For, lazy, Show, Suspense } from "solid-js";
import { formatBytes } from "../../i18n/language";
import { link } from "../../net/rest";
import { preference } from "../../query/world";
import { Button, Icon, IconButton } from "../../ui";
import type { FileInfo, Post } from "../../wire.gen";
import { setDialog } from "../place";
import { t } from "../strings";
import { isVoice } from "../voice/kinds";
import { Gallery } from "./gallery";
import { iconOf, isPdf, officeOf, officeRead } from "./kinds";
import { nameShown } from "./names";
import { ofFiles } from "./strings";
import { languageOf } from "./written";
import "./files.css";

const VoiceMessage = lazy(() => import("../voice/message"));
const FirstPage = lazy(() => import("../pdf/first-page"));
const OfficeFile = lazy(() => import("../office/office-file"));
const TextFile = lazy(() => import("./text-file"));

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

/** Each kind has rows of its own, so that what is low leaves no hole beside what is tall. */
export function Files(props: { post: Post }) {
  const files = () => props.post.metadata?.files ?? [];
  const images = () => files().filter(isImage);
  const played = (medium: Medium) => files().filter((file) => playedAs(file) === medium);
  const pdfs = () => files().filter(isPdf);
  const others = () => files().filter((file) => !isImage(file) && !isPdf(file) && playedAs(file) === undefined);
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
          <Gallery files={images()} />
        </Show>
        <For each={["video", "audio"] as const}>
          {(medium) => (
            <Show when={played(medium).length > 0}>
              <div class="files-row" data-medium={medium}>
                <For each={played(medium)}>
                  {(file) => (
                    <Show when={isVoice(file)} fallback={<Played file={file} medium={medium} />}>
                      <div class="file-voice">
                        <Suspense>
                          <VoiceMessage file={file} />
                        </Suspense>
                      </div>
                    </Show>
                  )}
                </For>
              </div>
            </Show>
          )}
        </For>
        <Show when={pdfs().length > 0}>
          <div class="files-row">
            <For each={pdfs()}>{(file) => <PdfCard file={file} />}</For>
          </div>
        </Show>
        <Show when={others().length > 0}>
          <div class="files-row">
            <For each={others()}>{(file) => <FileCard file={file} />}</For>
          </div>
        </Show>
      </div>
    </Show>
  );
}

/** Played where it stands, with its name in the same frame. The box keeps its size, so that nothing moves when the first
 * frame is there. */
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
      <FileLink file={props.file} />
    </div>
  );
}

/** A file by its name. Text, and the words of office files, can be read without fetching it. */
export function FileCard(props: { file: FileInfo }) {
  const language = () => languageOf(props.file);
  const office = () => officeRead(props.file);
  const [open, setOpen] = createSignal(false);
  const inside = createUniqueId();
  const name = () => nameShown(props.file.name);
  return (
    <div class="file-card" data-open={open() ? "" : undefined}>
      <FileLink file={props.file} />
      <Show when={language() !== undefined || office()}>
        <IconButton
          class="file-unfold"
          size="small"
          icon="chevronDown"
          label={ofFiles(open() ? "foldFile" : "unfoldFile", { name: name() })}
          aria-expanded={open()}
          aria-controls={open() ? inside : undefined}
          onClick={() => setOpen(!open())}
        />
      </Show>
      <Show when={open()}>
        <div class="file-inside" id={inside}>
          <Suspense>
            <Show when={office()} fallback={<TextFile file={props.file} language={language() ?? ""} />}>
              {(readAs) => <OfficeFile file={props.file} readAs={readAs()} />}
            </Show>
          </Suspense>
        </div>
      </Show>
    </div>
  );
}

/** Who saves data sees pages only when they ask for them. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A document by its first page; a press on that opens it in place. */
function PdfCard(props: { file: FileInfo }) {
  return (
    <div class="file-card" data-pdf="">
      <button
        type="button"
        class="file-first"
        aria-label={ofFiles("openFile", { name: nameShown(props.file.name) })}
        onClick={() => setDialog({ kind: "pdf", file: props.file })}
      >
        <Show when={!savesData()} fallback={<Icon name="file" size="large" />}>
          <Suspense fallback={<Icon name="file" size="large" />}>
            <FirstPage file={props.file} />
          </Suspense>
        </Show>
      </button>
      <FileLink file={props.file} />
    </div>
  );
}

/** What it is, how it is written, and how large. */
function toldOf(file: FileInfo): string[] {
  const office = officeOf(file);
  return [office ? ofFiles(office) : "", file.extension.toUpperCase(), formatBytes(file.size)].filter(Boolean);
}

/** A press fetches it. */
function FileLink(props: { file: FileInfo }) {
  return (
    <a class="file-link" href={link(`/files/${props.file.id}`, { download: 1 })} download={nameShown(props.file.name)}>
      <span class="file-kind" data-office={officeOf(props.file)}>
        <Icon name={iconOf(props.file)} />
      </span>
      <span class="file-text">
        <strong>{nameShown(props.file.name)}</strong>
        <small>
          {/* Each for itself: an ending and a number would go before the words around them from right to left. */}
          <For each={toldOf(props.file)}>
            {(one, at) => (
              <>
                {at() > 0 && " · "}
                <bdi>{one}</bdi>
              </>
            )}
          </For>
        </small>
      </span>
      <Icon name="download" size="small" />
    </a>
  );
}
