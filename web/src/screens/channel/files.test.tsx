import { cleanup, render, screen } from "@solidjs/testing-library";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FileInfo, Post } from "../../wire.gen";
import { Files } from "./files";

const file = (name: string, mime_type: string) =>
  ({ id: name, name, mime_type, extension: name.split(".").at(-1) ?? "", size: 20 }) as FileInfo;
const shown = (files: readonly FileInfo[]) =>
  render(() => <Files post={{ id: "p", metadata: { files } } as unknown as Post} />).container;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the files of a post", () => {
  it("are five pictures at most, and how many are behind the last is said", () => {
    const container = shown(Array.from({ length: 8 }, (_, at) => file(`${at}.png`, "image/png")));
    expect(container.querySelectorAll(".file-image")).toHaveLength(5);
    expect(screen.getByRole("button", { name: "Open 4.png, and 3 more" }).textContent).toBe("+3");
  });

  it("have their names inside what plays them, and not again below", () => {
    vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("probably");
    const container = shown([file("horn.wav", "audio/wav"), file("plan.pdf", "application/pdf")]);
    expect(container.querySelector(".file-played")?.textContent).toContain("horn.wav");
    expect([...container.querySelectorAll(".file-card strong")].map((one) => one.textContent)).toEqual(["plan.pdf"]);
  });

  it("unfold where they are text, and tell what is no text after all", async () => {
    vi.stubGlobal("fetch", async () => new Response("a\0b"));
    shown([file("lamp.txt", "text/plain"), file("boats.zip", "application/zip")]);
    expect(screen.queryByRole("button", { name: "Show boats.zip" })).toBeNull();
    screen.getByRole("button", { name: "Show lamp.txt" }).click();
    expect((await screen.findByRole("alert")).textContent).toContain("no text after all");
    expect(screen.getByRole("button", { name: "Hide lamp.txt" }).getAttribute("aria-expanded")).toBe("true");
  });
});
