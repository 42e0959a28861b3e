/** After a write that is answered 5xx, some reads may fail: these failures have the write's cause. */
import { isRead } from "../../client/request-of.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Failure, type Symptom, undeclared } from "./failure.ts";

/** If a read fails like a write to its path just before, and never failed earlier: the symptom of that write. */
export function ofFailedWrite(symptom: Symptom, { shown }: Failure, exchanges: readonly Exchange[]): Symptom {
  if (symptom.kind !== "status" && symptom.kind !== "answered-otherwise") return symptom;
  if (!shown || shown.status < 500 || !isRead(shown.request.method)) return symptom;
  const before = exchanges.filter(({ index, request }) => index < shown.index && request.url === shown.request.url);
  const served = before.findLastIndex((each) => isRead(each.request.method) && each.isSuccess);
  const write = before.slice(served + 1).find(({ status }) => status >= 500);
  if (served < 0 || write?.operation === undefined || isRead(write.request.method) || write.status !== shown.status)
    return symptom;
  return { kind: "status", status: write.status, operation: write.operation, since: shown.operation ?? undeclared };
}
