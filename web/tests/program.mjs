// A program of somebody else's: a small HTTP server that keeps what it is told, and answers as a scenario wants.
import { createServer } from "node:http";

/** What a server needs so that it calls programs on its own machine. */
export const PROGRAM_ENV = { MUSTER_INTEGRATIONS_ALLOWED_INTERNAL_HOSTS: "127.0.0.1" };

function formOf(request, text) {
  return request.headers["content-type"]?.includes("json")
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}

/** Starts it. `answer` has the path, the form that came, and the program, and gives what is sent back as JSON. */
export async function startProgram(answer) {
  const told = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", async () => {
      const form = formOf(request, text);
      told.push({ path: request.url, form });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(await answer(request.url, form, program)));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const program = {
    address: `http://127.0.0.1:${server.address().port}`,
    told,
    end: () => new Promise((resolve) => server.close(resolve)),
  };
  return program;
}
