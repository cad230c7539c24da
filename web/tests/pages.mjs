// Serves the build that lies in dist/ and is in no binary yet, as the server would: its policy, its compressed files, and
// everything under /api and /oauth from a server that runs.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dist = join(root, "web/dist");
const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** The policy stands in the server's source, so that what it forbids fails here, too. */
function policy() {
  const source = readFileSync(join(root, "crates/request/src/web.rs"), "utf8");
  const found = /const POLICY[^"]*"([^"]*)"/.exec(source);
  if (!found) throw new Error("the policy is not where it was");
  return found[1].replace(/\\\n\s*/g, "");
}

function sendFile(asked, answer, headers) {
  const { pathname } = new URL(asked.url, "http://here");
  const wanted = join(dist, normalize(decodeURIComponent(pathname)));
  const path = existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(dist, "index.html");
  const packed = /\bbr\b/.test(asked.headers["accept-encoding"] ?? "") && existsSync(`${path}.br`);
  const hashed = pathname.startsWith("/assets/");
  answer.writeHead(200, {
    ...headers,
    "content-type": KINDS[extname(path)] ?? "application/octet-stream",
    "cache-control": hashed ? "public, max-age=31536000, immutable" : "no-cache",
    ...(packed && { "content-encoding": "br" }),
  });
  answer.end(readFileSync(packed ? `${path}.br` : path));
}

/** Pages on `port` that ask the server at `api`. */
export function servePages(api, port) {
  const { hostname, port: apiPort } = new URL(api);
  const headers = { "content-security-policy": policy() };
  const server = createServer((asked, answer) => {
    // Sign-in by a provider leads through addresses beside the API.
    if (!/^\/(?:api|oauth|login\/sso)\//.test(asked.url)) return sendFile(asked, answer, headers);
    const options = { hostname, port: apiPort, path: asked.url, method: asked.method, headers: asked.headers };
    const onward = request(options, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.pipe(answer);
    });
    // A server that restarts is away for the page, too.
    onward.on("error", () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    asked.pipe(onward);
  });
  server.on("upgrade", (asked, socket, head) => {
    const onward = connect(Number(apiPort), hostname, () => {
      const lines = asked.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    const end = () => {
      onward.destroy();
      socket.destroy();
    };
    for (const one of [onward, socket]) one.on("error", end).on("close", end);
  });
  return new Promise((resolve) => {
    server.listen(port, "127.0.0.1", () =>
      resolve({
        base: `http://127.0.0.1:${port}`,
        end: () =>
          new Promise((done) => {
            server.close(done);
            server.closeAllConnections();
          }),
      }),
    );
  });
}
