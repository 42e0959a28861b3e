import { expect, it, onTestFinished } from "vitest";
import { conform } from "../index.ts";
import { startSelfSigned } from "../testing/hostile-servers/tls.ts";

it("plain http to a port of https loses the connection, and the sentence asks whether the server speaks https", async () => {
  const server = await startSelfSigned("127.0.0.1");
  onTestFinished(() => server.close());
  const { port } = new URL(server.url);
  const judged = conform({
    baseUrl: `http://127.0.0.1:${port}/api`,
    credentials: [{ token: "fpk-test-0001" }],
    rateLimit: null,
  });
  await expect(judged).rejects.toThrow(/connection was lost.*; does the server speak https on this port\?/);
});
