// A provider of GIFs on the loopback, which answers as the documented one does; its pictures are squares of one colour.
import { createServer } from "node:http";
import { chequered } from "./media.mjs";

export const KEY = "a-key-of-the-test";

const SHOWN = [
  ["lighthouse", "A lighthouse turns its lamp", [180, 90, 70]],
  ["gull", "A gull steals a sandwich", [80, 130, 90]],
  ["crane", "A crane lifts a whole ship", [70, 100, 170]],
  ["knot", "Somebody ties a knot, and it comes undone", [150, 110, 60]],
  ["storm", "Rain runs down a window", [90, 90, 110]],
  ["dance", "", [140, 80, 140]],
];

function item([id, title], at) {
  const rendition = (name) => ({ url: `${at}/media/${id}/${name}.gif`, width: "480", height: "270" });
  const [original, fixed_width, fixed_width_still] = ["whole", "small", "still"].map(rendition);
  return { id, title, images: { original, fixed_width, fixed_width_still } };
}

/** What is at rest is darker, so that a picture tells the two apart. */
function picture([, , colour], name) {
  const [width, height] = name === "whole" ? [480, 270] : [200, 113];
  return chequered(name === "still" ? colour.map((part) => part / 2) : colour, width, height);
}

/** Starts one; `asked` are the words that were searched for, and `seen` are the addresses of pictures and who asked for them. */
export async function startGifs() {
  const asked = [];
  const seen = [];
  let broken = false;
  const server = createServer((request, response) => {
    const at = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url, at);
    const [, kind, id, name] = /^\/(media|v1)\/(\w+)\/(\w+)/.exec(pathname) ?? [];
    if (kind === "media") {
      seen.push({ name, by: request.headers["user-agent"] });
      response.writeHead(200, { "content-type": "image/png" });
      return response.end(
        picture(
          SHOWN.find(([known]) => known === id),
          name,
        ),
      );
    }
    if (broken || searchParams.get("api_key") !== KEY) return response.writeHead(403).end();
    const words = searchParams.get("q") ?? "";
    asked.push(words);
    const found = SHOWN.filter(([known, title]) => `${known} ${title}`.toLowerCase().includes(words.toLowerCase()));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: found.map((one) => item(one, at)), meta: { status: 200 } }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    asked,
    seen,
    breakDown(now) {
      broken = now;
    },
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
