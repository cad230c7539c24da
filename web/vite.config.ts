// Builds the client into dist/, which the muster binary embeds; in development it proxies the API to a running server.

import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

const server = process.env.MUSTER_URL ?? "http://127.0.0.1:8065";

export default defineConfig({
  plugins: [solid()],
  build: {
    target: "es2022",
    // The policy of the page forbids data: scripts and inline styles, so every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The compressed sizes that count are measured by scripts/budgets.mjs.
    reportCompressedSize: false,
  },
  // Workers load their parts when needed, which only modules can.
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    server: { deps: { inline: [/solid-js/, /virtua/, /@solidjs/] } },
  },
});
