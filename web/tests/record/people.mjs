// People, what they may, their groups, and the server itself.
import { createServer } from "node:http";
import { person } from "./recorder.mjs";

/** A picture of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export async function recordPeople(record, world) {
  const { api, mara, tomas, ines } = world;
  await record("status", () => mara.ask("PUT", "/users/me/status", { user_id: mara.id, status: "dnd" }));
  await record("user", () => mara.ask("PUT", "/users/me/patch", { nickname: "Key holder" }));
  await record("user-other", () => tomas.ask("PUT", "/users/me/patch", { nickname: "Tom" }));
  const told = { emoji: "ship", text: "At sea" };
  await record("status-told", () => mara.ask("PUT", "/users/me/status/custom", told));
  await record("status-taken", () => mara.ask("DELETE", "/users/me/status/custom"));
  await record("status-of-another", () => tomas.ask("PUT", "/users/me/status/custom", told));
  await record("status-of-another-taken", () => tomas.ask("DELETE", "/users/me/status/custom"));
  let newcomer;
  await record("new-user", async () => {
    newcomer = await person(api, "newcomer");
  });
  await record("deactivated", () => ines.ask("PUT", `/users/${newcomer.id}/active`, { active: false }));
  await record("activated", () => ines.ask("PUT", `/users/${newcomer.id}/active`, { active: true }));
  const rolesOf = (user, roles) => ines.ask("PUT", `/users/${user.id}/roles`, { roles });
  await record("user-role", () => rolesOf(mara, "system_user system_user_manager"));
  await record("user-role-other", () => rolesOf(tomas, "system_user system_user_manager"));
  const [role] = await mara.ask("POST", "/roles/names", ["channel_user"]);
  const permissions = role.permissions.filter((one) => one !== "add_bookmark_public_channel");
  await record("role", () => ines.ask("PUT", `/roles/${role.id}/patch`, { permissions }));
  await recordGroups(record, world);

  await record("config", () => ines.ask("PUT", "/config/patch", { TeamSettings: { SiteName: "Lights" } }));
  await record("emoji", () => {
    const form = new FormData();
    form.append("image", new Blob([Buffer.from(PIXEL, "base64")], { type: "image/png" }), "lamp.png");
    form.append("emoji", JSON.stringify({ name: "lamp", creator_id: tomas.id }));
    return tomas.form("/emoji", form);
  });
  await recordAttributes(record, world);
  await recordDialog(record, world);
  // What only administrators are told.
  await rolesOf(mara, "system_user system_admin");
  await record("marketplace", () => ines.ask("POST", "/plugins/marketplace/first_admin_visit", {}));
  await rolesOf(mara, "system_user");
}

async function recordGroups(record, { mara, tomas, ines, say }) {
  let group;
  await record("group", async () => {
    group = await ines.ask("POST", "/groups", {
      name: "lamps",
      display_name: "Lamps",
      source: "custom",
      allow_reference: true,
      user_ids: [tomas.id],
    });
  });
  const path = `/groups/${group.id}`;
  await record("group-joined", () => ines.ask("POST", `${path}/members`, { user_ids: [mara.id] }));
  await record("group-joined-other", () => ines.ask("POST", `${path}/members`, { user_ids: [ines.id] }));
  await record("post-to-group", () => say(tomas, "@lamps the lamp is lit."));
  await record("group-left", () => ines.ask("DELETE", `${path}/members`, { user_ids: [mara.id] }));
  await record("group-left-other", () => ines.ask("DELETE", `${path}/members`, { user_ids: [ines.id] }));
  await record("group-renamed", () => ines.ask("PUT", `${path}/patch`, { name: "lights", display_name: "Lights" }));
  await record("group-archived", () => ines.ask("DELETE", path));
  await record("group-restored", () => ines.ask("POST", `${path}/restore`));
}

async function recordAttributes(record, { mara, ines }) {
  const fields = "/custom_profile_attributes/fields";
  let field;
  await record("attribute", async () => {
    field = await ines.ask("POST", fields, { name: "Berth", type: "text" });
  });
  await record("attribute-value", () =>
    mara.ask("PATCH", "/custom_profile_attributes/values", { [field.id]: "North" }),
  );
  await record("attribute-renamed", () => ines.ask("PATCH", `${fields}/${field.id}`, { name: "Mooring" }));
  await record("attribute-deleted", () => ines.ask("DELETE", `${fields}/${field.id}`));
}

/** A program behind a command that answers with a form. */
async function recordDialog(record, { api, mara, ines, team, square }) {
  const dialog = { callback_id: "berth", title: "Book a berth", elements: [] };
  const program = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", async () => {
      const trigger_id = new URLSearchParams(text).get("trigger_id");
      const body = JSON.stringify({ trigger_id, url: "https://berths.example/book", dialog });
      await fetch(`${api}/api/v4/actions/dialogs/open`, { method: "POST", body });
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  });
  await new Promise((resolve) => program.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${program.address().port}/command`;
  await ines.ask("POST", "/commands", { team_id: team.id, trigger: "berth", method: "P", url });
  const command = { command: "/berth", channel_id: square.id, team_id: team.id };
  await record("dialog", () => mara.ask("POST", "/commands/execute", command));
  await new Promise((resolve) => program.close(resolve));
}

/** What somebody who shows it has read. It is off until people choose it, so the logs before have none of it. */
export async function recordSeen(record, { mara, tomas, direct, say }) {
  for (const { id, ask } of [mara, tomas]) {
    await ask("PUT", "/users/me/preferences", [{ user_id: id, category: "privacy", name: "seen_by", value: "true" }]);
  }
  await say(mara, "Are you there?", { channel_id: direct.id });
  const view = { channel_id: direct.id, collapsed_threads_supported: true };
  await record("seen", () => tomas.ask("POST", "/channels/members/me/view", view));
}
