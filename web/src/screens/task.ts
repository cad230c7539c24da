// One piece of work that a person started: whether it runs, and what the server said when it refused.

import { createSignal } from "solid-js";
import { Unreachable } from "../net/rest";
import { toast } from "../ui";
import { t } from "./strings";

/** What went wrong, for people. */
export function problemText(problem: unknown): string {
  if (problem instanceof Unreachable) return t("unreachable");
  return problem instanceof Error ? problem.message : String(problem);
}

export interface Task {
  readonly busy: () => boolean;
  /** What went wrong the last time, in the server's words. */
  readonly problem: () => string | undefined;
  /** Runs the work unless it runs already; whether it succeeded. */
  run(work: () => Promise<unknown>): Promise<boolean>;
  clear(): void;
}

export function createTask(): Task {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  return {
    busy,
    problem,
    clear: () => setProblem(undefined),
    async run(work) {
      if (busy()) return false;
      setBusy(true);
      setProblem(undefined);
      try {
        await work();
        return true;
      } catch (refused) {
        setProblem(problemText(refused));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** For a switch or a button without a place for an error: the refusal appears as a toast. */
export function attempt(work: () => Promise<unknown>, done?: string): void {
  work().then(
    () => {
      if (done) toast({ text: done, kind: "success" });
    },
    (refused: unknown) => toast({ text: problemText(refused), kind: "danger" }),
  );
}
