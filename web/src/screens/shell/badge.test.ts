import { afterEach, expect, it, vi } from "vitest";
import { badge } from "./badge";

afterEach(() => vi.unstubAllGlobals());

it("is a number for calls, a dot for what is new, and nothing for nothing; the tab's icon says that somebody calls", async () => {
  const told: unknown[] = [];
  vi.stubGlobal("fetch", async () => new Response("<svg></svg>"));
  Object.assign(navigator, {
    setAppBadge: async (count?: number) => told.push(count ?? "dot"),
    clearAppBadge: async () => told.push("none"),
  });
  const icon = Object.assign(document.createElement("link"), { rel: "icon", href: "https://a.test/icon.svg" });
  document.head.append(icon);
  badge(2, 3);
  await vi.waitFor(() => expect(decodeURIComponent(icon.href)).toContain("<circle"));
  badge(0, 3);
  await vi.waitFor(() => expect(icon.href).toBe("https://a.test/icon.svg"));
  badge(0, 0);
  expect(told).toEqual([2, "dot", "none"]);
});
