// A channel that was archived is read by who was in it, from its address or found by its name, and comes back; and the
// address of a channel that one is not in leads into it.
import { field, said, visit, write } from "../acts.mjs";
import { apiOf } from "../api.mjs";
import { expect } from "../expect.mjs";

export default async function archive({ person, base, server }) {
  const api = await apiOf(server.api, "mara");
  const team = await api.get("/teams/name/harbour-lights");
  const make = (name, display_name) => api.post("/channels", { team_id: team.id, name, display_name, type: "O" });
  const [jetty, quay] = [await make("old-jetty", "Old jetty"), await make("new-quay", "New quay")];
  await api.post("/posts", { channel_id: jetty.id, message: "The last plank is out." });
  await api.post("/posts", { channel_id: quay.id, message: "The first stone is laid." });
  const { id } = await api.get("/users/username/tomas");
  await api.post(`/channels/${jetty.id}/members`, { user_id: id });
  await api.remove(`/channels/${jetty.id}`);
  const [mara, tomas, priya] = await Promise.all(["mara", "tomas", "priya"].map((name) => person(name)));
  await byAddress(mara, base);
  await bySearch(tomas);
  await isRead(tomas);
  await bySearch(priya);
  await priya.getByText("There is no such channel, or you are not in it").waitFor();
  await comesBack(mara);
  await joins(tomas, base);
}

async function isRead(page) {
  await said(page, "The last plank is out.").waitFor();
  await page.getByText("This channel is archived").waitFor();
  expect.equal(await field(page).count(), 0);
}

async function byAddress(page, base) {
  await page.goto(`${base}/harbour-lights/channels/old-jetty`);
  await isRead(page);
  await page.reload();
  await isRead(page);
}

async function bySearch(page) {
  await page.keyboard.press("Control+Shift+O");
  const dialog = page.getByRole("dialog", { name: "Browse channels" });
  const row = dialog.locator(".browse-row", { hasText: "Old jetty" });
  await dialog.locator(".browse-row", { hasText: "New quay" }).waitFor();
  expect.equal(await row.count(), 0);
  await dialog.getByLabel("Which channels").selectOption({ label: "Archived" });
  await dialog.getByRole("searchbox").fill("jetty");
  await row.getByRole("button", { name: "Open" }).click();
}

async function comesBack(page) {
  await page
    .locator(".channel-tools")
    .getByRole("button", { name: /^Options of/ })
    .click();
  await page.getByRole("menuitem", { name: "Unarchive" }).click();
  await field(page).waitFor();
  await write(page, "The jetty is open again.");
  await page.locator(".sidebar-row", { hasText: "Old jetty" }).waitFor();
}

async function joins(page, base) {
  await page.goto(`${base}/harbour-lights/channels/new-quay`);
  await page.getByText("You are not in this channel yet.").waitFor();
  await page.getByRole("button", { name: "Join" }).click();
  await said(page, "The first stone is laid.").waitFor();
  await write(page, "Here I am.");
  await page.goto(`${base}/harbour-lights/channels/no-such-quay`);
  await page.getByText("There is no such channel").waitFor();
  await visit(page, base, "town-square");
}
