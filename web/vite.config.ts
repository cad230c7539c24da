// Builds the client into dist/, which the muster binary embeds; in development it proxies the API to a running server.

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import solid from "vite-plugin-solid";
import { defineConfig } from "vitest/config";

const server = process.env.MUSTER_URL ?? "http://127.0.0.1:8065";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Tells the service worker which files the client is made of: its icon, and everything but the fonts of other scripts and
 * what reads documents, which is as large as all the rest and needs the document from the network anyway.
 */
function offlineFiles(): Plugin {
  return {
    name: "offline-files",
    enforce: "post",
    // Last: chunks that held nothing but styles are gone by then.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => /^assets\/(.*\.(js|css)|favicon.*\.svg|inter-latin-wght.*\.woff2)$/.test(name))
          .filter((name) => !/^assets\/pdf[.-]/.test(name))
          .map((name) => `/${name}`)
          .sort();
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk") throw new Error("the service worker was not built");
        // It is started as a plain script, which can import nothing.
        if (worker.imports.length > 0) throw new Error(`the service worker imports ${worker.imports.join()}`);
        const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
        worker.code = worker.code.replace(/["'`]__FILES__["'`]/, JSON.stringify(files)).replace("__VERSION__", version);
      },
    },
  };
}

/** What a browser needs to know to install the client as an app. The icon's name carries a hash, so it is told here. */
function installable(): Plugin {
  return {
    name: "installable",
    generateBundle(_, bundle) {
      const icon = Object.keys(bundle).find((name) => /^assets\/favicon.*\.svg$/.test(name));
      if (!icon) throw new Error("the icon was not built");
      const shown = { src: `/${icon}`, sizes: "any", type: "image/svg+xml" };
      const manifest = {
        id: "/",
        name: "Muster",
        short_name: "Muster",
        start_url: "/",
        display: "standalone",
        icons: [shown, { ...shown, purpose: "maskable" }],
        // Manifests have one language; what these open is in the reader's.
        shortcuts: [
          { name: "New message", url: "/?open=direct" },
          { name: "Inbox", url: "/?open=inbox" },
          { name: "Search", url: "/?open=search" },
        ].map((one) => ({ ...one, icons: [shown] })),
        share_target: {
          action: "/share",
          method: "POST",
          enctype: "multipart/form-data",
          params: { title: "title", text: "text", url: "url", files: [{ name: "files", accept: ["*/*"] }] },
        },
      };
      this.emitFile({ type: "asset", fileName: "app.webmanifest", source: JSON.stringify(manifest) });
    },
  };
}

/**
 * Virtua counts from the end of a list once lines came or went above, and goes on to until scrolling rests: whoever reads
 * on sees each line that is measured below push away what is in sight. Here that is kept to what is measured again, and
 * the place is read at once where the list was moved, so that what is measured next is counted from it.
 */
const STEADY: readonly (readonly [RegExp, string])[] = [
  [/(?<=if \()_scrollMode === SCROLL_BY_SHIFT(?=\) \{\s*return length;)/g, "isReindex && $&"],
  [/if \(store\.\$getViewportSize\(\) > store\.\$getTotalSize\(\)\) (?=\{\s*store\.\$update\(1, getScrollOffset)/g, ""],
];

function steadyList(): Plugin {
  return {
    name: "steady-list",
    enforce: "pre",
    transform(code, id) {
      if (!/\/virtua\/lib\/solid\/index\.jsx/.test(id)) return null;
      let steady = code;
      for (const [was, is] of STEADY) {
        if (code.match(was)?.length !== 1) throw new Error("virtua has changed: see whether its list is steady now");
        steady = steady.replace(was, is);
      }
      return { code: steady, map: null };
    },
  };
}

type Graph = (id: string) => { importers: readonly string[] } | null;

/** Modules of ours that know nothing of the chat: they stand with those of others, so that both files stay of a size. */
const GROUND = /\/src\/(?:text|ui|i18n|emoji)\//;

/**
 * What the first view runs, in two files: the chat, and what it stands on. Left alone it would be a dozen, as parts
 * that load later share some of it, and over HTTP/1.1 six travel at a time.
 */
function firstView(id: string, graph: { getModuleInfo: Graph }): string | null {
  const seen = new Set<string>();
  const leads = (from: string): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    return from === here("src/main.tsx") || (graph.getModuleInfo(from)?.importers ?? []).some(leads);
  };
  if (!leads(id)) return null;
  return id.includes("/node_modules/") || GROUND.test(id) ? "base" : "first";
}

const CONSOLE = /\/(?:admin|choices|config|directory|providers|rights|transfer)\.ts$/;
const REFUSED = /\/(?:imports|limits|refusals)\.ts$/;

/** The words of a language other than English, in three files: a request for each catalogue would be two dozen. */
function wordsOf(id: string): string | null {
  const language = /\/src\/i18n\/(?!en\/)([\w-]+)\/\w+\.ts$/.exec(id)?.[1];
  if (!language) return null;
  const part = CONSOLE.test(id) ? "_console" : REFUSED.test(id) ? "_refused" : "";
  // Names of files end with a dash and a hash.
  return `words-${language.replace("-", "_")}${part}`;
}

export default defineConfig({
  plugins: [steadyList(), solid(), installable(), offlineFiles()],
  build: {
    target: "es2022",
    // The policy of the page forbids data: scripts and inline styles, so every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The compressed sizes that count are measured by scripts/budgets.mjs.
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: here("index.html"), sw: here("src/offline/sw.ts") },
      // The worker stands at the root, whose addresses it answers, under a name that stays.
      output: {
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: {
          groups: [
            { name: firstView, debugName: "first view" },
            { name: wordsOf, debugName: "words" },
            { name: "pdf", test: /\/node_modules\/pdfjs-dist\//, debugName: "documents" },
          ],
        },
      },
    },
  },
  // Workers load their parts when needed, which only modules can.
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true } },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "scripts/*.test.mjs"],
    server: { deps: { inline: [/solid-js/, /virtua/, /@solidjs/] } },
  },
});
