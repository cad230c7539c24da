// For tests: the sources of the server, to compare with what the client knows of it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The crates that the server is made of, above the database and what is the same everywhere (ARCHITECTURE.md). */
const FLOORS = [
  ..."node cluster outward request identity people notification conversation".split(" "),
  ..."organisation integration transfer server".split(" "),
];

const ofCrate = (name: string): readonly string[] => {
  const folder = join("../crates", name, "src");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".rs") && !/tests?\.rs$/.test(file)).map((file) => join(folder, file));
};

/** The code of these crates, or of all floors, without its tests. */
export const serverCode = (crates: readonly string[] = FLOORS): string =>
  crates
    .flatMap(ofCrate)
    .map((file) => readFileSync(file, "utf8").split("#[cfg(test)]\nmod tests {")[0])
    .join("\n");

/** The code of the floors, and of these crates besides. */
export const serverCodeWith = (...crates: readonly string[]): string => serverCode([...FLOORS, ...crates]);
