/** Checks the arguments after `--`, which are forwarded to Schemathesis. */
import { UsageError } from "../../cli/usage-error.ts";

/** Options that are not forwarded, by the reason: `fpk fuzz` sets them itself, or they would write or send a credential. */
const reserved: Readonly<Record<string, readonly string[]>> = {
  "the target file or the URL says where the target is": ["--url", "-u", "--origin"],
  "fpk fuzz writes it": ["--config-file"],
  "use the --seed of fpk fuzz, which its report repeats": ["--seed"],
  "the target file holds the credentials": ["--auth", "-a", "--auth-wfc", "--auth-wfc-user"],
  "credentials are never written to a file": ["--output-sanitize"],
  "it does not cover the laws of fpk fuzz": ["--baseline"],
  "the hooks keep the rate limit for one worker": ["--workers", "-w"],
  "schemathesis run --help lists its options": ["--help", "-h"],
};

function whyReserved(name: string): string | undefined {
  if (name.startsWith("--report")) return "use the --report of fpk fuzz";
  return Object.entries(reserved).find(([, names]) => names.includes(name))?.[0];
}

/** Matches a header or an address that may contain a credential. */
const credential = /authorization|cookie|token|secret|password|api-?key|:\/\/[^/\s]*@/i;

/** Throws `UsageError` for an option that is not forwarded, and for a credential on the command line. */
export function requireForwardable(args: readonly string[]): void {
  for (const [at, arg] of args.entries()) {
    const name = nameOf(arg);
    const why = whyReserved(name);
    if (why !== undefined) throw new UsageError(`${name} cannot be forwarded to Schemathesis: ${why}`);
    if (["-H", "--header", "--proxy"].includes(name) && credential.test(`${arg} ${args[at + 1] ?? ""}`)) {
      throw new UsageError("a credential has no place on a command line: put it into the target file");
    }
  }
}

/** The name of an option without its value: `-w` of `-w4`, `--workers` of `--workers=4`. */
const nameOf = (arg: string) => (/^-\w/.test(arg) ? arg.slice(0, 2) : (arg.split("=", 1)[0] ?? ""));
