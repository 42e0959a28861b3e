/** The shape of the gate's versioned report; `gate.schema.json` is its published schema, `schemaVersion` its version. */
import type { JudgedContracts } from "../gate.ts";
import type { Implementation } from "../implementations/rejudge.ts";
import type { ContractChange } from "../judge/change.ts";
import type { Kind, Party } from "../judge/effects.ts";
import type { CompanionChanges } from "../ledger/companion-changes.ts";
import type { Problem } from "../lint/problems.ts";
import type { Policy } from "../policy/policy.ts";
import type { Source } from "../sources/source.ts";

export interface GateReport {
  readonly schemaVersion: 2;
  readonly suite: { readonly name: "fpk-conformance"; readonly version: string };
  readonly conclusion: "passes" | "fails";
  readonly exitCode: 0 | 1;
  readonly summary: string;
  readonly base: ShownSource;
  readonly head: ShownSource;
  /** The contract's path, if it is not the one where HEAD is looked for: comments on several contracts are told apart by it. */
  readonly otherPath: string | undefined;
  /** What makes a file's path in HEAD a link, put before it; absent if the forge is not known. */
  readonly blobUrl: string | undefined;
  /** The version need not increase. */
  readonly waivesVersion: boolean;
  /** Its options are inputs of `action.yml`. */
  readonly isInAction?: true;
  /** The policy that counts is the one beside BASE. */
  readonly isByBasePolicy?: true;
  /** Whose verdict counts. */
  readonly for: Party | "everybody";
  /** Why all breaking changes are allowed in this run. */
  readonly allowed: string | undefined;
  /** The policy that counts, if there is one. */
  readonly policy:
    | {
        readonly file: string;
        readonly isChanged: boolean;
        readonly version?: Policy["version"];
      }
    | undefined;
  /** The number of changes of each kind; `allowed` counts the breaking ones that may pass. */
  readonly counts: Readonly<Record<Kind | "allowed", number>>;
  /** Absent if HEAD is not a valid contract, or the policy switches it off. */
  readonly version: JudgedContracts["version"];
  readonly problems: readonly Problem[];
  readonly changes: readonly GateChange[];
  readonly withIt: CompanionChanges;
  readonly implementations: readonly Implementation[];
}

interface ShownSource extends Pick<Source, "name" | "commit"> {
  /** `info.version`; absent if HEAD is not a valid contract. */
  readonly version: string | undefined;
}

export interface GateChange extends Omit<ContractChange, "allowance"> {
  /** Why it may pass although it is breaking. */
  readonly allowed: string | undefined;
  /** The last day on which it may. */
  readonly until: string | undefined;
  /** The change affects stated clauses, but the ledger's text of them was not changed. */
  readonly isLedgerSilent: boolean;
}
