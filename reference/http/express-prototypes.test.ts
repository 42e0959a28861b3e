import { createServer, IncomingMessage, ServerResponse } from "node:http";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { withPrototypesOf } from "./express-prototypes.ts";

const servers = new Set<ReturnType<typeof createServer>>();
afterEach(() => {
  for (const server of servers) server.close();
});

it("leaves Express no prototype to change, and all that it adds to requests and responses", async () => {
  const app = express();
  const before = new Map<object, unknown>();
  app.use((request, response) => {
    const unchanged = [request, response].every((each) => before.get(each) === Object.getPrototypeOf(each));
    response.json({
      unchanged,
      path: request.path,
      isOfNode: request instanceof IncomingMessage && response instanceof ServerResponse,
    });
  });
  const server = createServer(withPrototypesOf(app), (request, response) => {
    for (const each of [request, response]) before.set(each, Object.getPrototypeOf(each));
    app(request, response);
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}/a?b=c`);
  expect(await answer.json()).toEqual({ unchanged: true, path: "/a", isOfNode: true });
});
