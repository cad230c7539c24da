// What a job came to, as the list of jobs shows it.
import { cleanup, render } from "@solidjs/testing-library";
import { afterEach, expect, it } from "vitest";
import { Result } from "./result";

afterEach(cleanup);

const shown = (type: string, status: string, data: Record<string, string>) =>
  render(() => <Result job={{ type, status, data }} />).container;

it("counts what the directory changed, and leaves out what was only read", () => {
  const data = { people: "20", groups: "3", passed_over: "1", accounts_made: "2", memberships_added: "4" };
  expect(shown("ldap_sync", "success", data).textContent).toBe("20 people in the directory: 6 changes");
});

it("says of a run that was only tried what it would do, line by line", () => {
  const report = "make an account for ann\nmake an account for ben";
  const data = { people: "2", accounts_made: "2", dry_run: "true", report };
  const container = shown("ldap_sync", "success", data);
  expect(container.querySelector(".job-result")?.textContent).toBe("Only tried. 2 people in the directory: 2 changes");
  const lines = [...container.querySelectorAll("details li")].map((line) => line.textContent);
  expect(lines).toEqual(report.split("\n"));
});

it("says why a run failed, and nothing of what it was to count", () => {
  const data = { people: "2", error: "The directory does not answer." };
  expect(shown("ldap_sync", "error", data).textContent).toBe("The directory does not answer.");
});

it("says nothing of a run that has not come to its end", () => {
  expect(shown("ldap_sync", "pending", { dry_run: "true" }).textContent).toBe("");
});
