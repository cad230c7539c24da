// What keys do to text in a message field, beyond writing.

/** Puts a mark around what is selected, which stays selected. */
export function wrap(area: HTMLTextAreaElement, mark: string): void {
  const { selectionStart: from, selectionEnd: to, value } = area;
  const inside = value.slice(from, to);
  area.setRangeText(`${mark}${inside}${mark}`, from, to, "end");
  area.setSelectionRange(from + mark.length, from + mark.length + inside.length);
}

/** Whether the caret stands in a block of code that is not closed: Enter does not finish it. */
export const isInCode = (area: HTMLTextAreaElement): boolean =>
  area.value.slice(0, area.selectionStart).split("```").length % 2 === 0;
