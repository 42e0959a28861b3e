/** A case as Schemathesis writes it, in its export (NDJSON) and in what the hooks ask: parsed once, into a type of ours. */
import { isRecord } from "../../spec/contract.ts";
import type { HeaderList } from "../model/exchange.ts";

export interface RecordedCase {
  readonly id: string;
  /** Schemathesis' word for what it was doing: `coverage`, `fuzzing`, `stateful`. */
  readonly phase: string;
  /** Generated so as not to be valid by the contract. */
  readonly isNegative: boolean;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly contentType: string | undefined;
    /** Some Authorization header was sent; whose the hooks know. */
    readonly hasAuthorization: boolean;
    readonly body: Uint8Array;
  };
  /** Undefined where none came. */
  readonly response:
    | { readonly status: number; readonly headers: HeaderList; readonly body: Uint8Array; readonly isCut: boolean }
    | undefined;
  /** When the answer was there, in milliseconds since the epoch, and how long it took. */
  readonly receivedAt: number;
  readonly tookMs: number;
  /** Checks of Schemathesis that it failed, by name. */
  readonly failed: readonly string[];
}

/** Undefined for a case that was not sent, or that is none. */
export function readCase(
  phase: string,
  value: unknown,
  interaction: unknown,
  checks: unknown = [],
): RecordedCase | undefined {
  if (!isRecord(value) || !isRecord(interaction) || !isRecord(interaction.request)) return undefined;
  const { request, response } = interaction;
  const headers = headersOf(request.headers);
  const header = (name: string) => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const seconds = isRecord(response) ? Number(response.elapsed) : 0;
  return {
    id: String(value.id),
    phase,
    isNegative: isRecord(value.meta) && isRecord(value.meta.generation) && value.meta.generation.mode === "negative",
    request: {
      method: String(request.method),
      url: String(request.uri),
      contentType: header("content-type"),
      hasAuthorization: header("authorization") !== undefined,
      body: bytesOf(request.body),
    },
    response: isRecord(response)
      ? {
          status: Number(response.status_code),
          headers: headersOf(response.headers),
          body: bytesOf(response.content),
          isCut: response.content_size !== undefined,
        }
      : undefined,
    receivedAt: typeof interaction.timestamp === "number" ? interaction.timestamp * 1000 : Date.now(),
    tookMs: Number.isFinite(seconds) ? seconds * 1000 : 0,
    failed: Array.isArray(checks)
      ? checks.flatMap((check) => (isRecord(check) && check.status === "failure" ? [String(check.name)] : []))
      : [],
  };
}

/** `{ name: [value, …] }`, in which every value is a header of its own. */
function headersOf(headers: unknown): HeaderList {
  if (!isRecord(headers)) return [];
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)] as const),
  );
}

function bytesOf(body: unknown): Uint8Array {
  return isRecord(body) && typeof body.$base64 === "string" ? Buffer.from(body.$base64, "base64") : new Uint8Array();
}
