// Polls: a message whose lines begin with numbers, and reactions with these numbers as votes.
//
// Every client shows and counts them so, without knowing of polls; a mark in the post's properties tells ours to draw them.
// Pure.

import type { Post } from "../../wire.gen";

/** The names of the numbers, as the server knows them. */
export const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "keycap_ten"] as const;

export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = NUMBERS.length;

/** How many answers a person may give. */
export type Answers = "one" | "many";

export interface Option {
  /** The emoji that stands for it. */
  readonly number: string;
  readonly text: string;
  readonly voters: readonly string[];
}

export interface Poll {
  readonly question: string;
  readonly answers: Answers;
  readonly options: readonly Option[];
}

const LINE = new RegExp(`^:(${NUMBERS.join("|")}): +(.+)$`);

export const marksPoll = (post: Post): boolean => post.props.poll === "one" || post.props.poll === "many";

/** The message of a poll. Lines within a text would be options of their own. */
export function messageOf(question: string, options: readonly string[]): string {
  const flat = (text: string) => text.replace(/\s+/g, " ").trim();
  return [`**${flat(question)}**`, ...options.map((text, at) => `:${NUMBERS[at]}: ${flat(text)}`)].join("\n");
}

/** The poll of a post that is marked as one; nothing when its message has become something else. */
export function pollOf(post: Post): Poll | undefined {
  const lines = post.message.split("\n");
  const votersOf = (number: string) =>
    (post.metadata?.reactions ?? []).filter((one) => one.emoji_name === number).map((one) => one.user_id);
  const options = lines.flatMap((line): Option[] => {
    const [, number = "", text = ""] = LINE.exec(line.trim()) ?? [];
    return number === "" ? [] : [{ number, text, voters: votersOf(number) }];
  });
  const question = lines.filter((line) => !LINE.test(line.trim())).join("\n");
  const isPoll = marksPoll(post) && options.length >= OPTIONS_MIN && question.trim() !== "";
  const isEach = new Set(options.map((one) => one.number)).size === options.length;
  return isPoll && isEach ? { question, options, answers: post.props.poll as Answers } : undefined;
}

/** The numbers that are pressed when `me` chooses the option `number`: where one answer counts, the one before is taken back. */
export function pressesOf({ answers, options }: Poll, number: string, me: string): string[] {
  const others = options.filter((one) => one.number !== number && one.voters.includes(me)).map((one) => one.number);
  return answers === "one" ? [...others, number] : [number];
}

/** What is typed after `/poll`: a question and its options in quotes, or a question alone. */
export function wordsOf(words: string): { readonly question: string; readonly options: readonly string[] } {
  const quoted = [...words.matchAll(/["“”„«]([^"“”„«»]+)["“”»]/g)].map(([, text = ""]) => text.trim());
  const [question = words.trim(), ...options] = quoted;
  return { question, options: options.slice(0, OPTIONS_MAX) };
}
