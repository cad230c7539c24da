// The system console by hand: a new account, a role, a setting, a webhook, history that comes and goes; in another
// language, too; and a member who may not come in.
import { readFileSync } from "node:fs";
import { apiOf } from "../api.mjs";
import { bulkOf } from "../bulk.mjs";
import { expect } from "../expect.mjs";

export default async function console({ person, base, server }) {
  const [admin, member] = await Promise.all([person("mara"), person("tomas")]);
  await member.goto(`${base}/admin/users`);
  await member.getByText("Only administrators may come in here").waitFor();

  await admin.goto(`${base}/admin/users`);
  await admin.getByRole("button", { name: "New user" }).click();
  const made = admin.getByRole("dialog");
  await made.getByLabel("Username").fill("nils");
  await made.getByLabel("Email").fill("nils@example.test");
  await made.getByLabel("Password", { exact: true }).fill("A-long-Pass1");
  await made.getByRole("button", { name: "Create" }).click();
  await admin.getByRole("cell", { name: "nils@example.test" }).waitFor();

  // Found, made an administrator, deactivated.
  await admin.getByRole("searchbox").fill("nils");
  await admin.getByRole("button", { name: "Actions for nils" }).click();
  await admin.getByRole("menuitem", { name: "Make administrator" }).click();
  const row = admin.getByRole("row").filter({ hasText: "nils@example.test" });
  await row.getByText("Administrator").waitFor();
  await admin.getByRole("button", { name: "Actions for nils" }).click();
  await admin.getByRole("menuitem", { name: "Deactivate" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await row.getByText("Deactivated").waitFor();

  // A setting is refused where it is no number, and holds once saved.
  await admin.goto(`${base}/admin/settings`);
  await admin.getByRole("searchbox").fill("site name");
  await admin.getByLabel("Site name").fill("North Pier");
  await admin.getByRole("button", { name: "Save" }).click();
  await admin.getByText("Saved").first().waitFor();
  await expect.soon(
    () => admin.evaluate(async () => (await (await fetch("/api/v4/config/client?format=old")).json()).SiteName),
    "North Pier",
  );

  // A webhook, whose address appears once it is made.
  await admin.goto(`${base}/admin/integrations`);
  await admin.getByRole("button", { name: "New incoming webhook" }).click();
  await admin.getByLabel("Name", { exact: true }).fill("Tides");
  await admin.getByLabel("Channel", { exact: true }).selectOption({ label: "Town Square" });
  await admin.getByRole("button", { name: "Create" }).click();
  await admin.getByText("/hooks/").first().waitFor();
  await admin.getByRole("listitem").filter({ hasText: "Tides" }).waitFor();

  await moderate(admin, member, base);
  await exportMessages(admin, base);
  await followDirectory(admin, base, server);
  await bringIn(admin, base);
  await takeOut(admin, base);
  await inGerman(admin, base, server);
}

/** Who reads German finds settings, roles and rights in German, and no setting that the server does not have. */
async function inGerman(admin, base, server) {
  const api = await apiOf(server.api, "mara");
  const me = await api.get("/users/me");
  await api.put(`/users/${me.id}/patch`, { locale: "de" });
  await admin.goto(`${base}/admin/settings`);
  await admin.getByRole("button", { name: "Teams und Menschen" }).click();
  await admin.getByLabel("Name des Servers").waitFor();
  expect.equal(await admin.getByRole("button", { name: /plugin/i }).count(), 0);
  await admin.goto(`${base}/admin/roles`);
  await admin.getByRole("button", { name: "Teamadministrator" }).click();
  await admin.getByLabel("Webhooks anderer verwalten", { exact: true }).waitFor();
}

/** What members may not do in one channel, they are not offered there, and still may elsewhere. */
async function moderate(admin, member, base) {
  await admin.goto(`${base}/admin/channels`);
  await admin.getByRole("button", { name: "Actions for Off-Topic" }).click();
  await admin.getByRole("menuitem", { name: "Moderation" }).click();
  await admin.getByLabel("Change bookmarks: Members").uncheck();
  await admin.getByLabel("Write messages: Members").uncheck();
  await admin.getByRole("button", { name: "Save" }).click();
  await expect.gone(admin.getByRole("dialog"));
  const refused = await member.evaluate(async () => {
    const team = await (await fetch("/api/v4/teams/name/harbour-lights")).json();
    const channel = await (await fetch(`/api/v4/teams/${team.id}/channels/name/off-topic`)).json();
    const csrf = /MMCSRF=([^;]*)/.exec(document.cookie)?.[1] ?? "";
    const answer = await fetch("/api/v4/posts", {
      method: "POST",
      headers: { "X-CSRF-Token": csrf, "X-Requested-With": "XMLHttpRequest" },
      body: JSON.stringify({ channel_id: channel.id, message: "May I?" }),
    });
    return answer.status;
  });
  expect.equal(refused, 403);
  // The switches stand as they were set.
  await admin.getByRole("button", { name: "Actions for Off-Topic" }).click();
  await admin.getByRole("menuitem", { name: "Moderation" }).click();
  await admin.getByLabel("Write messages: Members").waitFor();
  expect.equal(await admin.getByLabel("Write messages: Members").isChecked(), false);
  expect.equal(await admin.getByLabel("Write messages: Guests").isChecked(), true);
  await admin.keyboard.press("Escape");
}

/** Work that is started by hand, watched until it is done, and its file. */
async function exportMessages(admin, base) {
  await admin.goto(`${base}/admin/jobs`);
  await admin.getByRole("button", { name: "Start" }).click();
  await admin.getByRole("menuitem", { name: "Export all messages" }).click();
  const row = admin.getByRole("row").filter({ hasText: "Export all messages" });
  await row.getByText("Success").waitFor();
  const address = await row.getByRole("link", { name: "Download" }).getAttribute("href");
  const file = await admin.evaluate(async (from) => {
    const answer = await fetch(from);
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  }, address);
  expect.equal(file.status, 200);
  expect.equal(file.bytes > 100, true);
}

/** Where a directory is set up it is followed by hand, or only tried; one that does not answer says so. */
async function followDirectory(admin, base, server) {
  const start = admin.getByRole("button", { name: "Start" });
  await start.click();
  expect.equal(await admin.getByRole("menuitem", { name: "Follow the directory" }).count(), 0);
  await admin.keyboard.press("Escape");
  const api = await apiOf(server.api, "mara");
  const where = { LdapServer: "127.0.0.1", LdapPort: 9, BaseDN: "dc=example,dc=test" };
  const names = { LoginIdAttribute: "uid", UsernameAttribute: "uid", EmailAttribute: "mail" };
  const directory = { Enable: true, IdAttribute: "entryUUID", ...where, ...names };
  await api.put("/config/patch", { LdapSettings: directory });
  await admin.goto(`${base}/admin/jobs`);
  await start.click();
  await admin.getByRole("menuitem", { name: "Try what following the directory would change" }).click();
  const row = admin.getByRole("row").filter({ hasText: "Follow the directory" });
  await row.getByText("Failed").waitFor();
  await row.getByText("The directory does not answer").waitFor();
  await api.put("/config/patch", { LdapSettings: { Enable: false } });
}

/** A file from another server: sent, read to its end, and gone once it was; what it says is there. */
async function bringIn(admin, base) {
  const teams = [{ name: "harbour-lights", channels: [{ name: "timetable" }] }];
  const post = { team: "harbour-lights", channel: "timetable", user: "ines", create_at: Date.now() };
  const file = bulkOf([
    ["user", { username: "ines", email: "ines@example.test", teams }],
    ["post", { ...post, message: "The north pier says hello." }],
  ]);
  await admin.goto(`${base}/admin/transfer`);
  await admin.getByText("No file waits to be brought in").waitFor();
  const send = (name, buffer) =>
    admin.locator('input[type="file"]').setInputFiles({ name, mimeType: "application/zip", buffer });
  await send("broken.zip", Buffer.from("This is no zip."));
  await begin(admin, "broken.zip");
  await latest(admin, "import").getByText("Failed").waitFor();
  await send("north-pier.zip", file);
  await begin(admin, "north-pier.zip");
  await latest(admin, "import").getByText("Success").waitFor();
  await expect.gone(rowOf(admin, "north-pier.zip"));
  await rowOf(admin, "broken.zip").getByRole("button", { name: "Delete" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await admin.getByText("No file waits to be brought in").waitFor();
  await admin.goto(`${base}/harbour-lights/channels/timetable`);
  await admin.getByText("The north pier says hello.").waitFor();
}

const latest = (admin, what) => admin.getByRole("paragraph").filter({ hasText: `Latest ${what}:` });
const rowOf = (admin, name) => admin.getByRole("row").filter({ hasText: name });
const begin = (admin, name) => rowOf(admin, name).getByRole("button", { name: "Bring in" }).click();

/** Everything as a file, which a hand downloads and deletes. */
async function takeOut(admin, base) {
  await admin.goto(`${base}/admin/transfer`);
  await admin.getByRole("button", { name: "New export" }).click();
  const row = rowOf(admin, "_export.zip");
  await row.waitFor();
  const taken = admin.waitForEvent("download");
  await row.getByRole("link", { name: /^Download / }).click();
  const file = readFileSync(await (await taken).path());
  expect.ok(
    file.includes("import.jsonl") && file.includes("The north pier says hello."),
    "the export lacks the import",
  );
  await row.getByRole("button", { name: "Delete" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.gone(row);
}
