// What is done with one message, what stands beside it, and a message as it is written; each leaves the page as it is
// pictured.
import { asFile, png } from "./media.mjs";
import { at, press } from "./visits.mjs";

const SEA = [40, 110, 170];
const posted = (page, text) => page.locator(".posts[data-shown] .post", { hasText: text }).last();

const chosen = (item, shown) => async (page, base) => {
  await at("/channels/off-topic")(page, base);
  const own = posted(page, "The buoy at");
  await own.focus();
  await own.getByRole("button", { name: "More actions" }).click();
  await page.locator(`[role=menu] [data-label="${item}"]`).click();
  await page.locator(shown).first().waitFor();
};

async function reacting(page, base) {
  await at("/channels/off-topic")(page, base);
  const own = posted(page, "The buoy at");
  await own.focus();
  await own.getByRole("button", { name: "Add a reaction" }).first().click();
  await page.getByRole("gridcell").first().waitFor();
}

async function group(page, base) {
  await at("/channels/off-topic")(page, base);
  // On a phone a button may be over it.
  await posted(page, "who is on the pier").locator(".text-mention").dispatchEvent("click");
  await page.locator(".profile-members li").first().waitFor();
}

async function acknowledged(page, base) {
  await at("/channels/workshop")(page, base);
  await page.locator(".ack-count").last().click();
  await page.locator(".ack-who").first().waitFor();
}

async function linked(page, base) {
  await at("/channels/timetable")(page, base);
  const href = await page
    .locator(".posts[data-shown] .post")
    .first()
    .locator("a:has(time)")
    .first()
    .getAttribute("href");
  await page.goto(`${base}${href}`);
  await page.locator(".post[data-lit]").waitFor();
}

async function lost(page, base) {
  await page.goto(`${base}/harbour-lights/pl/aaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await page.locator(".empty").waitFor();
}

/** Files that wait to be sent: a picture, and a table with a long name. */
async function attached(page, base) {
  await at("/channels/app")(page, base);
  const files = [
    asFile("sea.png", "image/png", png(SEA)),
    asFile("Passengers of the winter season, by line and by day.csv", "text/csv", Buffer.from("line,day\n1,2\n")),
  ];
  await page.locator('.composer input[type="file"]').setInputFiles(files);
  await page.locator(".composer-file").nth(1).waitFor();
}

/** Takes the files out again, so that no other picture has the draft. */
async function failed(page, base) {
  await at("/channels/app")(page, base);
  for (const name of ["sea.png", "Passengers"]) {
    const file = page.locator(".composer-file", { hasText: name });
    if (await file.count()) await file.getByRole("button").first().click();
  }
  await page.locator(".composer textarea").fill("/nosuchcommand");
  await press(page, "Enter");
  await page.locator(".toast").first().waitFor();
  await page.locator(".composer textarea").fill("");
}

async function form(page, base) {
  await at("/channels/off-topic")(page, base);
  await posted(page, "Slip 1").getByRole("button", { name: "Book" }).click();
  await page.getByRole("dialog", { name: "Book a berth" }).waitFor();
}

async function wrongForm(page, base) {
  await form(page, base);
  await page.getByRole("dialog").getByRole("button", { name: "Book" }).click();
  await page.getByText("This is needed.").first().waitFor();
}

async function tide(page, base) {
  await at("/channels/off-topic")(page, base);
  await posted(page, "Slip 1").getByRole("combobox", { name: "Tide" }).click();
  await page.getByRole("option", { name: "High" }).waitFor();
}

export function postScreens() {
  return {
    edit: chosen("Edit", ".post-edit"),
    versions: chosen("Versions", ".version ~ .version"),
    forward: chosen("Forward…", "dialog .gather-card"),
    remind: chosen("Remind me…", "dialog button"),
    delete: chosen("Delete", "dialog button"),
    reacting,
    "group-card": group,
    acknowledged,
    linked,
    lost,
    attached,
    failed,
    form,
    "form-wrong": wrongForm,
    "form-choice": tide,
  };
}
