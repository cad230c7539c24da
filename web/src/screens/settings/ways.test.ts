import { expect, it } from "vitest";
import { waysOf } from "./ways";

it("ways are a password, the directory and the providers", () => {
  const provider = { name: "work", text: "Example Ltd.", color: "" };
  const services = (directory: string | undefined) =>
    waysOf([provider], { directory, password: "Password" }).map((way) => way.service);
  expect(services("Directory")).toEqual(["", "ldap", "work"]);
  expect(services(undefined)).toEqual(["", "work"]);
  expect(waysOf([], { directory: undefined, password: "Password" })).toEqual([{ service: "", text: "Password" }]);
});
