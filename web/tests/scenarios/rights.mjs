// What an administrator does about people in the console: a right that a role loses and gets again, a session that is ended;
// and the log, which tells of the server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { field, visit } from "../acts.mjs";
import { expect } from "../expect.mjs";

const LOGS = mkdtempSync(join(tmpdir(), "muster-log-"));
export const options = { env: { MUSTER_LOG_FILE: join(LOGS, "muster.log") } };

export default async function rights({ person, base }) {
  const [admin, member] = await Promise.all([person("mara"), person("tomas")]);
  try {
    await takeRight(admin, member, base);
    await readLog(admin, base);
    await endSession(admin, member, base);
  } finally {
    rmSync(LOGS, { recursive: true });
  }
}

/** A right that a role loses or gets is heeded at once by who has the role. */
async function takeRight(admin, member, base) {
  await visit(member, base, "town-square");
  await admin.goto(`${base}/admin/roles`);
  await admin.getByRole("button", { name: "Channel member", exact: true }).click();
  const right = admin.getByRole("checkbox", { name: "Write messages", exact: true });
  const save = async () => {
    await admin.getByText("1 change", { exact: true }).waitFor();
    await admin.getByRole("button", { name: "Save" }).click();
    await expect.gone(admin.getByText("1 change", { exact: true }));
  };
  await right.uncheck({ force: true });
  await save();
  await member.getByText("Only some people may write in this channel").waitFor();
  await expect.gone(field(member));
  // Another role is not touched, and what was changed stands so for whoever looks next.
  await admin.reload();
  await admin.getByRole("button", { name: "Channel guest", exact: true }).click();
  await expect.soon(() => right.isChecked(), true);
  await admin.getByRole("button", { name: "Channel member", exact: true }).click();
  await expect.soon(() => right.isChecked(), false);
  await right.check({ force: true });
  await save();
  await field(member).waitFor();

  // What an administrator may, nobody takes.
  await admin.getByRole("button", { name: "System administrator", exact: true }).click();
  await admin.getByText("Administrators may do everything.").waitFor();
  await expect.soon(() => right.isDisabled(), true);
}

/** The newest lines first, fewer by their level and by what is typed. */
async function readLog(admin, base) {
  await admin.goto(`${base}/admin/logs`);
  const lines = admin.getByRole("list", { name: "Logs" }).getByRole("listitem");
  await lines.first().waitFor();
  const times = await lines.locator("time").evaluateAll((all) => all.map((one) => Date.parse(one.dateTime)));
  expect.ok(times.length > 1 && times.every((at, i) => i === 0 || at <= times[i - 1]), `not in order: ${times}`);
  await admin.getByRole("searchbox").fill("serving");
  await expect.soon(async () => {
    const texts = await lines.allTextContents();
    return texts.length > 0 && texts.every((text) => /serving/i.test(text));
  }, true);
  await admin.getByLabel("Level").selectOption({ label: "Errors" });
  await admin.getByText("No lines").waitFor();
}

/** Somebody whose session is ended stands at the door at once, and comes in again with the password. */
async function endSession(admin, member, base) {
  await admin.goto(`${base}/admin/users`);
  await admin.getByRole("searchbox").fill("tomas");
  await admin.getByRole("button", { name: "Actions for tomas" }).click();
  await admin.getByRole("menuitem", { name: "Sessions" }).click();
  const dialog = admin.getByRole("dialog", { name: "Sessions" });
  // The program that made the sample team has one, too, which is no browser's.
  const session = dialog.getByRole("listitem").filter({ hasText: /Chrome \d+ · Linux/ });
  await session.getByRole("button", { name: "End" }).click();
  await expect.gone(session);
  await member.waitForURL(/login/);
  await member.getByRole("button", { name: "Sign in" }).waitFor();
}
