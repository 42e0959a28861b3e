/** A k6 script that sends the same requests with the scenarios' client (`CLIENT=1`) or with k6 alone, without pauses. */
import http from "k6/http";
import { type Client, createClient } from "../load/in-k6/client.ts";
import { readEnvironment } from "../load/in-k6/environment.ts";
import { countJudgements } from "../load/in-k6/judge-sequences.ts";
import { prepare, type SetupData } from "../load/in-k6/setup.ts";

const environment = readEnvironment(__ENV);
const { baseUrl, tokens } = environment;

export const options = {
  scenarios: {
    all: {
      executor: "constant-vus",
      vus: 8,
      duration: `${environment.durationSeconds ?? 5}s`,
      exec: __ENV.CLIENT === "1" ? "withClient" : "bare",
    },
  },
};

export const setup = () => prepare("spike", environment);

/** The requests of one iteration, which resembles an iteration of `spike`. */
const operations = ["listProducts", "getMe", "listOrganizations", "listProducts"] as const;
const paths = { listProducts: "/v1/products", getMe: "/v1/me", listOrganizations: "/v1/organizations" };

let client: Client | undefined;

export async function withClient(setupData: SetupData): Promise<void> {
  client ??= createClient(environment, setupData.clockStart, { keepsExchanges: false });
  for (const operation of operations) await client.send("KEY_A", operation);
  countJudgements(client);
}

export async function bare(): Promise<void> {
  for (const operation of operations) {
    await http.asyncRequest("GET", baseUrl + paths[operation], null, {
      headers: { Authorization: `Bearer ${tokens.KEY_A}` },
      tags: { name: operation },
      redirects: 0,
      timeout: "30s",
      responseType: "text",
    });
  }
}

/** Prints the requests a second, which `load-recording.ts` reads. */
export const handleSummary = (data: {
  readonly metrics: Readonly<Record<string, { readonly values: { readonly rate?: number } } | undefined>>;
}) => ({ stdout: `${data.metrics.http_reqs?.values.rate ?? 0}\n` });
