/** From a recorded case to an exchange that laws can judge. No credential gets into it. */
import type { Contract, Operation } from "../../spec/contract.ts";
import { createRecorder } from "../client/recorded.ts";
import type { CredentialKind, Exchange, Intent } from "../model/exchange.ts";
import { exchangeOf } from "../model/exchange.ts";
import type { Target } from "../target-file/target.ts";
import { type Facts, isPlain } from "./facts.ts";
import type { RecordedCase } from "./recorded-case.ts";

export interface ReadingOptions {
  readonly contract: Contract;
  readonly target: Target;
  readonly facts: Facts;
  /** The base URL as Schemathesis was given it: in a container this machine has another name. */
  readonly baseUrl: string;
}

/** By case, the label of the credential that it was sent with; absent where it was sent with none of the target's. */
export type Labels = ReadonlyMap<string, string>;

export type CaseReader = (one: RecordedCase, index: number, label: string | undefined) => Exchange;

export function createCaseReader({ contract, target, facts, baseUrl }: ReadingOptions): CaseReader {
  const record = createRecorder(target.credentials);
  const known = new Map(Object.entries(facts.ids).map(([organization, ids]) => [organization, idsIn(ids)]));
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  return (one, index, label) => {
    const { request, response } = one;
    const caller = facts.callers.find((each) => each.label === label);
    const credential = target.credentials.find((each) => each.label === label);
    const below = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : undefined;
    const place = below === undefined ? undefined : placeOf(contract, request.method, below);
    const ids = known.get(caller?.organization ?? "");
    const areKnown = place?.values.every((value) => ids?.has(value)) ?? false;
    const kind: CredentialKind = credential?.kind ?? (request.hasAuthorization ? "unknown" : "none");
    const recorded = record(
      {
        method: request.method,
        url: below === undefined ? request.url : target.baseUrl + below,
        headers: request.contentType === undefined ? [] : [["content-type", request.contentType]],
        body: Buffer.from(request.body).toString(),
      },
      response === undefined
        ? undefined
        : {
            status: response.status,
            headers: response.headers,
            body: Buffer.from(response.body).toString(),
            isUtf8: response.isCut || isUtf8(response.body),
            isCut: response.isCut,
          },
    );
    return exchangeOf({
      index,
      ...(place === undefined ? {} : { operation: place.operation.id }),
      intent: intentOf(one, areKnown),
      ...recorded,
      ...(response === undefined ? { failure: "no answer", reason: "lost" } : {}),
      kind,
      credential: credential?.label ?? (kind === "none" ? "" : "unknown"),
      ...(caller === undefined ? {} : { organization: caller.organization }),
      sentAt: one.receivedAt - one.tookMs,
      receivedAt: one.receivedAt,
    });
  };

  function isUtf8(bytes: Uint8Array): boolean {
    try {
      utf8.decode(bytes);
      return true;
    } catch {
      return false;
    }
  }
}

/** What is generated as valid may still name what is not there. */
const intentOf = ({ isNegative }: RecordedCase, areKnown: boolean): Intent =>
  isNegative ? "invalid" : areKnown ? "valid" : "unknown-id";

function idsIn(ids: Facts["ids"][string]): ReadonlySet<string> {
  const problems = ids.problemId.map(([, problemId]) => problemId);
  return new Set([...ids.productId, ...problems, ...ids.feedbackId, ...ids.orgId]);
}

interface Place {
  readonly operation: Operation;
  /** The identifiers in the path. */
  readonly values: readonly string[];
}

/** Undefined for what is none of the 18 endpoints, or may be none to whoever is on the way. */
function placeOf(contract: Contract, method: string, below: string): Place | undefined {
  const segments = (below.split("?")[0] ?? "").split("/");
  for (const operation of contract.operations.filter((one) => one.method === method)) {
    const template = operation.path.split("/");
    if (template.length !== segments.length) continue;
    const pairs = template.map((name, at) => [name, segments[at] ?? ""] as const);
    if (pairs.some(([name, segment]) => !name.startsWith("{") && name !== segment)) continue;
    const values = pairs.filter(([name]) => name.startsWith("{")).map(([, segment]) => decoded(segment));
    if (values.some((value) => value === undefined || !isSegment(value))) continue;
    return { operation, values: values.flatMap((value) => value ?? []) };
  }
  return undefined;
}

/** With spaces inside, as text may have. */
const isSegment = (value: string) => value.trim() === value && isPlain(value.replaceAll(" ", "_"));

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
