// Files on their way up, with how far they are. One request per file, so that one that fails takes no other with it.
import { createSignal } from "solid-js";
import { link } from "../../net/rest";
import type { FileInfo, FileUpload } from "../../wire.gen";
import { t } from "../strings";

/** The server takes as many with one post. */
export const FILES_MAX = 10;

export interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly info?: FileInfo;
  readonly problem?: string;
}

let last = 0;

/** `late` gets a file that has arrived after its channel was left. */
export function createUploads(channelId: () => string, late: (channelId: string, info: FileInfo) => void = () => {}) {
  const [uploads, setUploads] = createSignal<readonly Upload[]>([]);
  const requests = new Map<number, XMLHttpRequest>();
  const change = (key: number, part: Partial<Upload>) =>
    setUploads(uploads().map((one) => (one.key === key ? { ...one, ...part } : one)));

  const start = (file: File) => {
    const key = ++last;
    const place = channelId();
    setUploads([...uploads(), { key, name: file.name, progress: 0 }]);
    // `fetch` does not tell how far a body is sent.
    const request = new XMLHttpRequest();
    requests.set(key, request);
    request.open("POST", link("/files", { channel_id: place, filename: file.name }));
    request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
    request.setRequestHeader("X-CSRF-Token", /(?:^|; )MMCSRF=([^;]*)/.exec(document.cookie)?.[1] ?? "");
    request.responseType = "json";
    request.upload.onprogress = (event) =>
      event.lengthComputable && change(key, { progress: event.loaded / event.total });
    request.onload = () => {
      requests.delete(key);
      const info = request.status === 201 ? (request.response as FileUpload).file_infos[0] : undefined;
      const said = request.response as { message?: string } | null;
      const isHere = uploads().some((one) => one.key === key);
      if (info && !isHere) late(place, info);
      change(key, info ? { progress: 1, info } : { problem: said?.message ?? t("notUploaded") });
    };
    request.onerror = () => {
      requests.delete(key);
      change(key, { problem: t("notUploaded") });
    };
    request.send(file);
  };

  return {
    uploads,
    add: (files: Iterable<File>) => {
      for (const file of files) if (uploads().length < FILES_MAX) start(file);
    },
    remove: (key: number) => {
      requests.get(key)?.abort();
      requests.delete(key);
      setUploads(uploads().filter((one) => one.key !== key));
    },
    clear: () => setUploads([]),
    /** Files that were uploaded before, as those of a draft. */
    restore: (infos: readonly FileInfo[]) =>
      setUploads(infos.map((info) => ({ key: ++last, name: info.name, progress: 1, info }))),
    /** Whether every file has arrived. */
    done: () => uploads().every((one) => one.info),
    ids: () => uploads().flatMap((one) => one.info?.id ?? []),
    infos: () => uploads().flatMap((one) => one.info ?? []),
  };
}
