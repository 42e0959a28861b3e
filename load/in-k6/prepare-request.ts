/** Prepares a virtual user's requests: URL, headers and body, and what k6 needs to send them. */
import exec from "k6/execution";
import type { Params } from "k6/http";
import { similarTokens } from "../../conformance/generate/similar-tokens.ts";
import { unissuedToken } from "../../conformance/generate/unissued-token.ts";
import type { ExchangeRequest, HeaderList, Intent } from "../../conformance/model/exchange.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import type { Environment, Sender } from "./environment.ts";
import { organizationOf } from "./exchange.ts";
import { requestLineOf } from "./request-line.ts";

export interface Outgoing {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** `valid` if absent. */
  readonly intent?: Intent;
}

const noHeaders: HeaderList = [];
const jsonHeaders: HeaderList = [["Content-Type", "application/json"]];
export const organizationTags = { A: { organization: "A" }, B: { organization: "B" }, none: { organization: "none" } };
export const tagsOf = (sender: Sender) => organizationTags[organizationOf(sender) ?? "none"];

interface PreparedRequest {
  readonly request: ExchangeRequest;
  readonly params: Params;
  readonly similarToken: string | undefined;
}

/** Requests without parameters and body, which are the same each time. */
const fixedRequests = new Map<string, PreparedRequest>();

export function prepareRequest(
  environment: Environment,
  sender: Sender,
  operation: OperationId,
  { parameters, body }: Outgoing,
): PreparedRequest {
  const isFixed = parameters === undefined && body === undefined && sender !== "unknown";
  const key = `${sender} ${operation}`;
  const known = isFixed ? fixedRequests.get(key) : undefined;
  if (known !== undefined) return known;
  const { method, path } = requestLineOf(operation, parameters);
  const headers = body === undefined ? noHeaders : jsonHeaders;
  const [token, similarToken] = tokenOf(sender, environment);
  const prepared: PreparedRequest = {
    request: { method, url: environment.baseUrl + path, headers, body: body === undefined ? "" : JSON.stringify(body) },
    params: {
      headers: { Authorization: `Bearer ${token}`, ...Object.fromEntries(headers) },
      tags: { name: operation, credential: sender, ...tagsOf(sender) },
      redirects: 0,
      responseType: "text",
    },
    similarToken,
  };
  if (isFixed) fixedRequests.set(key, prepared);
  return prepared;
}

/** Tokens that resemble KEY_A's and were never issued, each with what a shell writes for it. */
export const similarTo = ({ KEY_A = "", ...others }: Environment["tokens"]) =>
  similarTokens(KEY_A)
    .filter(([token]) => !Object.values(others).includes(token))
    .map(([token, , inShell]) => [token, inShell("KEY_A")] as const);

let unissued = 0;

/**
 * For `unknown`, every second token resembles an issued one. The others all differ, so that the server must look up each and cannot
 * answer from a cache of rejected tokens.
 */
function tokenOf(sender: Sender, { tokens, seed }: Environment): readonly [token: string, similarToken?: string] {
  if (sender !== "unknown") return [tokens[sender] ?? ""];
  unissued += 1;
  const { idInTest } = exec.vu;
  const similar = unissued % 2 === 0 ? similarTo(tokens) : [];
  const token = similar[(idInTest + unissued / 2) % similar.length];
  return token ?? [unissuedToken(tokens.KEY_A, `${seed}v${idInTest}n${unissued}x`)];
}
