// A line that is read and one that is pressed itself show the same words and marks.
import { cleanup, render } from "@solidjs/testing-library";
import { afterEach, expect, it } from "vitest";
import { Words } from "./inline";
import { marked } from "./marks";
import type { Inline } from "./tree";

afterEach(cleanup);

const PARTS: Inline[] = [
  { kind: "strong", children: [{ kind: "strike", children: [{ kind: "text", text: "gone" }] }] },
  { kind: "code", text: "x = 1" },
  {
    kind: "emphasis",
    children: [{ kind: "link", href: "https://a.example", children: [{ kind: "text", text: "a" }] }],
  },
];

it("draws marks within marks, and leaves what differs to the line", () => {
  const still = render(() => <p>{marked(PARTS, (part) => (part.kind === "text" ? part.text : part.kind))}</p>);
  expect(still.container.innerHTML).toBe(
    '<p><strong><s>gone</s></strong><code class="text-inline-code" dir="ltr">x = 1</code><em>link</em></p>',
  );
  const read = render(() => (
    <p>
      <Words parts={PARTS} />
    </p>
  ));
  expect(read.container.querySelector("strong s")?.textContent).toBe("gone");
  expect(read.container.querySelector("em a")?.getAttribute("href")).toBe("https://a.example");
});
