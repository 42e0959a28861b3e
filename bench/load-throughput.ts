/** A k6 script for the bench: the same requests with the oracles (`ORACLES=on`) and bare, as fast as they are answered. */
import http from "k6/http";
import { type Client, createClient } from "../load/in-k6/client.ts";
import { readEnvironment } from "../load/in-k6/environment.ts";
import { concludePart } from "../load/in-k6/judge-sequences.ts";
import { discover, type World } from "../load/in-k6/setup.ts";

const environment = readEnvironment(__ENV);
const { baseUrl, tokens } = environment;
const isJudging = __ENV.ORACLES === "on";

export const options = {
  scenarios: {
    all: {
      executor: "constant-vus",
      vus: 8,
      duration: `${environment.durationSeconds ?? 5}s`,
      exec: isJudging ? "judging" : "bare",
    },
  },
};

export const setup = () => discover("spike", environment);

/** Of one iteration: so much of what a visit of a scenario sends. */
const operations = ["listProducts", "getMe", "listOrganizations", "listProducts"] as const;
const paths = { listProducts: "/v1/products", getMe: "/v1/me", listOrganizations: "/v1/organizations" };

let client: Client | undefined;

export async function judging(world: World): Promise<void> {
  client ??= createClient(environment, world.clockBase, { keeps: false });
  for (const operation of operations) await client.send("KEY_A", operation);
  concludePart(client);
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

/** The launcher of the bench reads the count and the length. */
export const handleSummary = (data: {
  readonly metrics: Readonly<Record<string, { readonly values: { readonly rate?: number } } | undefined>>;
}) => ({ stdout: `${data.metrics.http_reqs?.values.rate ?? 0}\n` });
