/** The gate's report as JUnit XML, as Jenkins, GitLab and GitHub's test reporters read it: a test for each finding. */
import XMLBuilder from "fast-xml-builder";
import { visible } from "../../../cli/visible-text.ts";
import { type PlacedFinding, placedFindings } from "./findings.ts";
import type { GateReport } from "./report.ts";

/** The name by which an earlier verdict is recognized. */
export const junitName = "fpk-conformance gate";

/** What fails the gate is a `failure`. A test has no warnings: any other finding is `skipped`, with its text. The verdict is a test of its own. */
export function renderJunit(report: GateReport): string {
  const findings = placedFindings(report);
  const failures = findings.filter(({ level }) => level === "error");
  const isFailed = report.exitCode !== 0;
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: "@", format: true });
  return builder.build({
    "?xml": { "@version": "1.0", "@encoding": "UTF-8" },
    testsuites: {
      "@name": junitName,
      testsuite: {
        "@name": visible(report.head.name),
        "@tests": String(findings.length + 1),
        "@failures": String(failures.length + Number(isFailed)),
        "@errors": "0",
        "@skipped": String(findings.length - failures.length),
        testcase: [
          ...findings.map(caseOf),
          {
            "@name": "the change as a whole",
            "@classname": "gate",
            ...(isFailed ? { failure: { "@message": visible(report.summary), "@type": "gate" } } : {}),
          },
        ],
      },
    },
  });
}

function caseOf({ rule, level, message, place }: PlacedFinding): object {
  const where = `${place.file}:${place.line} ${place.pointer}`;
  const element = { "@name": visible(`${where}: ${message}`), "@classname": rule };
  return level === "error"
    ? { ...element, failure: { "@message": visible(message), "@type": rule, "#text": visible(where) } }
    : { ...element, skipped: visible(`${level === "warning" ? "a warning" : "for information"}: ${message}`) };
}
