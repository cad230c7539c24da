// A program that asks people: buttons and menus under its post, a form from a press and from a command, what it refuses,
// and a form that follows a form. The window that did not ask shows none.
import { createServer } from "node:http";
import { expect } from "../expect.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

export const options = { env: { MUSTER_INTEGRATIONS_ALLOWED_INTERNAL_HOSTS: "127.0.0.1" } };

const FIELDS = [
  { display_name: "Boat", name: "boat", type: "text", min_length: 3, max_length: 20 },
  { display_name: "Mail", name: "mail", type: "text", subtype: "email", optional: true },
  { display_name: "Skipper", name: "skipper", type: "select", data_source: "users" },
  {
    display_name: "Kind",
    name: "kind",
    type: "select",
    optional: true,
    refresh: true,
    options: [
      { text: "Sail", value: "sail" },
      { text: "Motor", value: "motor" },
    ],
  },
  {
    display_name: "Berth",
    name: "berth",
    type: "radio",
    options: [
      { text: "North", value: "n" },
      { text: "South", value: "s" },
    ],
  },
  { display_name: "Rules", name: "rules", type: "bool", placeholder: "I have read the rules" },
  { display_name: "Arrival", name: "arrival", type: "date", optional: true },
  { display_name: "Notes", name: "notes", type: "textarea", optional: true },
];

const DIALOG = {
  callback_id: "berth",
  title: "Book a berth",
  introduction_text: "For **visitors**.",
  submit_label: "Book",
  notify_on_cancel: true,
  state: "s1",
  elements: FIELDS,
};

/** The program: what it was told, and what it answers. */
async function program(api) {
  const told = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", async () => {
      const form = request.headers["content-type"]?.includes("json") ? JSON.parse(text) : new URLSearchParams(text);
      told.push({ path: request.url, form });
      const trigger = form.trigger_id ?? form.get?.("trigger_id");
      if (request.url === "/book" || request.url === "/command") {
        await fetch(`${api}/api/v4/actions/dialogs/open`, {
          method: "POST",
          body: JSON.stringify({ trigger_id: trigger, url: `${address}/submit`, dialog: DIALOG }),
        });
      }
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer(request.url, form, told)));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${server.address().port}`;
  return { address, told, end: () => new Promise((resolve) => server.close(resolve)) };
}

function answer(path, form, told) {
  if (path === "/submit" && form.type === "refresh") {
    const mast = { display_name: "Mast", name: "mast", type: "text", optional: true };
    return { type: "form", form: { ...DIALOG, elements: [...FIELDS, mast] } };
  }
  if (path === "/close") return { update: { message: "The slip is closed." }, ephemeral_text: "Thank you." };
  if (path !== "/submit" || form.cancelled) return {};
  if (form.callback_id === "more") return {};
  if (submitted(told).length === 1) {
    return { errors: { boat: "There is no such boat." } };
  }
  return {
    type: "form",
    form: {
      ...DIALOG,
      callback_id: "more",
      title: "One more thing",
      elements: [{ display_name: "Crew", name: "crew", type: "text", subtype: "number" }],
    },
  };
}

/** What was really sent, and not only asked about while it was filled in. */
const submitted = (told) =>
  told.filter(({ path, form }) => path === "/submit" && form.type !== "refresh" && !form.cancelled);

async function prepare(api, address) {
  const login = await fetch(`${api}/api/v4/users/login`, {
    method: "POST",
    body: JSON.stringify({ login_id: "mara", password: SAMPLE_PASSWORD }),
  });
  const headers = { Authorization: `Bearer ${login.headers.get("token")}` };
  const ask = async (path, body) =>
    (
      await fetch(`${api}/api/v4${path}`, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) })
    ).json();
  const team = await ask("/teams/name/harbour-lights");
  const channel = await ask("/teams/name/harbour-lights/channels/name/off-topic");
  await ask("/commands", { team_id: team.id, trigger: "berth", method: "P", url: `${address}/command` });
  const to = (path) => ({ integration: { url: address + path, context: { slip: 1 } } });
  await ask("/posts", {
    channel_id: channel.id,
    message: "Slip 1",
    props: {
      attachments: [
        {
          text: "What shall happen?",
          color: "#3070c0",
          actions: [
            { id: "book", name: "Book", style: "primary", ...to("/book") },
            { id: "close", name: "Close", style: "danger", ...to("/close") },
            {
              id: "tide",
              name: "Tide",
              type: "select",
              options: [
                { text: "Low", value: "low" },
                { text: "High", value: "high" },
              ],
              ...to("/tide"),
            },
          ],
        },
      ],
    },
  });
}

export default async function forms({ person, base, server }) {
  const peer = await program(server.api);
  try {
    await prepare(server.api, peer.address);
    const [tomas, other, mara] = await Promise.all([person("tomas"), person("tomas"), person("mara")]);
    for (const page of [tomas, other, mara]) await page.goto(`${base}/harbour-lights/channels/off-topic`);
    const slip = (page) => page.locator(".post", { hasText: "Slip 1" });

    await slip(tomas).getByRole("combobox", { name: "Tide" }).click();
    await tomas.getByRole("option", { name: "High" }).click();
    await expect.soon(() => peer.told.at(-1)?.form.context?.selected_option, "high");

    await slip(tomas).getByRole("button", { name: "Book" }).click();
    await fillIn(tomas, peer);
    expect.equal(await other.getByRole("dialog").count(), 0);

    // From a command; given up, which the program wants to know.
    await tomas.locator(".shell-center .composer textarea").fill("/berth now");
    await tomas.keyboard.press("Enter");
    await tomas.getByRole("dialog", { name: "Book a berth" }).waitFor();
    await tomas.keyboard.press("Escape");
    await expect.soon(() => peer.told.at(-1)?.form.cancelled, true);

    await slip(tomas).getByRole("button", { name: "Close" }).click();
    await tomas.getByText("Thank you.").waitFor();
    await mara.getByText("The slip is closed.").waitFor();
  } finally {
    await peer.end();
  }
}

async function fillIn(page, peer) {
  const dialog = page.getByRole("dialog", { name: "Book a berth" });
  await dialog.getByRole("button", { name: "Book" }).click();
  await dialog.getByText("This is needed.").first().waitFor();
  expect.equal(submitted(peer.told).length, 0);
  if (process.env.MUSTER_SHOTS) await page.screenshot({ path: `${process.env.MUSTER_SHOTS}/form-light.png` });
  await dialog.getByLabel("Boat").fill("Gull");
  await dialog.getByLabel("Mail (optional)").fill("nobody");
  await dialog.getByRole("combobox", { name: "Skipper" }).fill("mar");
  await dialog.getByRole("option", { name: "@mara" }).click();
  // A field on which others depend: the program adds one, and what was filled in stays.
  await dialog.getByRole("combobox", { name: "Kind (optional)" }).click();
  await dialog.getByRole("option", { name: "Sail" }).click();
  await dialog.getByLabel("Mast (optional)").fill("12");
  expect.equal(await dialog.getByLabel("Boat").inputValue(), "Gull");
  const asked = peer.told.find(({ form }) => form.type === "refresh").form;
  expect.equal(asked.submission.selected_field, "kind");
  expect.equal(asked.submission.kind, "sail");
  await dialog.getByLabel("North").check();
  await dialog.getByLabel("I have read the rules").check();
  await dialog.getByRole("button", { name: "Book" }).click();
  await dialog.getByText("This is no email address.").waitFor();
  await dialog.getByLabel("Mail (optional)").fill("tomas@example.test");
  await dialog.getByRole("button", { name: "Book" }).click();
  await dialog.getByText("There is no such boat.").waitFor();
  await dialog.getByLabel("Boat").fill("Gannet");
  await dialog.getByRole("button", { name: "Book" }).click();

  const more = page.getByRole("dialog", { name: "One more thing" });
  await more.getByLabel("Crew").fill("3");
  await more.getByRole("button", { name: "Book" }).click();
  await expect.gone(page.getByRole("dialog"));
  const [first, last] = [peer.told.at(-2)?.form, peer.told.at(-1)?.form];
  expect.equal(first.submission.boat, "Gannet");
  expect.equal(first.submission.berth, "n");
  expect.equal(first.submission.rules, true);
  expect.equal(first.submission.skipper.length, 26);
  expect.equal(last.submission.crew, 3);
}
