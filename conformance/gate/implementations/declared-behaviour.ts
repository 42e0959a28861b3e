/** Judges an exchange by what the contract declares and the suite's laws do not judge. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { isRecord, type JsonSchema } from "../../../spec/contract.ts";
import { isIsoDateTime } from "../../../spec/date-time.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { DeclaredOperation, DeclaredResponse } from "./declared-operation.ts";

/** Judges an exchange by its operation. `isLimited`: the target has a rate limit, and so its headers. */
export function judgeDeclaredBehaviour(exchange: Exchange, operation: DeclaredOperation, isLimited: boolean): Verdict {
  if (exchange.response === undefined || exchange.response.isCut) return notApplicable;
  const { status } = exchange;
  if (operation.isOpen && exchange.kind === "none" && exchange.intent === "valid" && status === 401) {
    return fails({ expected: "to be served without credentials", actual: "401" });
  }
  const declared = operation.response(status);
  if (declared === undefined) {
    if (!exchange.isSuccess) return notApplicable;
    return fails({
      expected: operation.statuses.filter((key) => key.startsWith("2")).join(" or ") || "no success",
      actual: String(status),
    });
  }
  return wrongHeader(exchange, declared, isLimited) ?? wrongBody(exchange, declared) ?? holds;
}

function wrongHeader(exchange: Exchange, { headers }: DeclaredResponse, isLimited: boolean): Fail | undefined {
  for (const [name, declared] of Object.entries(headers)) {
    if (!isRecord(declared) || (!isLimited && name.startsWith("x-ratelimit-"))) continue;
    const wrong = wrongHeaderValue(exchange, name, declared);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** `required` and `schema`: as the contract declares them for the header. */
function wrongHeaderValue(exchange: Exchange, name: string, { required, schema }: JsonSchema): Fail | undefined {
  const value = exchange.header(name)?.trim();
  if (value === undefined) {
    return required === true
      ? fails({ expected: `the header ${name}`, actual: `${exchange.status} without it` })
      : undefined;
  }
  if (!isRecord(schema) || acceptsText(schema, value)) return undefined;
  return fails({ expected: `${name}: ${JSON.stringify(schema)}`, actual: JSON.stringify(value) });
}

/** A header is text, which may represent a number or a boolean. */
function acceptsText(schema: JsonSchema, value: string): boolean {
  const readings: unknown[] = [value];
  if (value !== "" && Number.isFinite(Number(value))) readings.push(Number(value));
  if (value === "true" || value === "false") readings.push(value === "true");
  return readings.some((reading) => isValid(schema, reading));
}

/** Absent optional properties and dates without a zone are left to the laws of implied clauses. */
function wrongBody(exchange: Exchange, declared: DeclaredResponse): Fail | undefined {
  const isEmpty = exchange.response?.body === "";
  const showsBody = declared.schema !== undefined && Object.keys(declared.schema).length > 0;
  if (isEmpty && showsBody) return fails({ expected: `a body with ${exchange.status}`, actual: "none" });
  if (!isEmpty && declared.schema === undefined)
    return fails({ expected: `no body with ${exchange.status}`, actual: "a body" });
  if (!exchange.isJson()) return undefined;
  const problem = declared.problems(exchange.json()).find(({ kind }) => kind !== "absent" && kind !== "zone");
  if (problem === undefined) return undefined;
  return fails({ expected: problem.expected, actual: problem.actual });
}

/** The contract accepts the body of the request. */
export function acceptsRequest(exchange: Exchange, { requestSchema }: DeclaredOperation): boolean {
  if (requestSchema === undefined || exchange.request.body === "") return true;
  try {
    return isValid(requestSchema, JSON.parse(exchange.request.body));
  } catch {
    return false;
  }
}

const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false });
ajv.addFormat("date-time", isIsoDateTime);
ajv.addFormat("email", /^[^\s@]+@[^\s@]+$/);

/** Ajv compiles a schema once. */
const isValid = (schema: JsonSchema, value: unknown) => ajv.compile(schema)(value);
