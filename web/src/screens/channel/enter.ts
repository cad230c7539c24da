// What Enter does in a field of text: it sends, or begins a line, as the reader chose.
import { preference } from "../../query/world";
import { isInCode } from "./marks";

export const sendsWithControl = (): boolean => preference("advanced_settings", "send_on_ctrl_enter") === "true";

/** Whether this key sends what stands in the field. In a block of code Enter alone begins a line whatever was chosen. */
export function sends(event: KeyboardEvent, area: HTMLTextAreaElement): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.altKey) return false;
  return event.metaKey || event.ctrlKey || !(sendsWithControl() || isInCode(area));
}
