// The client against a server of one process: what it sends, what it returns, and what it throws.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { ApiError, Client } from "../dist/index.js";

let server;
let url;
const heard = [];
const answers = new Map();

before(async () => {
  server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method, url: path, headers } = request;
      heard.push({ method, path, token: headers.authorization, body: Buffer.concat(chunks).toString() });
      const [status, body, more] = answers.get(path.split("?")[0]) ?? [404, { id: "api.test.missing" }];
      response.writeHead(status, { "Content-Type": "application/json", ...more });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

test("an endpoint is asked by its name, with path, query and body", async () => {
  answers.set("/api/v4/posts/a%2Fb/patch", [200, { id: "p", message: "changed" }]);
  const client = new Client({ url, token: "secret" });
  const post = await client.ask("patchPost", { path: { post_id: "a/b" }, body: { message: "changed" } });
  assert.equal(post.message, "changed");
  assert.deepEqual(heard.at(-1), {
    method: "PUT",
    path: "/api/v4/posts/a%2Fb/patch",
    token: "Bearer secret",
    body: '{"message":"changed"}',
  });
});

test("parts of a query that are undefined are left out", async () => {
  answers.set("/api/v4/channels/c/posts", [200, { order: [], posts: {} }]);
  await new Client({ url }).ask("getPostsForChannel", { path: { channel_id: "c" }, query: { page: 2, before: undefined } });
  assert.equal(heard.at(-1).path, "/api/v4/channels/c/posts?page=2");
});

test("who signs in has a client with the token of the header", async () => {
  answers.set("/api/v4/users/login", [200, { id: "u" }, { Token: "t" }]);
  answers.set("/api/v4/users/me", [200, { id: "u", username: "ann" }]);
  const client = await new Client({ url }).signIn("ann", "password");
  const me = await client.ask("getUser", { path: { user_id: "me" } });
  assert.equal(me.username, "ann");
  assert.equal(heard.at(-1).token, "Bearer t");
});

test("a refusal is an error with the server's id", async () => {
  answers.set("/api/v4/users/nobody", [404, { id: "app.user.missing", message: "No such user.", request_id: "r" }]);
  const asked = new Client({ url }).ask("getUser", { path: { user_id: "nobody" } });
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.id, error.message], [404, "app.user.missing", "No such user."]);
    return true;
  });
});
