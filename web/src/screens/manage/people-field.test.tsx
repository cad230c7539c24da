// Nobody is missed before somebody was looked for.
import { cleanup, fireEvent, render } from "@solidjs/testing-library";
import { afterEach, expect, it, vi } from "vitest";
import { PeopleField } from "./people-field";

afterEach(cleanup);

it("says that nobody was found once a name was looked for", async () => {
  const search = vi.fn(async () => []);
  const { container, getByRole } = render(() => (
    <PeopleField label="People" chosen={[]} onChange={() => undefined} search={search} />
  ));
  const hint = () => container.querySelector(".field-hint")?.textContent;
  await vi.waitFor(() => expect(search).toHaveBeenCalledWith(""));
  await Promise.resolve();
  expect(hint()).toBeUndefined();
  fireEvent.input(getByRole("combobox"), { target: { value: "eve" } });
  await vi.waitFor(() => expect(hint()).toBe("Nobody found"));
});
