// A program of somebody else's that lets berths: buttons and a menu under its post, a form by a button or by a command, what
// it refuses in it, and a form that follows the form.
import { apiOf } from "./api.mjs";
import { startProgram } from "./program.mjs";

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

/** Starts it, with a slip in Off-Topic and a command for everybody. */
export async function startBerths(server) {
  const program = await startProgram(async (path, form, { told, address }) => {
    if (path === "/book" || path === "/command") await opened(server, form.trigger_id, address);
    return answer(path, form, told);
  });
  await offered(server, program.address);
  return program;
}

function opened(server, trigger, address) {
  const asked = { trigger_id: trigger, url: `${address}/submit`, dialog: DIALOG };
  return fetch(`${server}/api/v4/actions/dialogs/open`, { method: "POST", body: JSON.stringify(asked) });
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
export const submitted = (told) =>
  told.filter(({ path, form }) => path === "/submit" && form.type !== "refresh" && !form.cancelled);

async function offered(server, address) {
  const api = await apiOf(server, "mara");
  const team = await api.get("/teams/name/harbour-lights");
  const channel = await api.get(`/teams/${team.id}/channels/name/off-topic`);
  await api.post("/commands", { team_id: team.id, trigger: "berth", method: "P", url: `${address}/command` });
  const to = (path) => ({ integration: { url: address + path, context: { slip: 1 } } });
  await api.post("/posts", {
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
