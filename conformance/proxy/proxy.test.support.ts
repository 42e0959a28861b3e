/** Runs `fpk proxy` in this process, in front of a reference with the test's options. */
import { afterEach } from "vitest";
import { realClock } from "../../clock.ts";
import { type ReferenceOptions, startReference } from "../../reference/start.ts";
import { run } from "../verbs/proxy.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Options = Parameters<typeof run>[1];

/** Resolves when the proxy listens. */
export async function startedProxy(reference: ReferenceOptions, options: Options = {}) {
  const running = await startReference(reference);
  const interruption = new AbortController();
  const printed = { stdout: "", stderr: "" };
  let wake = () => {};
  const stream = (name: keyof typeof printed) => ({
    write(text: string) {
      printed[name] += text;
      wake();
    },
  });
  /** Resolves when the output matches the pattern. */
  const until = async (name: keyof typeof printed, pattern: RegExp) => {
    while (!pattern.test(printed[name])) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const code = run(
    undefined,
    { embedded: true, ...options },
    {
      stdout: stream("stdout"),
      stderr: stream("stderr"),
      env: {},
      clock: realClock,
      signal: interruption.signal,
      embedded: async () => ({
        name: "the reference",
        target: running.target,
        clock: realClock,
        close: async () => {},
      }),
      mutants: async () => [],
      variants: async () => [],
    },
  );
  /** Ends the proxy as Ctrl-C does; resolves to the exit code. */
  const end = () => {
    interruption.abort();
    return code;
  };
  ends.push(running.close);
  await Promise.race([until("stdout", /\n/), code]);
  ends.unshift(end);
  const baseUrl = printed.stdout.trim();
  const [key] = running.target.credentials;
  const own = { authorization: `Bearer ${key?.token}` };
  const get = (path: string, headers: Record<string, string> = own) => fetch(baseUrl + path, { headers });
  const post = (path: string, body: unknown) =>
    fetch(baseUrl + path, {
      method: "POST",
      headers: { ...own, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const stopTarget = () => {
    ends.splice(ends.indexOf(running.close), 1);
    return running.close();
  };
  return { baseUrl, target: running.target, get, post, until, end, stopTarget, code, printed };
}
