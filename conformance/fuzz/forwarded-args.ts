/** The arguments after `--`, which are forwarded to Schemathesis. */
import { UsageError } from "../../cli/usage-error.ts";

/** Options that `fpk fuzz` sets itself, or that would write or send a credential. */
const reserved = new Map([
  ["--url", "the target file or the URL says where the target is"],
  ["-u", "the target file or the URL says where the target is"],
  ["--origin", "the target file or the URL says where the target is"],
  ["--config-file", "fpk fuzz writes it"],
  ["--seed", "use the --seed of fpk fuzz, which its report repeats"],
  ["--auth", "the target file holds the credentials"],
  ["-a", "the target file holds the credentials"],
  ["--auth-wfc", "the target file holds the credentials"],
  ["--auth-wfc-user", "the target file holds the credentials"],
  ["--output-sanitize", "credentials are never written to a file"],
  ["--baseline", "it does not cover the laws of fpk fuzz"],
  ["--workers", "the hooks keep the rate limit for one worker"],
  ["-w", "the hooks keep the rate limit for one worker"],
  ["--help", "schemathesis run --help lists its options"],
  ["-h", "schemathesis run --help lists its options"],
]);

/** In headers and addresses that carry a credential. */
const credential = /authorization|cookie|token|secret|password|api-?key|:\/\/[^/\s]*@/i;

/** Throws `UsageError` for a reserved option of Schemathesis and for a credential on the command line. */
export function requireForwardable(args: readonly string[]): void {
  for (const [at, arg] of args.entries()) {
    const name = nameOf(arg);
    const why = name.startsWith("--report") ? "use the --report of fpk fuzz" : reserved.get(name);
    if (why !== undefined) throw new UsageError(`${name} cannot be forwarded to Schemathesis: ${why}`);
    if (["-H", "--header", "--proxy"].includes(name) && credential.test(`${arg} ${args[at + 1] ?? ""}`)) {
      throw new UsageError("a credential has no place on a command line: put it into the target file");
    }
  }
}

/** `-w4` and `--workers=4` are `-w` and `--workers`. */
const nameOf = (arg: string) => (/^-\w/.test(arg) ? arg.slice(0, 2) : (arg.split("=", 1)[0] ?? ""));
