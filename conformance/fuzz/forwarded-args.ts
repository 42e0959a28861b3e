/** The arguments after `--`, which are forwarded to Schemathesis. */
import { UsageError } from "../../cli/usage-error.ts";

/** Options that `fpk fuzz` sets itself, or that would write or send a credential, by the reason why they are not forwarded. */
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

/** In headers and addresses that carry a credential. */
const credential = /authorization|cookie|token|secret|password|api-?key|:\/\/[^/\s]*@/i;

/** Throws `UsageError` for a reserved option of Schemathesis and for a credential on the command line. */
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

/** `-w4` and `--workers=4` are `-w` and `--workers`. */
const nameOf = (arg: string) => (/^-\w/.test(arg) ? arg.slice(0, 2) : (arg.split("=", 1)[0] ?? ""));
