// The worker that reads long messages: text in, tree out.

import { parse } from "./parse";

self.onmessage = (event: MessageEvent<{ id: number; text: string; origin: string }>) => {
  const { id, text, origin } = event.data;
  self.postMessage({ id, tree: parse(text, origin) });
};
