/** Whether an implementation would stop conforming: judges the exchanges of its report again, by BASE and by HEAD. Sends nothing. */
import { isOperationId } from "../../../spec/contract.ts";
import { boundLevel, isBinding, type Level } from "../../../spec/level.ts";
import { laws } from "../../laws/index.ts";
import type { Law, LawContext } from "../../model/check.ts";
import { type Exchange, exchangeOf } from "../../model/exchange.ts";
import type { Report } from "../../model/report.ts";
import { clauseOf } from "../../run/checks/registry.ts";
import { isSentByApi, type Normal, operationsOf } from "../document/normal.ts";
import { NotJudged } from "../not-judged.ts";
import { acceptsRequest, judgeDeclaredBehaviour } from "./declared-behaviour.ts";
import { type DeclaredOperation, declaredAt } from "./declared-operation.ts";

/** What an implementation did that BASE allows and HEAD does not. */
interface NewViolation {
  /** The check that finds it; undefined if the contract forbids it and no check of the suite does. */
  readonly check?: string;
  readonly clause?: string;
  readonly level: Level;
  readonly operations: readonly string[];
  readonly expected: string;
  readonly actual: string;
  /** Indexes into the report's `exchanges`. */
  readonly exchanges: readonly number[];
}

export interface Implementation {
  readonly name: string;
  readonly baseUrl: string;
  /** HEAD makes something a violation that fails a run. */
  readonly stopsConforming: boolean;
  readonly lapses: readonly NewViolation[];
  /** The number of exchanges that were judged again. */
  readonly judged: number;
  /** Operations of HEAD of which the report has no exchange that could be judged, such as those whose path is new. */
  readonly unseen: readonly string[];
}

/** Throws `NotJudged` for a report that would prove nothing: without exchanges, or of another API. */
export function rejudge(name: string, report: Report, base: Normal, head: Normal): Implementation {
  const exchanges = report.exchanges
    .map(exchangeOf)
    .filter(({ operation, response }) => operation !== undefined && response !== undefined);
  if (exchanges.length === 0)
    throw new NotJudged(`${name} has no exchanges to judge again; make a new report: fpk check`);
  const before = sideOf(base, base, report);
  const after = sideOf(head, base, report);
  if (!exchanges.some((exchange) => isServed(exchange, before)))
    throw new NotJudged(
      `${name} shows no success that BASE declares: is ${report.target.baseUrl} this API? Make a new report: fpk check`,
    );
  const lapses = new Map<string, NewViolation & { readonly exchanges: number[]; readonly operations: string[] }>();
  for (const exchange of exchanges) {
    for (const violation of newViolationsIn(exchange, before, after)) {
      const key = violation.check ?? `${violation.expected} ${exchange.operation}`;
      const known = lapses.get(key) ?? { ...violation, exchanges: [], operations: [] };
      lapses.set(key, known);
      known.exchanges.push(exchange.index);
      const operation = String(exchange.operation);
      if (!known.operations.includes(operation)) known.operations.push(operation);
    }
  }
  const all = [...lapses.values()];
  const judged = exchanges.filter((exchange) => before.operation(exchange) && after.operation(exchange));
  const ids = new Set(judged.map(({ operation }) => String(operation)));
  const inBase = operationsOf(base.document).filter(({ name }) => ids.has(name));
  const seen = new Set(inBase.map(requestLine));
  return {
    name,
    baseUrl: report.target.baseUrl,
    stopsConforming: all.some(({ level }) => isBinding(level)),
    lapses: all,
    judged: judged.length,
    unseen: operationsOf(head.document).flatMap((operation) =>
      isSentByApi(operation.path) || seen.has(requestLine(operation)) ? [] : operation.name,
    ),
  };
}

/** An operation that is asked in another way was not asked by the report, although it has the same `operationId`. */
const requestLine = ({ path, method }: { readonly path: string; readonly method: string }) => `${method} ${path}`;

/** Whether the exchange is a success whose body has the shape that the contract declares. */
function isServed(exchange: Exchange, { operation }: Side): boolean {
  const declared = operation(exchange);
  const { schema = {} } = declared?.response(exchange.status) ?? {};
  if (declared === undefined || Object.keys(schema).length === 0) return false;
  const { verdict } = judgeDeclaredBehaviour(exchange, declared, false);
  return exchange.isSuccess && exchange.isJson() && verdict === "pass";
}

interface Side {
  readonly context: LawContext;
  operation(exchange: Exchange): DeclaredOperation | undefined;
}

/** An operation is found by its path and method in `base`, even if `normal` has another `operationId` for it. */
function sideOf(normal: Normal, base: Normal, { target: { rateLimit } }: Report): Side {
  const declared = new Map(
    operationsOf(base.document).map(({ name, path, method }) => [
      name,
      isOperationId(name) ? declaredAt(normal, path, method, name) : undefined,
    ]),
  );
  const operation = ({ operation: id }: Exchange) => declared.get(String(id));
  return {
    operation,
    context: {
      rateLimit,
      declaredStatuses: (exchange) => operation(exchange)?.statuses ?? [],
      problems: (exchange) =>
        exchange.isJson() ? (operation(exchange)?.response(exchange.status)?.problems(exchange.json()) ?? []) : [],
    },
  };
}

type Found = Omit<NewViolation, "exchanges" | "operations">;

/** What HEAD forbids in the exchange and BASE allows. Nothing, if one of them does not have the operation. */
function newViolationsIn(exchange: Exchange, before: Side, after: Side): readonly Found[] {
  const [was, is] = [before.operation(exchange), after.operation(exchange)];
  if (was === undefined || is === undefined) return [];
  const byLaws = laws.flatMap((law) => newViolationOf(law, exchange, before.context, after.context));
  if (byLaws.some(({ level }) => isBinding(level))) return byLaws;
  const isLimited = after.context.rateLimit !== null;
  const judged = judgeDeclaredBehaviour(exchange, is, isLimited);
  if (judged.verdict === "fail" && judgeDeclaredBehaviour(exchange, was, isLimited).verdict !== "fail") {
    return [...byLaws, { level: "stated", expected: judged.expected, actual: judged.actual }];
  }
  const isRefused = exchange.intent === "invalid" && (exchange.status === 400 || exchange.status === 422);
  if (isRefused && acceptsRequest(exchange, is) && !acceptsRequest(exchange, was)) {
    return [...byLaws, { level: "stated", expected: "the body to be accepted", actual: String(exchange.status) }];
  }
  return byLaws;
}

function newViolationOf(law: Law, exchange: Exchange, before: LawContext, after: LawContext): readonly Found[] {
  const judged = law.judge(exchange, after);
  if (judged.verdict !== "fail" || law.judge(exchange, before).verdict === "fail") return [];
  const { level } = clauseOf(law);
  const { expected, actual } = judged;
  return [{ check: law.id, clause: law.clause, level: boundLevel(level), expected, actual }];
}
