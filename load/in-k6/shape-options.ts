/** Which scenarios take `--rate`, `--users`, `--stages` and `--abort-on-fail`, and with which values their claim can be judged. Pure. */
import { listed } from "../../conformance/model/in-words.ts";
import type { Environment } from "./environment.ts";
import type { ScenarioName } from "./plans.ts";
import { minFloodRate, minSteadyPart, steadyRate } from "./shapes.ts";

/** The scenarios that take each option. */
const takenBy = {
  rate: ["steady", "isolation", "auth", "spike"],
  users: ["spike"],
  stages: ["spike"],
} as const satisfies Readonly<Record<string, readonly ScenarioName[]>>;
type ShapeOption = keyof typeof takenBy;
const shapeOptions = Object.keys(takenBy) as readonly ShapeOption[];

/** The options that shape all of these scenarios: `--rate and --duration`. */
export const shapedBy = (names: readonly ScenarioName[]): string =>
  listed(
    [
      ...shapeOptions.filter((option) =>
        names.every((name) => (takenBy[option] as readonly ScenarioName[]).includes(name)),
      ),
      "duration",
    ].map((option) => `--${option}`),
  );

/** The scenarios that judge each response when it comes, so that k6 can stop at the first failure (`--abort-on-fail`). */
const judgingEachResponse: readonly ScenarioName[] = ["spike", "auth"];

/** Why the scenario does not take these options, as a sentence; undefined if it does. */
export function shapeProblem(name: ScenarioName, environment: Environment): string | undefined {
  if (environment.abortsOnFail && !judgingEachResponse.includes(name)) {
    return `${name} takes no --abort-on-fail, since it is judged when it has ended; ${listed(judgingEachResponse)} take it`;
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
  const withoutRate = { ...environment, rate: undefined };
  if (name === "steady") {
    const max = steadyRate(withoutRate);
    // A little more than is needed, because some responses may be slow.
    const min = (minSteadyPart + 0.1) * max;
    if (rate >= min && rate <= max) return undefined;
    const range = `from ${Math.ceil(min * 100) / 100} to ${Math.floor(max * 100) / 100} requests a second`;
    return `steady stays just below the limit: here --rate must be ${range}`;
  }
  const min = name === "isolation" || name === "auth" ? minFloodRate(name, withoutRate) : 0;
  if (rate >= min) return undefined;
  return `${name} needs a flood: here --rate must be at least ${Math.ceil(min)} requests a second`;
}
