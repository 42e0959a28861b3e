/** Conditional requests (RFC 9110, 13.1): a 304 of a cache reveals that another organization's item has not changed. */
import type {
  Actor,
  CaseContext,
  Exchange,
  HeaderList,
  Operation,
  OperationId,
  Parameters,
  SendOptions,
} from "../case.ts";
import { mismatch } from "./expect.ts";

/** The run's last success at this path, with any credential. */
function lastShown(context: CaseContext, { id, path }: Operation, parameters: Parameters): Exchange | undefined {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
  const shown = context
    .exchangesOf(id)
    .filter(({ exchange: { isSuccess, request } }) => isSuccess && request.url.endsWith(filled));
  return shown.at(-1)?.exchange;
}

/** Headers that ask for a response only if it differs from the last one; empty without an ETag or Last-Modified. */
export function conditionsOn(context: CaseContext, operation: Operation, parameters: Parameters): HeaderList {
  return conditionsSince(lastShown(context, operation, parameters));
}

/** Headers that ask for changes since this response; none if it has neither ETag nor Last-Modified. */
export function conditionsSince(shown: Exchange | undefined): HeaderList {
  const validators = [
    ["if-none-match", shown?.header("etag") ?? ""],
    ["if-modified-since", shown?.header("last-modified") ?? ""],
  ] as const;
  return validators.filter(([, value]) => /^[!-~][ -~]*$/.test(value));
}

/**
 * A conditional read of another organization's item. Throws `Mismatch` for a 304. But if the read without the condition
 * is served, too, or an unknown identifier is answered 304, the target checks the condition first, and nothing is
 * thrown.
 */
export async function readForeign(
  context: CaseContext,
  reader: Actor,
  id: OperationId,
  parameters: Parameters,
  more: Pick<SendOptions, "headers" | "undeclared"> = {},
): Promise<Exchange> {
  const operation = context.contract.operation(id);
  const shown = lastShown(context, operation, parameters);
  const headers = conditionsSince(shown);
  const exchange = await reader.send(id, {
    parameters,
    ...more,
    headers: [...headers, ...(more.headers ?? [])],
    intent: "foreign-id",
  });
  if (exchange.status !== 304 || shown === undefined) return exchange;
  const unconditional = await reader.send(id, { parameters, intent: "foreign-id" });
  const names = Object.keys(parameters).map((name) => [name, context.unissuedId(parameters[name])]);
  const unknown = await reader.send(id, { parameters: Object.fromEntries(names), headers, intent: "unknown-id" });
  if (unconditional.status >= 400 && unknown.status !== 304)
    mismatch(exchange, "no 304 for what belongs to another organization", { after: [shown, unconditional, unknown] });
  return unconditional;
}
