// A small bulk file, as another server would leave it: lines of JSON in a zip; and how it is brought in.
import { zipOf } from "./zip.mjs";

/** A bulk file of these lines, each a kind and what it is about. */
export function bulkOf(lines) {
  const all = [{ type: "version", version: 1 }, ...lines.map(([kind, about]) => ({ type: kind, [kind]: about }))];
  return zipOf({ "import.jsonl": all.map((line) => `${JSON.stringify(line)}\n`).join("") });
}

/** Sends a bulk file to a server, where it waits; the name that it has there. */
export async function sendBulk(api, filename, lines) {
  const file = bulkOf(lines);
  const upload = await api.post("/uploads", { type: "import", filename, file_size: file.length });
  await api.send(`/uploads/${upload.id}`, file);
  return `${upload.id}_${filename}`;
}

/** Sends a bulk file, and waits until what it says is there. */
export async function bringIn(api, filename, lines) {
  const name = await sendBulk(api, filename, lines);
  const { id } = await api.post("/jobs", { type: "import_process", data: { import_file: name } });
  for (;;) {
    const { status, data } = await api.get(`/jobs/${id}`);
    if (status === "success") return;
    if (status === "error") throw new Error(`the job failed: ${data.error}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
