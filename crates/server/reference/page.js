// Lists the endpoints of openapi.json, shows one, and sends requests to it in the session of the browser. Everything that
// comes from the server goes into the page as text.

const list = document.getElementById("list");
const main = document.getElementById("main");
const find = document.getElementById("find");
const SCHEMA_DEPTH_MAX = 4;
const ANSWER_CHARACTERS_MAX = 200_000;

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** A text as nodes: what stands between backquotes is code. */
const prose = (text) =>
  text.split("`").map((part, at) => (at % 2 === 1 ? make("code", { textContent: part }) : part));

/** A path as nodes, which may break after each slash. */
const breakable = (path) => path.split("/").flatMap((part, at) => (at === 0 ? [part] : ["/", make("wbr"), part]));

const badge = (method) => make("b", { className: method.toLowerCase(), textContent: method });

const reference = await (await fetch("reference/openapi.json")).json();
const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

const resolve = (schema) =>
  schema?.$ref ? reference.components.schemas[schema.$ref.split("/").at(-1)] : (schema ?? {});

/** A value of the schema, as a first text for the body. */
function example(schema, depth = 0) {
  const one = resolve(schema);
  if (one.anyOf) return example(one.anyOf[0], depth);
  const kind = Array.isArray(one.type) ? one.type[0] : one.type;
  if (kind === "array") return depth < SCHEMA_DEPTH_MAX ? [example(one.items, depth + 1)] : [];
  if (kind !== "object") return { string: "", integer: 0, number: 0, boolean: false }[kind] ?? null;
  const fields = Object.assign({}, ...(one.allOf ?? []).map((inner) => example(inner, depth)));
  if (depth < SCHEMA_DEPTH_MAX)
    for (const [name, inner] of Object.entries(one.properties ?? {})) fields[name] = example(inner, depth + 1);
  return fields;
}

/** The schema as text, one line a field: name, type and description. */
function outline(schema, depth = 0, seen = []) {
  const one = resolve(schema);
  if (depth > SCHEMA_DEPTH_MAX || seen.includes(one)) return "…";
  const within = [...seen, one];
  if (one.anyOf) return one.anyOf.map((inner) => outline(inner, depth, within)).join(" | ");
  const kind = [one.type ?? "anything"].flat().join(" | ");
  if (one.items) return `list of ${outline(one.items, depth, within)}`;
  if (one.additionalProperties) return `object of ${outline(one.additionalProperties, depth, within)}`;
  const parts = (one.allOf ?? []).map((inner) => outline(inner, depth, within));
  const fields = Object.entries(one.properties ?? {}).map(([name, inner]) => {
    const said = inner.description ? `   ${inner.description}` : "";
    return `${"  ".repeat(depth + 1)}${name}: ${outline(inner, depth + 1, within)}${said}`;
  });
  if (fields.length > 0) parts.push(`{\n${fields.join("\n")}\n${"  ".repeat(depth)}}`);
  return parts.length > 0 ? parts.join(" and ") : kind;
}

function showList() {
  const wanted = find.value.trim().toLowerCase();
  const current = location.hash.slice(1);
  list.replaceChildren();
  for (const { name } of reference.tags) {
    const matching = operations.filter((one) => {
      const text = `${one.operationId} ${one.method} ${one.path} ${one.summary}`.toLowerCase();
      return one.tags.includes(name) && text.includes(wanted);
    });
    if (matching.length === 0) continue;
    list.append(make("h2", { textContent: name }));
    for (const one of matching) {
      const link = make("a", { href: `#${one.operationId}`, title: one.summary }, badge(one.method), make("span", {}, ...breakable(one.path)));
      if (one.operationId === current) link.setAttribute("aria-current", "page");
      list.append(link);
    }
  }
}

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/** Sends the request that the form describes, and shows the answer. */
async function send(operation, form, shown) {
  const values = new FormData(form);
  const value = (place, name) => `${values.get(`${place} ${name}`) ?? ""}`;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(value("path", name)));
  const base = operation.servers ? new URL("..", location.href) : new URL("v4/", location.href);
  const url = new URL(path.slice(1), base);
  for (const { name, in: place } of operation.parameters ?? [])
    if (place === "query" && value(place, name) !== "") url.searchParams.set(name, value(place, name));
  const headers = { "X-CSRF-Token": cookie("MMCSRF"), "X-Requested-With": "XMLHttpRequest" };
  const text = `${values.get("body") ?? ""}`.trim();
  if (text !== "") headers["Content-Type"] = "application/json";
  shown.textContent = "…";
  try {
    const began = performance.now();
    const response = await fetch(url, { method: operation.method, headers, body: text === "" ? undefined : text });
    const answer = await response.text();
    const took = Math.round(performance.now() - began);
    const kind = response.headers.get("Content-Type") ?? "";
    const said = kind.includes("json") && answer !== "" ? JSON.stringify(JSON.parse(answer), null, 2) : answer;
    const readable = kind.includes("json") || kind.startsWith("text/") ? said : `${answer.length} characters of ${kind}`;
    shown.textContent = `${response.status} in ${took} ms\n\n${readable.slice(0, ANSWER_CHARACTERS_MAX)}`;
  } catch (problem) {
    shown.textContent = `${problem}`;
  }
}

function show() {
  const operation = operations.find((one) => one.operationId === location.hash.slice(1));
  showList();
  if (!operation) {
    main.replaceChildren(
      make("h1", { textContent: `${reference.info.title} API ${reference.info.version}` }),
      make("p", {}, ...prose(reference.info.description)),
      make("p", {}, make("a", { href: "reference/openapi.json", textContent: "openapi.json" })),
    );
    return;
  }
  document.title = `${operation.method} ${operation.path}`;
  main.replaceChildren(
    make("h1", {}, badge(operation.method), ...breakable(operation.path)),
    make("p", {}, make("strong", { textContent: operation.summary })),
  );
  if (operation.description) main.append(make("p", {}, ...prose(operation.description)));
  const form = make("form");
  for (const { name, in: place, required, schema, description } of operation.parameters ?? []) {
    const input = make("input", { name: `${place} ${name}`, required: required ?? false, autocomplete: "off" });
    if (name === "user_id") input.value = "me";
    const said = [place, schema?.type, description].filter(Boolean).join(", ");
    form.append(make("label", {}, `${name} `, make("small", {}, ...prose(said)), input));
  }
  const json = operation.requestBody?.content?.["application/json"];
  if (json) {
    const text = JSON.stringify(example(json.schema), null, 2);
    form.append(make("label", {}, "Body", make("textarea", { name: "body", value: text, spellcheck: false })));
    form.append(make("small", { textContent: "Leave out what should keep its default." }));
  } else if (operation.requestBody) {
    form.append(make("p", { textContent: "This endpoint takes a form or a file. This page sends JSON only." }));
  }
  const shown = make("pre", { tabIndex: 0 });
  shown.setAttribute("aria-live", "polite");
  form.append(make("div", {}, make("button", { textContent: `Send ${operation.method}` })));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(operation, form, shown);
  });
  main.append(form, shown);
  for (const [status, response] of Object.entries(operation.responses)) {
    const one = response.$ref ? reference.components.responses[response.$ref.split("/").at(-1)] : response;
    const schema = one.content?.["application/json"]?.schema;
    main.append(make("h2", { textContent: `${status}: ${one.description}` }));
    if (schema) main.append(make("pre", { tabIndex: 0, textContent: outline(schema) }));
  }
  main.focus();
}

find.addEventListener("input", showList);
addEventListener("hashchange", show);
show();
