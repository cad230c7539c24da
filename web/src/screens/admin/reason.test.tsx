// Why a job failed, told by its id where there are words for it.
import { cleanup, render } from "@solidjs/testing-library";
import { afterEach, expect, it, vi } from "vitest";
import { setLanguage } from "../../i18n/language";
import { Reason } from "./reason";

afterEach(() => {
  cleanup();
  setLanguage("en");
});

function told(data: Record<string, string>) {
  const { container } = render(() => <Reason job={{ data }} />);
  return () => [container.textContent, container.querySelector("span")?.lang];
}

it("reads as the reader's language has it, with the line", async () => {
  setLanguage("de");
  const why = { error: "line 9: No answer.", error_id: "app.store.app_error", line_number: "9" };
  const shown = told(why);
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      "Zeile 9: Der Server erreicht seine Datenbank nicht. Bitte versuche es gleich noch einmal.",
      "de",
    ]),
  );
});

it("stays in the server's words, marked as English, where there are none", async () => {
  setLanguage("ja");
  const why = { error: "line 9: Something new.", error_id: "app.something.new.app_error" };
  const shown = told({ ...why, line_number: "9" });
  await vi.dynamicImportSettled();
  expect(shown()).toEqual([why.error, "en"]);
});
