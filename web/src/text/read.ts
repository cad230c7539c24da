// Messages to trees, remembered: short ones at once, long ones in a worker, so that no message holds up typing.

import { createSignal } from "solid-js";
import { parse } from "./parse";
import { plain, type Tree } from "./tree";

/**
 * Under this a message is read on the page: mostly well under a millisecond, and 12 ms for the most hostile text that was
 * found (marks of emphasis that never end, on which marked is quadratic; 45 ms at twice the length).
 */
const AT_ONCE_LEN_MAX = 2_048;
/** Under this even a hostile message is read within a millisecond. */
const SHORT_LEN_MAX = 256;
/** A page of hostile messages takes one frame on the page; what is left of it is the worker's. */
const SPENT_MS_MAX = 12;
const TURN_MS = 50;
/** A worker that takes longer is stopped, and the message shown as it was written. */
const PATIENCE_MS = 2_000;
/** Trees kept: about thirty screens. The one used longest ago gives way. */
const TREES_MAX = 1_000;

const trees = new Map<string, Tree>();

/** The tree of a message. `key` names its version (post id and `update_at`); a long one arrives later. */
export function read(key: string, text: string): () => Tree {
  const known = trees.get(key);
  if (known) {
    trees.delete(key);
    trees.set(key, known);
    return () => known;
  }
  if (text.length <= SHORT_LEN_MAX || (text.length <= AT_ONCE_LEN_MAX && hasTime())) {
    const began = performance.now();
    const tree = parse(text, location.origin);
    spent += performance.now() - began;
    keep(key, tree);
    return () => tree;
  }
  const [tree, setTree] = createSignal<Tree>(plain(text));
  inWorker(text).then((read) => {
    keep(key, read);
    setTree(read);
  });
  return tree;
}

let turn = 0;
let spent = 0;

/** Whether reading has taken little of this turn so far. */
function hasTime(): boolean {
  const now = performance.now();
  if (now - turn > TURN_MS) {
    turn = now;
    spent = 0;
  }
  return spent < SPENT_MS_MAX;
}

function keep(key: string, tree: Tree): void {
  trees.set(key, tree);
  for (const oldest of trees.keys()) {
    if (trees.size <= TREES_MAX) break;
    trees.delete(oldest);
  }
}

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (tree: Tree) => void>();

function inWorker(text: string): Promise<Tree> {
  return new Promise((resolve) => {
    worker ??= start();
    const id = ++last;
    const late = window.setTimeout(() => stop(), PATIENCE_MS);
    waiting.set(id, (tree) => {
      window.clearTimeout(late);
      waiting.delete(id);
      resolve(tree.length === 0 ? plain(text) : tree);
    });
    worker.postMessage({ id, text, origin: location.origin });
  });
}

function start(): Worker {
  const made = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  made.onmessage = (event: MessageEvent<{ id: number; tree: Tree }>) => waiting.get(event.data.id)?.(event.data.tree);
  made.onerror = () => stop();
  return made;
}

/** Ends the worker; whoever waits shows the message as it was written. The next long message starts a new one. */
function stop(): void {
  worker?.terminate();
  worker = undefined;
  for (const answer of [...waiting.values()]) answer([]);
}
