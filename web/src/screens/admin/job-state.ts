// How far a job is, in words.

import type { Job } from "../../wire.gen";
import { readable } from "./names";
import { t } from "./strings";

const STATES = ["cancel_requested", "canceled", "error", "in_progress", "pending", "success", "warning"] as const;

/** A state that only a newer server knows is shown by its name. */
export function stateOf(job: Job): string {
  const known = STATES.find((state) => state === job.status);
  return known ? t(`state_${known}`) : readable(job.status);
}
