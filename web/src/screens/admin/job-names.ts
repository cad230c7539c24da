// What a job is and how far it is, in words. What only a newer server knows is shown by its name.

import type { Job } from "../../wire.gen";
import { readable } from "./names";
import { isWord, t } from "./strings";

export function nameOfJob(job: Pick<Job, "type">): string {
  const key = `job_${job.type}`;
  return isWord(key) ? t(key) : readable(job.type);
}

export function stateOf(job: Pick<Job, "status">): string {
  const key = `state_${job.status}`;
  return isWord(key) ? t(key) : readable(job.status);
}
