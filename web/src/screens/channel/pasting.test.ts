import { afterEach, describe, expect, it } from "vitest";
import { createPasting } from "./pasting";

const area = document.createElement("textarea");
let files: File[] = [];
const pasting = createPasting({ area: () => area, onFiles: (some) => files.push(...some) });

function paste(data: Readonly<Record<string, string>>, given: readonly File[] = []) {
  let taken = false;
  pasting.onPaste({
    clipboardData: { getData: (kind: string) => data[kind] ?? "", files: given },
    preventDefault: () => {
      taken = true;
    },
  } as unknown as ClipboardEvent);
  return taken;
}

afterEach(() => {
  area.value = "";
  files = [];
  pasting.dismiss();
});

describe("what is pasted", () => {
  it("from a spreadsheet is a table, though a picture of it comes along", () => {
    const taken = paste({ "text/html": "<table><tr>", "text/plain": "a\tb\n1\t2" }, [new File([], "range.png")]);
    expect([taken, area.value, files.length]).toEqual([true, "| a | b |\n| ---: | ---: |\n| 1 | 2 |\n", 0]);
  });

  it("as plain text stays as it is", () => {
    expect(paste({ "text/plain": "a\tb\n1\t2" })).toBe(false);
    expect(pasting.offered()).toBeUndefined();
  });

  it("of a file is attached", () => {
    paste({}, [new File(["x"], "x.png")]);
    expect(files.map((file) => file.name)).toEqual(["x.png"]);
  });

  it("of a long text can become a file, and what stood beside it stays", async () => {
    const text = "line\r\n".repeat(60);
    expect(paste({ "text/plain": text })).toBe(false);
    area.value = `See: ${text.replaceAll("\r", "")} thanks`;
    expect(pasting.offered()?.lines).toBe(61);
    pasting.asFile();
    expect(area.value).toBe("See:  thanks");
    expect(await files[0]?.text()).toBe("line\n".repeat(60));
    expect(pasting.offered()).toBeUndefined();
  });
});
