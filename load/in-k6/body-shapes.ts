/**
 * The problems of the few bodies that the scenarios' claims rest on: errors, acceptances and statuses (§2.12 to §2.14). Says
 * what the contract's validator says of them, which k6 cannot run; a test compares the two. All others are judged by the launcher.
 */
import type { Exchange } from "../../conformance/exchange.ts";
import { isObject } from "../../conformance/laws/body-view.ts";
import type { BodyProblem } from "../../spec/body.ts";
import type { OperationId } from "../../spec/contract.ts";

type FieldType = "string" | "array" | "path";

interface Shape {
  readonly resource: string;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The contract requires them. */
  readonly required: readonly string[];
  /** Listed by the document, and missed where they are absent. */
  readonly listed: readonly string[];
  /** The one value of a field. */
  readonly constant?: readonly [field: string, value: string];
}

const error: Shape = {
  resource: "Error",
  fields: { error: "string", issues: "array" },
  required: ["error"],
  listed: [],
};

const issue: Shape = {
  resource: "Issue",
  fields: { code: "string", message: "string", path: "path" },
  required: ["code", "message"],
  listed: [],
};

const successes: Readonly<Partial<Record<OperationId, Shape>>> = {
  submitFeedback: {
    resource: "FeedbackAcceptance",
    fields: { feedbackId: "string", url: "string", status: "string" },
    required: ["feedbackId", "url", "status"],
    listed: [],
    constant: ["status", "queued"],
  },
  getFeedbackStatus: {
    resource: "FeedbackStatus",
    fields: { feedbackId: "string", status: "string", resultUrl: "string" },
    required: ["feedbackId"],
    listed: ["status", "resultUrl"],
  },
};

/** The problems of an exchange's body; none where its shape is not known here. */
export function bodyProblems(exchange: Exchange): readonly BodyProblem[] {
  const { operation } = exchange;
  if (operation === undefined || !exchange.isJson()) return [];
  const body = exchange.json();
  if (!exchange.isSuccess) return [...problemsOf(error, body, ""), ...issueProblems(body)];
  const shape = successes[operation];
  return shape === undefined ? [] : problemsOf(shape, body, "");
}

function issueProblems(body: unknown): readonly BodyProblem[] {
  const issues = isObject(body) ? body.issues : undefined;
  return Array.isArray(issues) ? issues.flatMap((one, at) => problemsOf(issue, one, `/issues/${at}`)) : [];
}

function problemsOf(shape: Shape, value: unknown, pointer: string): readonly BodyProblem[] {
  const { resource, fields, required, listed, constant } = shape;
  const problem = (field: string, kind: BodyProblem["kind"], expected: string, actual: string, below = "") => ({
    resource,
    field,
    kind,
    pointer: `${pointer}${field === "" ? "" : `/${field}`}${below}`,
    expected,
    actual,
  });
  if (!isObject(value)) return [problem("", "type", "object", shown(value))];
  return Object.entries(fields).flatMap(([field, type]) => {
    const own = Object.hasOwn(value, field) ? value[field] : undefined;
    if (own === undefined) {
      if (required.includes(field)) return [problem(field, "missing", "to be there", "not there")];
      return listed.includes(field) ? [problem(field, "absent", "to be there", "not there")] : [];
    }
    if (type === "path" && Array.isArray(own)) {
      const wrong = own.findIndex((step) => typeof step !== "string" && typeof step !== "number");
      return wrong < 0 ? [] : [problem(field, "type", "string or number", shown(own[wrong]), `/${wrong}`)];
    }
    const isRight = type === "string" ? typeof own === "string" : Array.isArray(own);
    const isOther = constant?.[0] === field && own !== constant[1];
    return [
      ...(isRight ? [] : [problem(field, "type", type === "path" ? "array" : type, shown(own))]),
      ...(isOther ? [problem(field, "enumeration", shown(constant[1]), shown(own))] : []),
    ];
  });
}

/** A value as a report shows it: JSON, cut at 120 characters. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}
