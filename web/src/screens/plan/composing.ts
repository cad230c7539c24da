// The message field that the actions of writing are about: the one that had the focus last.
import { createSignal } from "solid-js";
import { config } from "../../query/world";
import type { Priority } from "../../wire.gen";
import { setDialog } from "../place";

export interface Composing {
  /** Whether there is something that could be sent. */
  readonly ready: () => boolean;
  /** Labels belong to posts that begin a thread. */
  readonly isReply: boolean;
  readonly priority: () => Priority | undefined;
  readonly setPriority: (priority: Priority | undefined) => void;
  readonly sendAt: (at: number) => void;
  /** Asks the system for files to go with it. */
  readonly attach: () => void;
  readonly focus: () => void;
}

export const [composing, setComposing] = createSignal<Composing>();

export const canSchedule = (): boolean => config().ScheduledPosts === "true";
export const canPrioritise = (): boolean => config().PostPriority === "true";

/** Asks when, and has what is written sent then. */
export function askWhen(): void {
  setDialog({ kind: "when", what: "schedule", choose: (at) => composing()?.sendAt(at) });
}
