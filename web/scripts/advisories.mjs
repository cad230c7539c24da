// Asks npm's registry what is published against the packages of every lock file here, and fails when something is.
// Where the registry does not answer that, nothing is known: that is said, and is no failure. `cargo xtask tidy` holds the
// packages to what needs no network: where they come from, their hashes, licences and programs.
import { execFileSync, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const WAIT_MS = 60_000;

/**
 * What `npm audit --json` said: `found`, a line for each package; or why nothing is known: `unknown`, the registry did not
 * answer, or `broken`, npm did not ask.
 */
export function verdict(said) {
  let answer;
  try {
    answer = JSON.parse(said);
  } catch {
    return { broken: "npm said nothing that is JSON" };
  }
  if (answer?.vulnerabilities) {
    const found = Object.values(answer.vulnerabilities).map(({ name, severity, range, via }) => {
      // A package that only stands on another one names it.
      const whys = via.map((one) => (typeof one === "string" ? `by ${one}` : `${one.title} ${one.url}`));
      return `${name} ${range} (${severity}): ${whys.join("; ")}`;
    });
    return { found };
  }
  // A request that was refused or did not arrive has a message; what npm itself misses has a code alone.
  if (typeof answer?.message === "string") return { unknown: answer.message };
  return { broken: answer?.error?.summary || said.trim() };
}

function main(root) {
  const files = execFileSync("git", ["ls-files", "*package-lock.json"], { cwd: root, encoding: "utf8" });
  let [passed, failed] = [0, 0];
  for (const file of files.split("\n").filter(Boolean)) {
    const cwd = join(root, dirname(file));
    const asked = spawnSync("npm", ["audit", "--json", "--package-lock-only", "--fetch-retries=0"], {
      cwd,
      encoding: "utf8",
      timeout: WAIT_MS,
    });
    const {
      found = [],
      unknown,
      broken,
    } = asked.error
      ? { [asked.error.code === "ETIMEDOUT" ? "unknown" : "broken"]: asked.error.message }
      : verdict(asked.stdout);
    for (const line of found) console.log(`${file}: ${line}`);
    if (broken) console.log(`${file}: ${broken}`);
    if (unknown) console.log(`ADVISORIES NOT CHECKED: ${file}: ${unknown}`);
    else if (broken || found.length > 0) failed++;
    else passed++;
  }
  console.log(`advisories: ${passed} passed, ${failed} failed`);
  return failed;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(main(fileURLToPath(new URL("../..", import.meta.url))) === 0 ? 0 : 1);
}
