import { expect, it } from "vitest";
import { inLetters, whenInLetters } from "./letters";

it("waits for the emoji where a message names one, and not elsewhere", async () => {
  let said = "";
  const tell = (shown: string) => {
    said = shown;
  };
  whenInLetters("**Fog** at 10:30", tell);
  expect(said).toBe("Fog at 10:30");
  await new Promise<void>((resolve) => {
    whenInLetters("Done :tada: :wave_tone5: :beacon:", (shown) => {
      tell(shown);
      resolve();
    });
  });
  expect(said).toBe("Done 🎉 👋🏿 :beacon:");
  expect(inLetters("x".repeat(20_000)).length).toBe(1_000);
});
