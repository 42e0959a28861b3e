/** The types of the seed data. It contains names instead of ids, which `ids.ts` derives from them. */

import type { Role } from "../store/caller.ts";
import type { FeedbackRow } from "../store/feedback.ts";
import type { JsonObject } from "../store/row.ts";

export type Format = "text" | "json" | "html" | "markdown";
export type ContentStatus = "unreviewed" | "draft" | "published" | "archived";

export interface UserSeed {
  /** The part before the @; the address ends in `example.com`. */
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly emailVerified?: boolean;
  readonly preferences?: JsonObject;
  readonly avatarType?: string;
}

/** A member whose user was seeded with another organization. */
export interface GuestSeed {
  readonly organization: string;
  readonly name: string;
  readonly role: Role;
}

export interface InstallationSeed {
  readonly name: string;
  readonly integration: string;
  readonly status: "pending" | "active" | "disabled";
  readonly config: JsonObject;
}

export interface ReleaseSeed {
  readonly slug: string;
  readonly name: string;
  readonly notes: string;
  readonly isProd: boolean;
  readonly tags: readonly string[];
  readonly status: ContentStatus;
}

export interface FeatureSeed {
  readonly name: string;
  readonly slug: string | null;
  readonly description: string | null;
  readonly format: Format;
  readonly status: ContentStatus;
  /** The name of a feature earlier in the list. */
  readonly parent?: string;
  /** The slug of a release of the same product. */
  readonly release?: string;
}

export interface ProblemSeed {
  readonly slug: string;
  readonly name: string;
  readonly statement: string;
  readonly format: Format;
  readonly status: ContentStatus;
}

/** A context or an actor. */
export interface NamedSeed {
  readonly name: string;
  readonly description: string;
}

export interface ProductSeed {
  readonly slug: string;
  readonly name: string;
  readonly releases: readonly ReleaseSeed[];
  readonly features: readonly FeatureSeed[];
  readonly problems: readonly ProblemSeed[];
  readonly contexts: readonly NamedSeed[];
  readonly actors: readonly NamedSeed[];
}

export interface OrganizationSeed {
  readonly slug: string;
  readonly name: string;
  readonly avatarType: string;
  readonly members: readonly UserSeed[];
  readonly guests?: readonly GuestSeed[];
  readonly installations: readonly InstallationSeed[];
  readonly products: readonly ProductSeed[];
  /** Feedback that was submitted long ago, by the slug of its product. */
  readonly feedback: readonly {
    readonly product: string;
    readonly body: string;
    readonly outcome: FeedbackRow["outcome"];
  }[];
}
