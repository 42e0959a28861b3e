/** The types of the seed data. It contains names instead of ids, which `ids.ts` derives from them. */
import type { Role } from "../store/caller.ts";
import type { FeedbackRow } from "../store/feedback.ts";
import type { JsonObject } from "../store/row.ts";

type Format = "text" | "json" | "html" | "markdown";
type ContentStatus = "unreviewed" | "draft" | "published" | "archived";

interface MemberSeed {
  /** The part of the e-mail address before the @. */
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly emailVerified?: boolean;
  readonly preferences?: JsonObject;
  readonly avatarType?: string;
}

type ReleaseSeed = readonly [
  slug: string,
  name: string,
  status: ContentStatus,
  isProd: boolean,
  tags: readonly string[],
  notes: string,
];

/** `parent` is the name of an earlier feature of the list; `release` is the slug of a release of the same product. */
type FeatureSeed = readonly [
  slug: string | null,
  name: string,
  status: ContentStatus,
  format: Format,
  description: string | null,
  links?: { readonly parent?: string; readonly release?: string },
];

type ProblemSeed = readonly [slug: string, name: string, status: ContentStatus, format: Format, statement: string];

/** The descriptions of contexts or actors, by name. */
export type NamedSeeds = Readonly<Record<string, string>>;

export interface ProductSeed {
  readonly slug: string;
  readonly name: string;
  readonly releases: readonly ReleaseSeed[];
  readonly features: readonly FeatureSeed[];
  readonly problems: readonly ProblemSeed[];
  readonly contexts: NamedSeeds;
  readonly actors: NamedSeeds;
}

export interface OrganizationSeed {
  readonly slug: string;
  readonly name: string;
  readonly avatarType: string;
  readonly members: readonly MemberSeed[];
  /** Members whose users were seeded with another organization. */
  readonly guests?: readonly { readonly organization: string; readonly name: string; readonly role: Role }[];
  readonly installations: readonly {
    readonly name: string;
    readonly integration: string;
    readonly status: "pending" | "active" | "disabled";
    readonly config: JsonObject;
  }[];
  readonly products: readonly ProductSeed[];
  /** Feedback that was submitted long ago, by the slug of its product. */
  readonly feedback: readonly (Pick<FeedbackRow, "outcome"> & { readonly product: string; readonly body: string })[];
}
