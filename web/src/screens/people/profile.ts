// Whose card is open, and beside what.
import { createSignal } from "solid-js";
import { askPresence, wantUser } from "../../query/people";

const [open, setOpen] = createSignal<{ readonly id: string; readonly anchor: HTMLElement }>();

export const openedProfile = open;
export const closeProfile = (): void => {
  setOpen(undefined);
};

export function openProfile(id: string, anchor: HTMLElement): void {
  wantUser(id);
  askPresence(id);
  setOpen(open()?.id === id && open()?.anchor === anchor ? undefined : { id, anchor });
}
