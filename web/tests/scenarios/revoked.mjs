// A session that is ended from elsewhere: a calm sign-in page, and what was written waits for the next session.
import { expect } from "../expect.mjs";
import { SAMPLE_PASSWORD } from "../world.mjs";

const area = (page) => page.locator(".composer textarea").first();

/** Ends every session of a person, as they would from another device. */
async function endSessions(api, name) {
  const login = await fetch(`${api}/api/v4/users/login`, {
    method: "POST",
    body: JSON.stringify({ login_id: name, password: SAMPLE_PASSWORD }),
  });
  const headers = { Authorization: `Bearer ${login.headers.get("token")}` };
  const ended = await fetch(`${api}/api/v4/users/me/sessions/revoke/all`, { method: "POST", headers });
  expect.equal(ended.status, 200);
}

async function signInAgain(page) {
  await page.getByLabel("Email or user name").fill("mara");
  await page.getByLabel("Password", { exact: true }).fill(SAMPLE_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator(".posts[data-shown] .post").first().waitFor();
}

export default async function revoked({ person, base, server }) {
  const mara = await person("mara");
  await mara.goto(`${base}/harbour-lights/channels/timetable`);
  await mara.locator(".posts[data-shown] .post").first().waitFor();
  await mara.goto(`${base}/harbour-lights/channels/town-square`);
  await mara.locator(".posts[data-shown] .post").first().waitFor();

  // The session ends while the network is away: two posts wait, a third is half written.
  await mara.context().setOffline(true);
  for (const text of ["kept one", "kept two"]) {
    await area(mara).fill(text);
    await area(mara).press("Enter");
  }
  await expect.soon(() => mara.locator('[data-pending="waiting"]').count(), 2);
  await area(mara).pressSequentially("half of a thi");
  await endSessions(server.api, "mara");
  await mara.context().setOffline(false);

  await mara.waitForURL(/login/);
  await mara.getByRole("button", { name: "Sign in" }).waitFor();
  expect.equal(await mara.locator(".post, .sidebar, [role=alert]").count(), 0);
  // Nothing that the server told is left behind.
  const kept = await mara.evaluate(async () => {
    const [one] = (await indexedDB.databases()).filter((each) => each.name.startsWith("muster-"));
    const open = indexedDB.open(one.name);
    const database = await new Promise((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const names = database.transaction("tables").objectStore("tables").getAllKeys();
    const windows = database.transaction("windows").objectStore("windows").count();
    await new Promise((resolve) => setTimeout(resolve, 200));
    database.close();
    return { tables: names.result.map((key) => key.split("/")[0]), windows: windows.result };
  });
  expect.equal(JSON.stringify(kept), JSON.stringify({ tables: ["drafts"], windows: 0 }));

  await mara.reload();
  await signInAgain(mara);
  await mara.goto(`${base}/harbour-lights/channels/town-square`);
  const said = () =>
    mara
      .locator(".posts[data-shown] .post-text")
      .evaluateAll((all) => all.map((one) => one.textContent.trim()).slice(-2));
  await expect.soon(said, ["kept one", "kept two"]);
  await expect.soon(() => mara.locator("[data-pending]").count(), 0);
  await expect.soon(() => area(mara).inputValue(), "half of a thi");
}
