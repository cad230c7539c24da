// Runs the scenarios: `node tests/run.mjs [NAME..] [--dist]`. Each begins with a fresh server and ends with its end.
import { readdirSync } from "node:fs";
import { startWorld } from "./world.mjs";

const folder = new URL("./scenarios/", import.meta.url);
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".mjs"))
  .map((name) => name.slice(0, -4))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();

let passed = 0;
let failed = 0;
let shot = 0;
for (const name of names) {
  const { default: scenario, options } = await import(new URL(`${name}.mjs`, folder));
  const began = Date.now();
  let world;
  try {
    world = await startWorld(options);
    await scenario(world);
    if (world.problems.length > 0) throw new Error(`the page complained:\n${world.problems.join("\n")}`);
    passed += 1;
    console.log(`ok   ${name} (${Date.now() - began} ms)`);
  } catch (problem) {
    failed += 1;
    console.log(`FAIL ${name}\n${problem.stack ?? problem}`);
    for (const page of world?.browser.contexts().flatMap((context) => context.pages()) ?? []) {
      console.log(`  at ${page.url()}`);
      // What it looked like then says most.
      shot += 1;
      if (process.env.MUSTER_SHOTS)
        await page.screenshot({ path: `${process.env.MUSTER_SHOTS}/failed-${name}-${shot}.png` });
    }
  } finally {
    await world?.end();
  }
}
console.log(`web: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
