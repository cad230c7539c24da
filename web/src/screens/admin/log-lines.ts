// A line of the server's log as data. Lines are JSON objects; anything else is shown as it is.

export type Level = "error" | "warn" | "info" | "debug";

export interface Line {
  readonly at: string;
  readonly level: Level;
  readonly message: string;
  readonly rest: string;
}

const LEVELS: readonly Level[] = ["error", "warn", "info", "debug"];

export function parseLine(text: string): Line {
  const plain: Line = { at: "", level: "info", message: text.trim(), rest: "" };
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return plain;
    const { timestamp, time, level, message, msg, fields, ...others } = parsed as Record<string, unknown>;
    const inner = typeof fields === "object" && fields !== null ? (fields as Record<string, unknown>) : {};
    const { message: innerMessage, ...innerRest } = inner;
    const rest = Object.entries({ ...innerRest, ...others })
      .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
      .join(" ");
    return {
      at: String(timestamp ?? time ?? ""),
      level: levelOf(String(level ?? "")),
      message: String(message ?? msg ?? innerMessage ?? ""),
      rest,
    };
  } catch {
    // Plain text, as a console writes it: the time first, then the level.
    const match = /^(\S*\d{4}-\d\d-\d\dT\S+)\s+([A-Z]+)\s+(.*)$/s.exec(text.trim());
    return match?.[3] ? { at: match[1] ?? "", level: levelOf(match[2] ?? ""), message: match[3], rest: "" } : plain;
  }
}

function levelOf(text: string): Level {
  const lower = text.toLowerCase();
  if (lower === "warning") return "warn";
  return LEVELS.find((one) => one === lower) ?? "debug";
}
