/** Judges which codes an operation answers with. */
import { covering } from "../document/align.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers } from "./change.ts";
import type { Judgement } from "./schema-rules.ts";

export interface CodeJudgement extends Judgement {
  /** The key under `responses` that it is about, and in which document it stands. */
  readonly key: string;
  readonly isIn: "base" | "head";
  /** The key in HEAD that stands in its place. */
  readonly insteadBy?: string;
}

/** The keys of an operation's responses (`200`, `2XX`, `default`) in BASE and in HEAD. */
export function judgeCodes(base: readonly string[], head: readonly string[]): readonly CodeJudgement[] {
  return [...successCodes(base.filter(isSuccess), head.filter(isSuccess)), ...otherCodes(base, head)];
}

const isSuccess = (key: string) => key.startsWith("2");
const isRange = (key: string) => key.endsWith("XX");
const within = (range: string, keys: readonly string[]) => keys.filter((key) => !isRange(key) && key[0] === range[0]);

const instead = ([insteadBy]: readonly string[]) => (insteadBy === undefined ? {} : { insteadBy });

/** A success that was promised and is gone, one that was not and may come, and a range that is pinned to a code. */
function successCodes(base: readonly string[], head: readonly string[]): readonly CodeJudgement[] {
  const result: CodeJudgement[] = [];
  const gone = base.filter((key) => covering(head, key) === undefined);
  const fresh = head.filter((key) => !base.includes(key));
  for (const key of gone) {
    const pins = isRange(key) ? within(key, head) : [];
    if (pins.length > 0) {
      const text = `a success was ${key}, and is now ${pins.join(" or ")}`;
      result.push({
        rule: "success.pinned",
        text,
        effects: breaksImplementers,
        key,
        isIn: "base",
        isSure: true,
        ...instead(pins),
      });
    } else {
      const now = fresh.length > 0 ? `; ${fresh.join(" or ")} stands in its place` : "";
      // Who was ready for each of several is ready for those that are left.
      const isLeft = head.length > 0 && fresh.length === 0;
      result.push({
        rule: "success.removed",
        text: `the success ${key} is gone${now}`,
        effects: isLeft ? breaksImplementers : breaksBoth,
        key,
        isIn: "base",
        ...instead(fresh),
      });
    }
  }
  for (const key of fresh) {
    const isPin = covering(base, key) !== undefined;
    const isReplacement = gone.length > 0 && !isRange(key);
    if (isPin && base.some((range) => isRange(range) && head.includes(range))) {
      result.push({
        rule: "success.named",
        text: `${key} is named beside its range`,
        effects: additive,
        key,
        isIn: "head",
      });
    } else if (!isPin && !isReplacement) {
      const was = base.length === 0 ? "no success" : base.join(" or ");
      const effects = base.length === 0 ? breaksImplementers : breaksClients;
      result.push({
        rule: "success.added",
        text: `a success was ${was}, and may now be ${key}`,
        effects,
        key,
        isIn: "head",
      });
    }
  }
  return result;
}

/** Errors, and what is neither. `default` gives a shape to every code that is not named. */
function otherCodes(base: readonly string[], head: readonly string[]): readonly CodeJudgement[] {
  const isDefaultSaid = ["4XX", "5XX"].every((range) => head.includes(range));
  const gone = base.filter((key) => !isSuccess(key) && !head.includes(key) && !(key === "default" && isDefaultSaid));
  const fresh = head.filter((key) => !isSuccess(key) && !base.includes(key));
  return [
    ...gone.map((key): CodeJudgement => {
      const text =
        key === "default"
          ? "errors that are not named have no shape any more"
          : `the response ${key} is no longer declared`;
      return { rule: "error.removed", text, effects: breaksClients, key, isIn: "base" };
    }),
    ...fresh.map((key): CodeJudgement => {
      const binds = key === "default" || isRange(key);
      const text = key === "default" ? "every error has a shape now" : `the response ${key} is declared`;
      const narrows = binds && covering(base, key === "default" ? "default" : `${key[0]}00`) === undefined;
      return { rule: "error.added", text, effects: narrows ? breaksImplementers : additive, key, isIn: "head" };
    }),
  ];
}
