// What another app shared, as the service worker keeps it (`offline/shared.ts`).

const CACHE = "shared";
const TEXT = "/shared/text";
const FILES_MAX = 10;

export interface Shared {
  readonly text: string;
  readonly files: readonly File[];
}

/** What was shared; nothing where it was taken already. */
export async function readShared(): Promise<Shared | undefined> {
  if (!("caches" in globalThis) || !(await caches.has(CACHE))) return undefined;
  const cache = await caches.open(CACHE);
  const text = (await (await cache.match(TEXT))?.text()) ?? "";
  const files: File[] = [];
  for (let at = 0; at < FILES_MAX; at += 1) {
    const kept = await cache.match(`/shared/${at}`);
    if (!kept) break;
    const name = decodeURIComponent(kept.headers.get("X-Name") ?? "");
    files.push(new File([await kept.blob()], name, { type: kept.headers.get("Content-Type") ?? "" }));
  }
  return text === "" && files.length === 0 ? undefined : { text, files };
}

export const dropShared = (): Promise<boolean> => caches.delete(CACHE);
