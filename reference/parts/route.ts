/** The work of one endpoint: takes an authorized, validated request, and returns the body of its success. */
import type { OperationId } from "../../spec/contract.ts";
import type { Caller } from "../store/caller.ts";
import type { Database } from "../store/database.ts";
import { HttpError } from "./http-error.ts";
import type { Knowledge } from "./knowledge.ts";
import type { Organizations } from "./organizations.ts";
import type { Profile } from "./profile.ts";
import type { Queue } from "./queue.ts";
import type { Serializers } from "./serializers.ts";
import type { Tenancy } from "./tenancy.ts";

/** The parts that routes use. */
export interface RouteParts {
  readonly tenancy: Tenancy;
  readonly queue: Queue;
  readonly knowledge: Knowledge;
  readonly serializers: Serializers;
  readonly profile: Profile;
  readonly organizations: Organizations;
}

export interface RouteRequest {
  readonly operation: OperationId;
  readonly caller: Caller;
  /** The decoded path parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** The validated JSON body. */
  readonly body: unknown;
  readonly store: Database;
  /** The time of the request, in milliseconds since the epoch. */
  readonly now: number;
  /** The service's base URL, with its prefix and without a slash at its end. */
  readonly baseUrl: string;
  readonly parts: RouteParts;
}

/** Returns the body of a successful response, or throws an `HttpError`. */
export type Route = (request: RouteRequest) => unknown;

/** One route for each operation. */
export type Routes = Readonly<Record<OperationId, Route>>;

/** The value of a path parameter. */
export const param = ({ params }: RouteRequest, name: string): string => params[name] ?? "";

/** The time of the request in ISO 8601. */
export const timestamp = ({ now }: RouteRequest): string => new Date(now).toISOString();

/** The error for an unknown id. */
export const notFound = (name: string): HttpError => new HttpError("notFound", `There is no such ${name} here.`);
