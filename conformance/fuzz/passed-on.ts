/** What the user passes on to Schemathesis, after `--`. */
import { UsageError } from "../../cli/usage-error.ts";

/** What `fpk fuzz` sets itself and reads what comes of it, or what would write or send a credential. */
const taken = new Map([
  ["--url", "the target file or URL says where the target is"],
  ["-u", "the target file or URL says where the target is"],
  ["--origin", "the target file or URL says where the target is"],
  ["--config-file", "fpk fuzz writes it"],
  ["--seed", "fpk fuzz has a --seed of its own, which its report names"],
  ["--auth", "the target file holds the credentials"],
  ["-a", "the target file holds the credentials"],
  ["--auth-wfc", "the target file holds the credentials"],
  ["--auth-wfc-user", "the target file holds the credentials"],
  ["--output-sanitize", "credentials are written nowhere"],
  ["--baseline", "fpk fuzz judges by laws of its own, too, of which it knows nothing"],
  ["--workers", "the hooks keep the rate limit for one worker"],
  ["-w", "the hooks keep the rate limit for one worker"],
  ["--help", "schemathesis run --help lists its options"],
  ["-h", "schemathesis run --help lists its options"],
]);

/** Headers and addresses that carry a credential. */
const secret = /authorization|cookie|token|secret|password|api-?key|:\/\/[^/\s]*@/i;

/** Throws `UsageError` for an option of Schemathesis that is needed here, and for a credential on a command line. */
export function requirePassable(args: readonly string[]): void {
  for (const [at, arg] of args.entries()) {
    const name = nameOf(arg);
    const why = name.startsWith("--report") ? "fpk fuzz has a --report of its own" : taken.get(name);
    if (why !== undefined) throw new UsageError(`${name} is not passed on to Schemathesis: ${why}`);
    if (["-H", "--header", "--proxy"].includes(name) && secret.test(`${arg} ${args[at + 1] ?? ""}`)) {
      throw new UsageError("a credential has no place on a command line: the target file holds it");
    }
  }
}

/** `-w4` and `--workers=4` are `-w` and `--workers`. */
const nameOf = (arg: string) => (/^-\w/.test(arg) ? arg.slice(0, 2) : (arg.split("=", 1)[0] ?? ""));
