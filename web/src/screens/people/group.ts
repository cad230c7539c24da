// Which group's card is open, and beside what.
import { createSignal } from "solid-js";
import type { Group } from "../../wire.gen";

export interface Opened {
  readonly group: Group;
  readonly anchor: HTMLElement;
}

const [open, setOpen] = createSignal<Opened>();

export const openedGroup = open;
export const closeGroup = (): void => {
  setOpen(undefined);
};

export function openGroup(group: Group, anchor: HTMLElement): void {
  setOpen(open()?.anchor === anchor ? undefined : { group, anchor });
}
