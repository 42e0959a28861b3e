/** The report as JUnit XML, as Jenkins, GitLab and GitHub's test reporters read it: a suite for each section, a test for each check. */
import XMLBuilder from "fast-xml-builder";
import { visible } from "../../cli/visible-text.ts";
import { shorten } from "../../cli/wrap.ts";
import { baselineProblems } from "../baseline/problems.ts";
import type { Report, Result } from "../model/report.ts";
import { bindingOf, knownText, type Outcome, outcomeOf } from "./outcome.ts";
import { plainResult } from "./plain-result.ts";
import { skippedBecause } from "./terminal-causes.ts";

interface TestCase {
  readonly outcome: Outcome;
  readonly element: object;
}

/**
 * What fails the run is a `failure`, what leaves it inconclusive an `error`. A test has no warnings: what does not hold without
 * failing the run is `skipped`, with the reason. An additional test says why a run has no verdict, or fails although no check does.
 */
export function renderJunit(report: Report): string {
  const sections = new Set(report.results.map(({ section }) => section));
  const suites = [...sections].map((section) => {
    const ofSection = report.results.filter((result) => result.section === section);
    const cases = ofSection.map((result) => caseOf(report, result));
    // The thresholds of a load script belong to no section.
    return suiteOf(section === "" ? "script" : `§${section}`, cases, report);
  });
  const ofRun = [...baselineProblems(report).map(baselineCase), ...reasonOf(report)];
  if (ofRun.length > 0) suites.push(suiteOf("run", ofRun, report));
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", format: true });
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: { "@name": report.suite.name, "@time": String(report.seconds), testsuite: suites },
  });
}

function suiteOf(name: string, cases: readonly TestCase[], { startedAt }: Report): object {
  const count = (...outcomes: readonly Outcome[]) =>
    String(cases.filter(({ outcome }) => outcomes.includes(outcome)).length);
  return {
    "@name": visible(name),
    "@tests": String(cases.length),
    "@failures": count("failed"),
    "@errors": count("unjudged"),
    "@skipped": count("skipped", "warning", "open"),
    // Without milliseconds and zone, as the format has it.
    "@timestamp": startedAt.slice(0, 19),
    testcase: cases.map(({ element }) => element),
  };
}

function caseOf(report: Report, result: Result): TestCase {
  const { id, clause, claim, verdict, scenario } = result;
  const message = shorten(result.message, maxLength);
  const outcome = outcomeOf(result);
  const name = `${id}${scenario === undefined ? "" : ` (${scenario})`}: ${claim}`;
  const element = { "@name": visible(name), "@classname": visible(clause) };
  const described = (type: string) => ({
    "@message": visible(message),
    "@type": type,
    "#text": plainResult(report, result),
  });
  switch (outcome) {
    case "passed":
      return { outcome, element };
    case "failed":
      return { outcome, element: { ...element, failure: described(bindingOf(result)) } };
    case "unjudged":
      return { outcome, element: { ...element, error: described(verdict) } };
    case "warning":
      return {
        outcome,
        element: { ...element, skipped: visible(`${warningOf(result)}: ${message}`) },
      };
    case "open":
      return { outcome, element: { ...element, skipped: `could not be judged: ${visible(message)}` } };
    case "skipped":
      return { outcome, element: { ...element, skipped: visible(skippedBecause(report, id) ?? message) } };
  }
}

/** Why the run does not fail. */
const warningOf = (result: Result) =>
  result.known === undefined ? "a warning, which does not fail the run" : `a failure that is ${knownText(result)}`;

/** The longest message, in columns; expected and actual are also in the text. */
const maxLength = 1000;

/** A run that was cut, or in which the target did not answer, is not green because no check failed. */
function reasonOf(report: Report): readonly TestCase[] {
  const { exitCode, summary, results, notes } = report;
  const outcome = ([undefined, "failed", undefined, "unjudged"] as const)[exitCode];
  const isSaid =
    outcome === "failed" &&
    (baselineProblems(report).length > 0 || results.some((result) => outcomeOf(result) === outcome));
  if (outcome === undefined || isSaid) return [];
  const described = { "@message": visible(summary), "#text": notes.map(visible).join("\n") };
  const element = { "@name": "the run as a whole", "@classname": "run" };
  return [{ outcome, element: { ...element, [outcome === "failed" ? "failure" : "error"]: described } }];
}

/** An entry of the baseline that fails the run: it no longer fails, has no reason, or is past its date. */
const baselineCase = (problem: string, at: number): TestCase => ({
  outcome: "failed",
  element: {
    "@name": `the baseline fits (${at + 1})`,
    "@classname": "baseline",
    failure: { "@message": visible(problem), "@type": "baseline" },
  },
});
