import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import { startReference } from "../../reference/start.ts";
import { shippedScenario } from "../launcher/scenario.ts";
import { writeScript } from "../launcher/write-script.ts";
import { describeWithK6, localK6, runK6 } from "./run.test.support.ts";

const k6 = await localK6();

describeWithK6(k6, "bare k6 and an ejected script", () => {
  it.each([
    [undefined, 0, "recovery: holds"],
    ["window-never-turns", 99, "✗ limit.recovers "],
  ])(
    "judge as the scenario does: %s",
    async (mutant, code, sentence) => {
      const folder = mkdtempSync(join(tmpdir(), "fpk-eject-"));
      const reference = await startReference({ clock: realClock, limit: 20, windowSeconds: 1, mutant });
      try {
        const { script } = await writeScript(shippedScenario("recovery"), folder);
        const [first] = reference.target.credentials;
        const variables = { BASE_URL: reference.baseUrl, KEY_A: first?.token, LIMIT: "20", WINDOW: "1", DURATION: "1" };
        const { exitCode, output } = await runK6(k6 ?? "k6", ["run", "--quiet", "--address", "", script], variables);
        expect(output).toContain(sentence);
        expect(exitCode).toBe(code);
      } finally {
        await reference.close();
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );

  it("say that a target stopped answering, and that the scenario was not judged", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fpk-eject-"));
    const reference = await startReference({ clock: realClock, limit: 40, windowSeconds: 2 });
    // Forwards requests, and stops in the middle of the scenario.
    let count = 0;
    const mortal = createServer(async ({ url, headers: { authorization = "" } }, response) => {
      count += 1;
      if (count === 80) mortal.close().closeAllConnections();
      const answer = await fetch(new URL(url ?? "", reference.baseUrl), { headers: { authorization } });
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    try {
      const { script } = await writeScript(shippedScenario("limit"), folder);
      await once(mortal.listen(0, "127.0.0.1"), "listening");
      const address = mortal.address();
      const port = typeof address === "object" ? address?.port : undefined;
      const [first] = reference.target.credentials;
      const baseUrl = `http://127.0.0.1:${port}/api`;
      const variables = { BASE_URL: baseUrl, KEY_A: first?.token, LIMIT: "40", WINDOW: "2" };
      const { exitCode, output } = await runK6(k6 ?? "k6", ["run", "--quiet", "--address", "", script], variables);
      // The script says so in its judgement, unless k6 ends it before that.
      expect(output).toMatch(/(?:not judged|test aborted): the target stopped answering/);
      expect(output).toContain("limit: could not be judged");
      expect(exitCode).toBe(99);
    } finally {
      await reference.close();
      rmSync(folder, { recursive: true });
    }
  });
});
