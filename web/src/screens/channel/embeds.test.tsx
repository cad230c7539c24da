import { render } from "@solidjs/testing-library";
import { describe, expect, it } from "vitest";
import { ALONE, TextProvider } from "../../text/context";
import type { Post } from "../../wire.gen";
import { Attachments, Embeds } from "./embeds";

const proxied = { ...ALONE, imageSource: (address: string) => `/proxy/${address}` };
const page = (images: unknown) => ({ type: "opengraph", url: "https://x.test/p", data: { title: "A page", images } });
const postWith = (part: Partial<Post>) => ({ id: "p", update_at: 1, message: "", props: {}, ...part }) as Post;

const sourcesIn = (view: () => import("solid-js").JSX.Element): (string | null)[] => {
  const { container } = render(() => <TextProvider value={proxied}>{view()}</TextProvider>);
  return [...container.querySelectorAll("img")].map((one) => one.getAttribute("src"));
};

describe("pictures from elsewhere", () => {
  it("of a linked page are drawn, through what the text asks for pictures", () => {
    const embeds = [
      page([
        { url: "", secure_url: "" },
        { url: "http://x.test/a.png", secure_url: "https://x.test/a.png" },
      ]),
    ];
    expect(sourcesIn(() => <Embeds post={postWith({ metadata: { embeds } })} />)).toEqual([
      "/proxy/https://x.test/a.png",
    ]);
  });

  it.each([null, [], [{ url: "javascript:alert(1)" }], [{ url: "/a.png" }]])(
    "are none where a page names none: %j",
    (images) => {
      expect(sourcesIn(() => <Embeds post={postWith({ metadata: { embeds: [page(images)] } })} />)).toEqual([]);
    },
  );

  it("of an attachment go the same way", () => {
    const props = { attachments: [{ title: "Chart", image_url: "https://x.test/b.png" }] };
    expect(sourcesIn(() => <Attachments post={postWith({ props })} />)).toEqual(["/proxy/https://x.test/b.png"]);
  });
});
