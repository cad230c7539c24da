// Messages, names and attachments that mean harm: nothing in them runs, nothing leads where it must not, nobody elsewhere
// learns who reads, and whatever their length the window keeps its layout, on a phone, too.
import { field, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";
import { png } from "../media.mjs";

const RUN = "window.ran=1";
const ELSEWHERE = "https://elsewhere.example.test";

/** What would run, were it more than words. */
const RUNNING = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg/onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<a href="javascript:${RUN}">press</a> <form action="javascript:${RUN}"><button>press</button></form>`,
  `[press](javascript:${RUN}) [press](<JaVaScRiPt:${RUN}>) [press](java&#10;script:${RUN}) <javascript:${RUN}>`,
  `[press][way]\n\n[way]: javascript:${RUN}`,
  `[press](data:text/html,<script>${RUN}</script>) [press](vbscript:${RUN}) [press](blob:${RUN})`,
  `![picture](javascript:${RUN}) ![picture](data:image/svg+xml,<svg onload="${RUN}">)`,
  `![x" onerror="${RUN}](${ELSEWHERE}/quote.png "y" onload="${RUN})`,
  `**strong <b onmouseover=${RUN}>inside</b>**`,
  `\`\`\`"><img src=x onerror=${RUN}>\ncode\n\`\`\``,
  `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
  `| <script>${RUN}</script> | b |\n|---|---|\n| <img src=x onerror=${RUN}> | [c](javascript:${RUN}) |`,
  `$\\href{javascript:${RUN}}{x}$ and $\\includegraphics{${ELSEWHERE}/maths.png}$`,
  "$\\def\\x{\\x\\x}\\x$ and $\\style{position:fixed;inset:0}{x}$",
  `#<script>${RUN}</script> @<script>${RUN}</script> ~<script> :<script>:`,
  "A null \u0000 and an escape \u001b[31m",
];

/** What would break the layout, or take for ever to read. */
const HUGE = [
  "W".repeat(12_000),
  `https://example.com/${"a".repeat(2_000)}`,
  `\`${"c".repeat(4_000)}\``,
  `\`\`\`\n${"line ".repeat(2_000)}\n\`\`\``,
  `|${" wide |".repeat(80)}\n|${"---|".repeat(80)}\n|${" cell |".repeat(80)}`,
  `# ${"HEADING".repeat(300)}`,
  `${"> ".repeat(4_000)}deep`,
  `${"- ".repeat(4_000)}deep`,
  Array.from({ length: 60 }, (_, at) => `${"  ".repeat(at)}- level ${at}`).join("\n"),
  "[".repeat(8_000),
  "**a".repeat(4_000),
  "`".repeat(9_000),
  "<a ".repeat(4_000),
  "![](".repeat(3_000),
  ":tada:".repeat(1_500),
  `$${"\\frac{1}{".repeat(40)}x${"}".repeat(40)}$`,
  "\n".repeat(600).concat("far below"),
  "Turned \u202e\u2067\u2066 and never turned back",
];

/** What stands in the messages in sight that must not stand there; nothing is best. */
function harm() {
  const found = [];
  if (window.ran !== undefined) found.push("something ran");
  for (const one of document.querySelectorAll("body *")) {
    const handler = [...one.attributes].find((attribute) => /^on/i.test(attribute.name));
    if (handler) found.push(`${one.tagName} with ${handler.name}`);
  }
  const wrong = "script, iframe, object, embed, link, meta, base, style, form:not(.composer), svg:not(.icon)";
  for (const one of document.querySelectorAll(".shell :is(.text, .attachment, .post-head)")) {
    for (const inside of one.querySelectorAll(wrong)) found.push(`a ${inside.tagName} in a message`);
  }
  for (const link of document.querySelectorAll(".shell a[href]")) {
    if (!/^(https?|mailto|ftp|tel):$/.test(link.protocol)) found.push(`a link to ${link.href.slice(0, 40)}`);
    if (link.target === "_blank" && !link.relList.contains("noopener")) found.push(`${link.href} knows its opener`);
  }
  for (const image of document.querySelectorAll(".shell img[src]")) {
    if (!/^(https?:|blob:)/.test(image.src)) found.push(`a picture from ${image.src.slice(0, 40)}`);
  }
  const wide = document.documentElement;
  if (wide.scrollWidth > wide.clientWidth)
    found.push(`the window is ${wide.scrollWidth - wide.clientWidth} px too wide`);
  const list = document.querySelector(".posts[data-shown] .posts-scroller");
  if (list.scrollWidth > list.clientWidth) found.push(`the list is ${list.scrollWidth - list.clientWidth} px too wide`);
  const area = document.querySelector(".shell-center .composer").getBoundingClientRect();
  if (area.bottom > window.innerHeight || area.height < 20) found.push("the field is out of sight");
  return [...new Set(found)];
}

/** A window of mara's that tells what it must not do. */
async function guarded(page, told) {
  page.on("dialog", (dialog) => {
    told.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", () => told.push("another window"));
  await page.addInitScript(() => {
    window.refused = [];
    document.addEventListener("securitypolicyviolation", (event) =>
      window.refused.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`),
    );
  });
  // Who serves a picture elsewhere learns nothing of the reader but their address.
  await page.route(`${ELSEWHERE}/**`, async (route) => {
    const headers = await route.request().allHeaders();
    for (const name of ["referer", "cookie", "authorization", "origin"]) {
      if (headers[name] !== undefined) told.push(`${route.request().url()} learns ${name}: ${headers[name]}`);
    }
    if (!/quote\.png|bait\.png/.test(route.request().url())) told.push(`asks ${route.request().url()}`);
    await route.fulfill({ contentType: "image/png", body: png([1, 2, 3]) });
  });
}

export default async function hostile({ person, base, server, problems }) {
  const told = [];
  const [mara, phone] = await Promise.all([
    person("mara"),
    person("mara", { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }),
  ]);
  const tomas = await apiOf(server.api, "tomas");
  const team = await tomas.get("/teams/name/harbour-lights");
  const channel = await tomas.get(`/teams/${team.id}/channels/name/off-topic`);
  for (const page of [mara, phone]) {
    await guarded(page, told);
    await visit(page, base, "off-topic");
  }
  const look = async (what, id) => {
    for (const page of [mara, phone]) {
      await page.locator(`#post-${id}`).waitFor();
      // Pictures, colours and formulas come a moment later.
      await page.waitForTimeout(60);
      for (const one of await page.evaluate(harm)) told.push(`${what.slice(0, 60)}: ${one}`);
    }
  };
  const say = async (message, props = {}) =>
    look(message, (await tomas.post("/posts", { channel_id: channel.id, message, props })).id);

  for (const message of [...RUNNING, ...HUGE]) await say(message);
  await say("With attachments", { attachments: [ATTACHMENT] });
  await names(mara, server.api, tomas, channel, look);
  await elsewhere(mara, tomas, channel);
  await proxied(mara, server.api, channel);
  for (const page of [mara, phone]) told.push(...(await page.evaluate(() => window.refused)));
  expect.equal(told.join("\n"), "");
  await write(mara, "Still afloat");
  await said(phone, "Still afloat").waitFor();
  expect.equal(problems.join("\n"), "");
}

const ATTACHMENT = {
  pretext: `<script>${RUN}</script>`,
  title: `<b onclick=${RUN}>title</b>`,
  title_link: `javascript:${RUN}`,
  author_name: `<img src=x onerror=${RUN}>`,
  author_link: `javascript:${RUN}`,
  author_icon: `javascript:${RUN}`,
  text: `[press](javascript:${RUN}) ${"W".repeat(3_000)}`,
  color: `red;background:url(${ELSEWHERE}/colour.png)`,
  image_url: `javascript:${RUN}`,
  thumb_url: `data:image/svg+xml,<svg onload=${RUN}>`,
  footer: `<script>${RUN}</script>`,
  fields: [{ title: `<script>${RUN}</script>`, value: `<img src=x onerror=${RUN}>`, short: true }],
};

/** Everything that has a name, an address or a text beside its messages. */
async function names(mara, site, tomas, channel, look) {
  const evil = `<img src=x onerror=${RUN}>`;
  const me = await tomas.get("/users/me");
  await tomas.put(`/users/${me.id}/patch`, {
    first_name: evil.slice(0, 60),
    last_name: "\u202etxet denrut",
    nickname: "N".repeat(64),
    position: `<script>${RUN}</script>`,
  });
  const status = { emoji: "wave", text: `<b onmouseover=${RUN}>${"S".repeat(60)}</b>`, duration: "" };
  await tomas.put("/users/me/status/custom", status);
  const admin = await apiOf(site, "mara");
  await admin.put(`/channels/${channel.id}/patch`, {
    display_name: `<b>${"C".repeat(50)}`,
    header: `[press](javascript:${RUN}) <script>${RUN}</script> ${"H".repeat(900)}`,
    purpose: `<script>${RUN}</script>`,
  });
  const post = await tomas.post("/posts", { channel_id: channel.id, message: "Who am I?" });
  await look("names", post.id);
  await said(mara, "Who am I?").locator(".post-author").or(said(mara, "tomas").locator(".post-author")).last().click();
  await mara.locator(".profile").getByText(`<script>${RUN}</script>`).waitFor();
  await look("profile", post.id);
  await mara.keyboard.press("Escape");
  // The same words once more where they are found, in a thread and in the switcher.
  await mara.keyboard.press("Control+Shift+F");
  await mara.locator(".panel").getByPlaceholder("Search messages and files").fill("strong inside");
  await mara.keyboard.press("Enter");
  await mara.locator(".panel .found mark").first().waitFor();
  await look("search", post.id);
  await mara.keyboard.press("Escape");
  await mara.keyboard.press("Control+K");
  await mara.getByRole("combobox").fill("<b>");
  await mara.locator(".switcher-row", { hasText: "<b>" }).waitFor();
  await look("switcher", post.id);
  await mara.keyboard.press("Escape");
  await field(mara).focus();
}

/** A picture that lies elsewhere, as it is served from there. */
async function elsewhere(mara, tomas, channel) {
  const message = `Bait: ![bait](${ELSEWHERE}/bait.png)`;
  const post = await tomas.post("/posts", { channel_id: channel.id, message });
  const image = mara.locator(`#post-${post.id}`).getByAltText("bait");
  await expect.soon(() => image.evaluate((one) => one.naturalWidth), 64);
}

/** With the proxy every picture that somebody names elsewhere is asked of this server, wherever it is drawn. */
async function proxied(mara, site, channel) {
  const admin = await apiOf(site, "mara");
  await admin.put("/config/patch", {
    ImageProxySettings: { Enable: true },
    ServiceSettings: { EnablePostIconOverride: true, EnablePostUsernameOverride: true },
  });
  // What is shown from the disk first heeds what was set when it was kept.
  const heeded = mara.waitForRequest((request) => /\/image\?.*bait/.test(request.url()));
  await mara.reload();
  await heeded;
  const asked = [];
  mara.on("request", (request) => asked.push(request.url()));
  const from = (name) => `${ELSEWHERE}/${name}.png`;
  const hook = await admin.post("/hooks/incoming", { channel_id: channel.id, display_name: "Pilot" });
  const sent = await fetch(`${site}/hooks/${hook.id}`, {
    method: "POST",
    body: JSON.stringify({
      text: `Through the proxy ![drawn](${from("text")})`,
      username: "Pilot",
      icon_url: from("icon"),
      attachments: [{ title: "Chart", image_url: from("attachment") }],
    }),
  });
  expect.equal(sent.status, 200);
  await said(mara, "Through the proxy").waitFor();
  const through = (name) =>
    asked.some((url) => new URL(url).pathname === "/api/v4/image" && url.includes(`${name}.png`));
  await expect.soon(() => ["text", "icon", "attachment"].map(through), [true, true, true]);
  expect.equal(asked.filter((url) => url.startsWith(ELSEWHERE)).join("\n"), "");
}
