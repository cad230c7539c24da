// What is pasted where a message is written: files are attached, a range of a spreadsheet becomes a table, and a long text
// stands there with the offer to make it a file.
import { createSignal } from "solid-js";
import { replace } from "./marks";
import { ofFiles } from "./strings";
import { tableOf } from "./tables";

/** About a screen of text: longer is easier read as a file that folds. */
const LONG_LEN_MIN = 2_000;
const LONG_LINES_MIN = 40;

interface Pasting {
  readonly area: () => HTMLTextAreaElement;
  readonly onFiles: (files: readonly File[]) => void;
}

export interface Pasted {
  readonly lines: number;
  readonly text: string;
}

export function createPasting({ area, onFiles }: Pasting) {
  const [offered, setOffered] = createSignal<Pasted>();
  const onPaste = (event: ClipboardEvent) => {
    const from = event.clipboardData;
    if (!from) return;
    const text = from.getData("text/plain");
    // Spreadsheets put a picture of the range on the clipboard, too: the table says more.
    const table = /<table[\s>]/i.test(from.getData("text/html")) ? tableOf(text) : undefined;
    const files = [...from.files];
    if (table === undefined && files.length === 0) {
      const lines = text.split("\n").length;
      setOffered(text.length >= LONG_LEN_MIN || lines >= LONG_LINES_MIN ? { text, lines } : undefined);
      return;
    }
    event.preventDefault();
    if (table === undefined) return onFiles(files);
    const { selectionStart: at, selectionEnd: to, value } = area();
    replace(area(), at, to, `${at === 0 || value[at - 1] === "\n" ? "" : "\n"}${table}\n`);
  };
  return {
    onPaste,
    /** The text that may become a file; nothing once it was changed. */
    offered: () => offered(),
    dismiss: () => setOffered(undefined),
    /** Takes the text out again, and attaches it. */
    asFile: () => {
      const pasted = offered();
      setOffered(undefined);
      if (!pasted) return;
      // A field knows no carriage returns.
      const text = pasted.text.replaceAll(/\r\n?/g, "\n");
      const at = area().value.lastIndexOf(text);
      if (at >= 0) replace(area(), at, at + text.length, "");
      onFiles([new File([text], ofFiles("pastedName"), { type: "text/plain" })]);
    },
  };
}
