// What a scenario has: a fresh muster with its own data, a real Chromium, and people in windows of their own.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer as createNetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { servePages } from "./pages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
/** What was built last is in debug; what is measured is better measured with the other, where it is there. */
function programOf(fast) {
  const kinds = fast ? ["release", "debug"] : ["debug", "release"];
  const built = kinds.map((kind) => join(target, kind, "muster")).find((path) => existsSync(path));
  return process.env.MUSTER_BIN ?? built ?? "muster";
}
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const START_MS_MAX = 20_000;
/** Longer than anything takes on a machine that does five other things at once. */
const PATIENCE_MS = 20_000;
/** Every password of the sample team. */
export const SAMPLE_PASSWORD = "sample-Pass1";

/** A port that is free now. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createNetServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A server, with the sample team unless it shall be empty. `env` says what is configured besides. */
export async function startServer({ sample = true, fast = false, env = {}, prepare } = {}) {
  const muster = programOf(fast);
  const data = mkdtempSync(join(tmpdir(), "muster-web-"));
  if (sample) spawnSync(muster, ["sample-data", "--data", data], { stdio: "ignore" });
  const [port, metrics] = [await freePort(), await freePort()];
  const base = `http://127.0.0.1:${port}`;
  // What has to be there before the server, such as a program that it is told of, knows its address.
  const prepared = (await prepare?.(base)) ?? {};
  let child;
  const start = async () => {
    const args = ["serve", "--data", data, "--listen", `127.0.0.1:${port}`, "--metrics-listen", `127.0.0.1:${metrics}`];
    child = spawn(muster, args, {
      stdio: "ignore",
      env: { ...process.env, MUSTER_ACCOUNTS_OPEN_SIGNUP: "true", ...env, ...prepared },
    });
    const until = Date.now() + START_MS_MAX;
    for (;;) {
      const answer = await fetch(`${base}/api/v4/system/ping`).catch(() => undefined);
      if (answer?.ok) return;
      if (Date.now() > until) throw new Error("muster does not answer");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  /** Without "SIGTERM" it has no time to end what is under way. */
  const stop = (signal = "SIGTERM") =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", resolve);
      child.kill(signal);
    });
  await start();
  return {
    api: base,
    start,
    stop,
    async end() {
      await stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Where the pages come from: the server itself, or with `--dist` the build that lies in dist/ and is in no binary yet. */
async function startPages(api) {
  return process.argv.includes("--dist") ? servePages(api, await freePort()) : { base: api, end: async () => {} };
}

/** The world of a scenario. Its `options` are those of the server, and what `chromium` is started with besides. */
export async function startWorld(options = {}) {
  const server = await startServer(options);
  const pages = await startPages(server.api);
  const args = ["--no-sandbox", ...(options.chromium ?? [])];
  const browser = await chromium.launch({ executablePath: CHROMIUM, args });
  const problems = [];
  /** A window of its own: no cookie, no cache of another. */
  const open = async (context = {}) => {
    const own = await browser.newContext({ viewport: { width: 1360, height: 860 }, locale: "en-GB", ...context });
    own.setDefaultTimeout(PATIENCE_MS);
    const page = await own.newPage();
    watch(page, problems);
    return page;
  };
  return {
    server,
    base: pages.base,
    browser,
    problems,
    open,
    /** Somebody of the sample team, signed in. */
    async person(name, context) {
      const page = await open(context);
      await page.goto(`${pages.base}/login`);
      await page.getByLabel("Email or user name").fill(name);
      await page.getByLabel("Password", { exact: true }).fill(SAMPLE_PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.locator(".post, .beginning").first().waitFor();
      return page;
    },
    /** Another tab of the same window, so of the same person. */
    async tab(page) {
      const other = await page.context().newPage();
      watch(other, problems);
      return other;
    },
    async end() {
      await browser.close();
      await pages.end();
      await server.end();
    },
  };
}

/** Errors of the page are errors of the test; refusals that the page handles are none. */
function watch(page, problems) {
  page.on("pageerror", (error) => problems.push(`${error.message}\n${error.stack ?? ""}`));
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !/Failed to load resource|WebSocket connection/.test(text)) problems.push(text);
  });
}
