// A share as it goes from the worker to a page.
import { beforeAll, expect, it, vi } from "vitest";
import { dropShared, readShared } from "../query/shared";
import { keepShared } from "./shared";

const kept = new Map<string, Map<string, Response>>();

beforeAll(() => {
  vi.stubGlobal("caches", {
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      const all = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, all);
      return {
        put: async (path: string, answer: Response) => void all.set(path, answer),
        match: async (path: string) => all.get(path)?.clone(),
      };
    },
  });
});

it("comes out as it went in, each line once", async () => {
  const form = new FormData();
  form.append("title", "Tide");
  form.append("text", "Tide");
  form.append("url", "https://tides.example.com");
  form.append("files", new File(["six"], "höhe.txt", { type: "text/plain" }));
  await keepShared(form);
  const shared = await readShared();
  expect(shared?.text).toBe("Tide\nhttps://tides.example.com");
  expect(shared?.files.map((file) => [file.name, file.size])).toEqual([["höhe.txt", 3]]);
});

it("is gone once it was sent", async () => {
  await dropShared();
  expect(await readShared()).toBeUndefined();
});
