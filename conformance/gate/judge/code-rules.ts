/** The rules for the status codes that an operation declares: `200`, `2XX`, `default`. */
import { covering } from "../comparison/align.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers } from "./effects.ts";
import type { Rule } from "./rule.ts";

/** A key of an operation's responses that only one of the contracts has. */
interface CodeChange {
  readonly key: string;
  readonly isIn: "base" | "head";
  /** The keys of each contract: those of successes, if `key` is one, otherwise all. */
  readonly base: readonly string[];
  readonly head: readonly string[];
  /** The keys in HEAD that replace it. */
  readonly replacedBy: readonly string[];
}

export const codeRules: readonly Rule<CodeChange>[] = [
  {
    id: "success.pinned",
    applies: (change) => isSuccess(change.key) && isRemovedKey(change) && codesWithin(change).length > 0,
    effects: breaksImplementers,
    text: (change) => `the success status was ${change.key}, and is now ${codesWithin(change).join(" or ")}`,
  },
  {
    // A client that handles each of several successes handles the remaining ones.
    id: "success.removed",
    applies: (change) => isSuccess(change.key) && isRemovedKey(change),
    effects: ({ head, replacedBy }) => (head.length > 0 && replacedBy.length === 0 ? breaksImplementers : breaksBoth),
    text: ({ key, replacedBy }) =>
      `the success status ${key} is gone${replacedBy.length === 0 ? "" : `; ${replacedBy.join(" or ")} replaces it`}`,
  },
  {
    id: "success.named",
    applies: ({ key, base }) => isSuccess(key) && covering(base, key) !== undefined,
    effects: additive,
    text: ({ key }) => `${key} is listed beside its range`,
  },
  {
    id: "success.added",
    applies: ({ key }) => isSuccess(key),
    effects: ({ base }) => (base.length === 0 ? breaksImplementers : breaksClients),
    text: ({ key, base, head }) => {
      if (base.length === 0) return `there is now a success status: ${key}`;
      return base.every((code) => head.includes(code))
        ? `the success status may now be ${key}, too, beside ${base.join(" or ")}`
        : `the success status was ${base.join(" or ")}, and may now be ${key}`;
    },
  },
  {
    id: "error.pinned",
    applies: isPinnedError,
    effects: breaksImplementers,
    text: (change) => `the error status was ${change.key}, and is now ${codesWithin(change).join(" or ")}`,
  },
  {
    id: "error.removed",
    applies: isRemovedKey,
    effects: breaksClients,
    text: ({ key }) =>
      key === "default"
        ? "the default response is gone: errors that are not listed have no declared body"
        : `the response ${key} is gone`,
  },
  {
    id: "error.added",
    applies: () => true,
    effects: ({ key, base }) => {
      const isGeneral = key === "default" || isRange(key);
      // No contract is likely to list 499 or 599.
      const wasFree = covering(base, key === "default" ? "default" : `${key[0]}99`) === undefined;
      return isGeneral && wasFree ? breaksImplementers : additive;
    },
    text: ({ key }) =>
      key === "default"
        ? "there is now a default response: every error has a declared body"
        : `the response ${key} is now listed`,
  },
];

/** `base` and `head`: the keys of an operation's responses. */
export function codeChanges(base: readonly string[], head: readonly string[]): readonly CodeChange[] {
  return [...successChanges(base.filter(isSuccess), head.filter(isSuccess)), ...otherChanges(base, head)];
}

function successChanges(base: readonly string[], head: readonly string[]): readonly CodeChange[] {
  const removed = base.filter((key) => covering(head, key) === undefined);
  const added = head.filter((key) => !base.includes(key));
  // An added key is reported with the removed one that it replaces or narrows.
  const isReported = (key: string) => {
    const isCovered = covering(base, key) !== undefined;
    const isBesideRange = isCovered && base.some((range) => isRange(range) && head.includes(range));
    return !isBesideRange && (isCovered || (removed.length > 0 && !isRange(key)));
  };
  return [
    ...removed.map((key): CodeChange => {
      const narrowed = codesWithin({ key, head });
      return { key, isIn: "base", base, head, replacedBy: narrowed.length > 0 ? narrowed : added };
    }),
    ...added
      .filter((key) => !isReported(key))
      .map((key): CodeChange => ({ key, isIn: "head", base, head, replacedBy: [] })),
  ];
}

/**
 * Errors, and codes that are neither errors nor successes. `4XX` and `5XX` together replace `default`, and `4XX` replaces `404`: what
 * differs in the body is a change of its own.
 */
function otherChanges(base: readonly string[], head: readonly string[]): readonly CodeChange[] {
  const replacesDefault = ["4XX", "5XX"].every((range) => head.includes(range));
  const isReplaced = (key: string) => (key === "default" ? replacesDefault : isRange(covering(head, key) ?? ""));
  const only = (keys: readonly string[], others: readonly string[]) =>
    keys.filter((key) => !isSuccess(key) && !others.includes(key));
  const isPinned = (code: string) => isPinnedError({ key: `${code[0]}XX`, isIn: "base", base, head });
  return [
    ...only(base, head)
      .filter((key) => !isReplaced(key))
      .map((key): CodeChange => ({ key, isIn: "base", base, head, replacedBy: codesWithin({ key, head }) })),
    ...only(head, base)
      .filter((key) => !isPinned(key))
      .map((key): CodeChange => ({ key, isIn: "head", base, head, replacedBy: [] })),
  ];
}

const isSuccess = (key: string) => key.startsWith("2");
const isRange = (key: string) => key.endsWith("XX");

function isRemovedKey({ isIn }: CodeChange): boolean {
  return isIn === "base";
}

/** A range that HEAD lists as single codes; where it has a `default` response, other errors may still come. */
function isPinnedError({ key, isIn, base, head }: Omit<CodeChange, "replacedBy">): boolean {
  const isGone = isIn === "base" && base.includes(key) && !head.includes(key);
  return isGone && !isSuccess(key) && !head.includes("default") && codesWithin({ key, head }).length > 0;
}

/** The codes in HEAD that are within the range `key`. */
function codesWithin({ key, head }: Pick<CodeChange, "key" | "head">): readonly string[] {
  return isRange(key) ? head.filter((code) => !isRange(code) && code[0] === key[0]) : [];
}
