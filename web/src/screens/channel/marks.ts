// What keys and buttons do to text in a message field, beyond writing.
import { keysOf } from "../../actions/action";
import { FORMATS, type FormatName, formatted } from "./formats";

/** Writes in place of a part, as a person would: the browser's undo takes it back, and the field is told of it. */
export function replace(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  // It has no other name than this; nothing else keeps what can be undone.
  const done = text === "" ? document.execCommand?.("delete") : document.execCommand?.("insertText", false, text);
  if (done) return;
  area.setRangeText(text, from, to, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

export function format(area: HTMLTextAreaElement, name: FormatName): void {
  const edit = formatted(name, { value: area.value, from: area.selectionStart, to: area.selectionEnd });
  replace(area, edit.from, edit.to, edit.text);
  area.setSelectionRange(edit.selectFrom, edit.selectTo);
  // What is offered under the caret is asked for where it stands now.
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Does what the keys of a format do; whether they were some. */
export function formatByKey(area: HTMLTextAreaElement, event: KeyboardEvent): boolean {
  const pressed = keysOf(event);
  // With Shift digits are other signs, by the layout of the keyboard.
  const digit = /^Digit([78])$/.exec(event.code)?.[1];
  const named = digit && event.shiftKey ? pressed.replace(/[^+]+$/, digit) : pressed;
  const found = FORMATS.find((one) => one.keys === named);
  if (!found) return false;
  event.preventDefault();
  format(area, found.name);
  return true;
}

/** Whether the caret stands in a block of code that is not closed: Enter does not finish it. */
export const isInCode = (area: HTMLTextAreaElement): boolean =>
  area.value.slice(0, area.selectionStart).split("```").length % 2 === 0;
