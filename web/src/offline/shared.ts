// What another app shares with this one, on its way from the worker that takes it to the page that asks where it goes.
//
// `query/shared.ts` reads it; the worker is one file, so it shares no module with pages. It lies in a cache of its own: a
// page that was just opened cannot be sent anything yet. One share at a time; the next takes the place of one that nobody
// sent.

const CACHE = "shared";
const TEXT = "/shared/text";
/** As many as go with one message. */
const FILES_MAX = 10;

/** Keeps a form that was shared: title, text and address as lines, and files. */
export async function keepShared(form: FormData): Promise<void> {
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  const lines = ["title", "text", "url"].map((name) => form.get(name)).filter((one) => typeof one === "string" && one);
  await cache.put(TEXT, new Response([...new Set(lines)].join("\n")));
  const files = form.getAll("files").filter((one): one is File => one instanceof File && one.size > 0);
  for (const [at, file] of files.slice(0, FILES_MAX).entries()) {
    const headers = { "Content-Type": file.type, "X-Name": encodeURIComponent(file.name) };
    await cache.put(`/shared/${at}`, new Response(file, { headers }));
  }
}
