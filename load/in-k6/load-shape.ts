/** Which scenarios take `--rate`, `--users` and `--stages`, and with which values they can still show their claim. Pure. */
import type { Environment } from "./environment.ts";
import type { ScenarioName } from "./plans.ts";
import { minFloodRate, minSteadyPart, steadyRate } from "./shapes.ts";

/** The options, each with the scenarios that take it and what it sets there. */
const takenBy = {
  rate: ["steady", "isolation", "auth", "spike"],
  users: ["spike"],
  stages: ["spike"],
} as const satisfies Readonly<Record<string, readonly ScenarioName[]>>;
type ShapeOption = keyof typeof takenBy;
const shapeOptions = Object.keys(takenBy) as readonly ShapeOption[];

/** These judge each response when it comes, so that k6 can stop at the first failure (`--abort-on-fail`). */
const judgesEach: readonly ScenarioName[] = ["spike", "auth"];

/** Why the scenario cannot send this much, as a sentence; undefined if it can. */
export function shapeProblem(name: ScenarioName, environment: Environment): string | undefined {
  if (environment.abortsOnFail && !judgesEach.includes(name)) {
    return `${name} takes no --abort-on-fail, since it is judged when it has ended; ${listed(judgesEach)} take it`;
  }
  const given = shapeOptions.filter((option) => environment[option] !== undefined);
  const unsupported = given.find((option) => !(takenBy[option] as readonly ScenarioName[]).includes(name));
  if (unsupported !== undefined) {
    return `${name} takes no --${unsupported}, since what it sends is what its claim needs; ${listed(takenBy[unsupported])} ${takenBy[unsupported].length === 1 ? "takes" : "take"} it`;
  }
  const [first, second] = given;
  if (first !== undefined && second !== undefined) {
    return `--${first} and --${second} exclude each other: each says how much ${name} sends`;
  }
  if (environment.stages !== undefined && environment.durationSeconds !== undefined) {
    return "--stages and --duration exclude each other: stages say how long they are";
  }
  return environment.rate === undefined ? undefined : rateProblem(name, environment, environment.rate);
}

function rateProblem(name: ScenarioName, environment: Environment, rate: number): string | undefined {
  const free = { ...environment, rate: undefined };
  if (name === "steady") {
    const max = steadyRate(free);
    // A little more than is needed, because some responses may be slow.
    const min = (minSteadyPart + 0.1) * max;
    return rate >= min && rate <= max
      ? undefined
      : `steady keeps just below the limit: here --rate is from ${shown(Math.ceil(min * 100) / 100)} to ${shown(Math.floor(max * 100) / 100)} requests a second`;
  }
  const min = name === "isolation" || name === "auth" ? minFloodRate(name, free) : 0;
  return rate >= min
    ? undefined
    : `${name} needs a flood: here --rate is from ${shown(Math.ceil(min))} requests a second up`;
}

const shown = (rate: number) => String(rate);
const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
