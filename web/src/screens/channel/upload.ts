// Files on their way up, with how far they are. One request per file, so that one that fails takes no other with it.
import { createSignal, onCleanup } from "solid-js";
import { formatBytes } from "../../i18n/language";
import { refusalText } from "../../i18n/refusal";
import { link } from "../../net/rest";
import { config } from "../../query/world";
import { toast } from "../../ui";
import type { FileInfo, FileUpload } from "../../wire.gen";
import { t } from "../strings";

/** The server takes as many with one post. */
export const FILES_MAX = 10;

export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  /** What it shows, where it is a picture. */
  readonly picture?: string | undefined;
  /** From 0 to 1. */
  readonly progress: number;
  readonly info?: FileInfo | undefined;
  readonly problem?: string | undefined;
  /** Whether another attempt may go better; what the server refused, it refuses again. */
  readonly canRetry?: boolean;
}

/** Where files go: a channel, or a thread in it. */
export interface Place {
  readonly channelId: string;
  readonly rootId: string;
}

const isSame = (one: Place, other: Place) => one.channelId === other.channelId && one.rootId === other.rootId;

/** What did not arrive, and the place that it was for. */
interface Waiting {
  readonly file: File;
  readonly place: Place;
  readonly request?: XMLHttpRequest;
}

let last = 0;

const isPicture = (type: string): boolean => type.startsWith("image/") && !type.startsWith("image/svg");

const pictureOf = (info: FileInfo): string | undefined =>
  isPicture(info.mime_type) ? link(`/files/${info.id}${info.has_preview_image ? "/thumbnail" : ""}`) : undefined;

/** Lets go of the file that a picture on the page is drawn from. */
function release({ picture }: Upload): void {
  if (picture?.startsWith("blob:")) URL.revokeObjectURL(picture);
}

/** `late` gets a file that has arrived after its place was left, or that was never for the place that is shown. */
export function createUploads(here: () => Place, late: (place: Place, info: FileInfo) => void = () => {}) {
  const [uploads, setUploads] = createSignal<readonly Upload[]>([]);
  const waiting = new Map<number, Waiting>();
  const change = (key: number, part: Partial<Upload>) =>
    setUploads(uploads().map((one) => (one.key === key ? { ...one, ...part } : one)));

  const arrive = (key: number, place: Place, info: FileInfo) => {
    waiting.delete(key);
    if (!uploads().some((one) => one.key === key)) late(place, info);
    change(key, { progress: 1, info });
  };
  const fail = (key: number, status: number, problem: string) => {
    // Nobody can ask for another attempt once its place was left; that it did not arrive is said all the same.
    const lost = uploads().some((one) => one.key === key) ? undefined : waiting.get(key)?.file.name;
    if (lost !== undefined) {
      waiting.delete(key);
      toast({ text: `${lost}: ${problem}`, kind: "danger" });
    }
    change(key, { problem, canRetry: status === 0 || status === 429 || status >= 500 });
  };
  const refused = async (key: number, { status, response }: XMLHttpRequest) => {
    const { id = "", message = t("notUploaded") } = (response as { id?: string; message?: string } | null) ?? {};
    fail(key, status, await refusalText(id, message));
  };
  /** Other files take the place of those shown; what is still on its way goes on. */
  const show = (next: readonly Upload[]) => {
    for (const one of uploads()) {
      if (one.problem !== undefined) waiting.delete(one.key);
      release(one);
    }
    setUploads(next);
  };

  const send = (key: number, { file, place }: Waiting) => {
    // `fetch` does not tell how far a body is sent.
    const request = new XMLHttpRequest();
    waiting.set(key, { file, place, request });
    request.open("POST", link("/files", { channel_id: place.channelId, filename: file.name }));
    request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
    request.setRequestHeader("X-CSRF-Token", /(?:^|; )MMCSRF=([^;]*)/.exec(document.cookie)?.[1] ?? "");
    request.responseType = "json";
    request.upload.onprogress = (event) =>
      event.lengthComputable && change(key, { progress: event.loaded / event.total });
    request.onload = () => {
      const info = request.status === 201 ? (request.response as FileUpload).file_infos[0] : undefined;
      if (info) arrive(key, place, info);
      else void refused(key, request);
    };
    request.onerror = () => fail(key, 0, t("notUploaded"));
    request.send(file);
  };

  const start = (file: File) => {
    const key = ++last;
    const picture = isPicture(file.type) ? URL.createObjectURL(file) : undefined;
    const one: Upload = { key, name: file.name, size: file.size, picture, progress: 0 };
    const bytesMax = Number(config().MaxFileSize ?? Number.POSITIVE_INFINITY);
    if (file.size > bytesMax) {
      // Nobody waits for what would be refused at its end.
      setUploads([...uploads(), { ...one, problem: t("fileTooLarge", { limit: formatBytes(bytesMax) }) }]);
      return;
    }
    setUploads([...uploads(), one]);
    send(key, { file, place: here() });
  };

  onCleanup(() => uploads().forEach(release));

  return {
    uploads,
    add: (files: Iterable<File>, place = here()) => {
      // What is for elsewhere is not shown here, and is there when it has arrived.
      if (!isSame(place, here())) {
        for (const file of files) send(++last, { file, place });
        return;
      }
      const all = [...files];
      const room = FILES_MAX - uploads().length;
      for (const file of all.slice(0, room)) start(file);
      if (all.length > room) toast({ text: t("tooManyFiles", { count: FILES_MAX }), kind: "danger" });
    },
    remove: (key: number) => {
      waiting.get(key)?.request?.abort();
      waiting.delete(key);
      for (const one of uploads()) if (one.key === key) release(one);
      setUploads(uploads().filter((one) => one.key !== key));
    },
    /** Takes the file to that place among the others; they go in this order. */
    move: (key: number, to: number) => {
      const all = [...uploads()];
      const [one] = all.splice(
        all.findIndex((other) => other.key === key),
        1,
      );
      if (one) setUploads(all.toSpliced(to, 0, one));
    },
    retry: (key: number) => {
      const again = waiting.get(key);
      if (!again) return;
      change(key, { progress: 0, problem: undefined });
      send(key, again);
    },
    clear: () => show([]),
    /** Files that were uploaded before, as those of a draft. */
    restore: (infos: readonly FileInfo[]) =>
      show(
        infos.map((info) => ({
          key: ++last,
          name: info.name,
          size: info.size,
          picture: pictureOf(info),
          progress: 1,
          info,
        })),
      ),
    /** Whether every file has arrived. */
    done: () => uploads().every((one) => one.info),
    /** Whether one did not, and waits for somebody to decide. */
    failed: () => uploads().some((one) => one.problem !== undefined),
    ids: () => uploads().flatMap((one) => one.info?.id ?? []),
    infos: () => uploads().flatMap((one) => one.info ?? []),
  };
}
