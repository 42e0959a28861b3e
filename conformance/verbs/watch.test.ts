import { getEventListeners, once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { sampleReport } from "../reports/sample.test.report.ts";
import { configure, run } from "./check.ts";
import { capture } from "./context.test.support.ts";
import { Restarted } from "./next-occasion.ts";
import { watch } from "./watch.ts";

const folder = mkdtempSync(join(tmpdir(), "fpk-watch-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Collects what is written; `until` resolves when the text after what was awaited before matches. */
function listener() {
  let text = "";
  let wake = () => {};
  const write = (more: string) => {
    text += more;
    wake();
  };
  const until = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(text);
      if (found !== null) {
        text = text.slice(found.index + found[0].length);
        return found[0];
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { write, until };
}

it("judges again when the server comes back and when a file has changed, and says what is new and what is fixed", async () => {
  const tokenSeed = "watch";
  const start = (mutant: string | undefined, port = 0) => startReference({ tokenSeed, port, mutant, windowSeconds: 1 });
  const first = await start("expired-key-accepted");
  const port = Number(new URL(first.baseUrl).port);
  const file = join(folder, "target.json");
  writeFileSync(file, JSON.stringify(first.target));
  const source = join(folder, "source.txt");
  writeFileSync(source, "1");
  const interruption = new AbortController();
  const { write, until } = listener();
  const ended = run(
    undefined,
    { target: file, only: ["auth.expired-key", "auth.no-credentials"], watch: true, watchFile: [source] },
    {
      stdout: { write() {} },
      stderr: { write },
      env: { XDG_CACHE_HOME: folder },
      clock: realClock,
      signal: interruption.signal,
      embedded: () => Promise.reject(new Error("not this one")),
      mutants: async () => [],
      variants: async () => [],
    },
  );
  await until(/✗ auth\.expired-key/);
  expect(await until(/watching: .*\n/)).toContain(`the server comes back, or ${file} changes, or ${source} changes`);
  await first.close();
  await until(/the server has stopped\n/);
  const second = await start(undefined, port);
  await until(/the server is back\n/);
  await until(/target http/);
  writeFileSync(source, "changed while the run goes on");
  expect(await until(/since the last run: .*\n/)).toBe("since the last run: 1 fixed (auth.expired-key)\n");
  await until(/source\.txt has changed\n/);
  expect(await until(/since the last run: .*\n/)).toBe("since the last run: no change, and nothing fails\n");
  await until(/watching: /);
  await second.close();
  await until(/the server has stopped\n/);
  const third = await start("expired-key-accepted", port);
  expect(await until(/since the last run: .*\n/)).toBe("since the last run: 1 new (auth.expired-key)\n");
  await until(/watching: /);
  interruption.abort();
  expect(await ended).toBe(1);
  await third.close();
});

it("judges everything with --failed once nothing fails any more, and leaves no listener behind", async () => {
  const tokenSeed = "watch-failed";
  const start = (mutant: string | undefined, port = 0) => startReference({ tokenSeed, port, mutant, windowSeconds: 1 });
  const first = await start("expired-key-accepted");
  const target = join(folder, "failed.json");
  writeFileSync(target, JSON.stringify(first.target));
  const interruption = new AbortController();
  const { write, until } = listener();
  const io = {
    ...capture({ signal: interruption.signal }).io,
    stderr: { write },
    env: { XDG_CACHE_HOME: folder },
    clock: realClock,
  };
  await run(undefined, { target, only: ["auth.expired-key"] }, io);
  const ended = run(undefined, { target, failed: true, watch: true, maxRequests: "60" }, io);
  await until(/✗ auth\.expired-key/);
  await until(/watching: /);
  await first.close();
  const second = await start(undefined, Number(new URL(first.baseUrl).port));
  await until(/what failed in the last run passes now/);
  await until(/watching: /);
  writeFileSync(target, JSON.stringify(first.target));
  await until(/nothing failed in the last run: everything is judged\n/);
  await until(/watching: /);
  expect(getEventListeners(interruption.signal, "abort").length).toBeLessThanOrEqual(1);
  interruption.abort();
  await ended;
  await second.close();
});

it("is said in the help not to see the shortest restarts", () => {
  const command = new Command();
  configure(command);
  expect(command.helpInformation().replaceAll(/\s+/g, " ")).toMatch(
    /--watch .* a restart within 25 ms, .*, is not noticed: then name the server's sources with --watch-file/,
  );
});

it("ends a run during which the server was restarted, and judges the new server only", async () => {
  const start = (port = 0) => startReference({ tokenSeed: "watch-restart", port, windowSeconds: 1 });
  const first = await start();
  await first.close();
  const port = Number(new URL(first.baseUrl).port);
  const target = join(folder, "restarted.json");
  writeFileSync(target, JSON.stringify(first.target));
  const old = createServer().listen(port, "127.0.0.1");
  await once(old, "listening");
  const interruption = new AbortController();
  const { write, until } = listener();
  const { io, printed } = capture({ signal: interruption.signal });
  const options = { target, only: ["auth.expired-key"], watch: true };
  const ended = run(undefined, options, {
    ...io,
    stderr: { write },
    env: { XDG_CACHE_HOME: folder },
    clock: realClock,
  });
  await once(old, "request");
  old.close();
  await until(/the server accepts no connection\n/);
  const second = await start(port);
  await until(/\nthe server was restarted during the run: running again\n/);
  await until(/watching: /);
  old.closeAllConnections();
  expect(printed.stdout.match(/^[✓✗?] .*/gm)).toHaveLength(1);
  interruption.abort();
  expect(await ended).toBe(0);
  await second.close();
});

it("does not end two runs in a row at a restart, which a request may cause each time", async () => {
  const interruption = new AbortController();
  const endsAtRestart: boolean[] = [];
  const { write, until } = listener();
  const io = { ...capture({ signal: interruption.signal }).io, stderr: { write } };
  const judge = async (ends: boolean) => {
    endsAtRestart.push(ends);
    if (ends) throw new Restarted();
    return sampleReport;
  };
  const over = watch(judge, { paths: [folder], ignored: [] }, io);
  await until(/^\nthe server was restarted during the run: running again\nwatching: /);
  expect(endsAtRestart).toEqual([true, false]);
  interruption.abort();
  await over;
});
