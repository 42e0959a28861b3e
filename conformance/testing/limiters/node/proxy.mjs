/**
 * What the limiters in this folder share. Each is a proxy before `UPSTREAM` that counts requests for each organization;
 * `ORGANIZATIONS` has a line `TOKEN ORGANIZATION` for each credential.
 */
import http from "node:http";

const { UPSTREAM = "", LIMIT, WINDOW_SECONDS, ORGANIZATIONS = "" } = process.env;

export const limit = Number(LIMIT);
export const windowMs = Number(WINDOW_SECONDS) * 1000;

/** The body of a 429. */
export const tooManyRequests = { error: "Too many requests" };

const organizations = new Map(ORGANIZATIONS.split("\n").map((line) => line.split(" ")));

/** The caller's organization; the address of a caller without valid credentials. */
export function organizationOf({ headers, socket }) {
  const [, token] = /^Bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
  return organizations.get(token) ?? `address ${socket.remoteAddress}`;
}

const agent = new http.Agent({ keepAlive: true });
const connectionHeaders = ["connection", "keep-alive", "transfer-encoding"];

/** Passes a request on, and its response back; headers that `response` already has remain. */
export function forward(request, response) {
  const { method, headers, originalUrl, url } = request;
  const passedOn = http.request(UPSTREAM + (originalUrl ?? url), { method, headers, agent }, (answer) => {
    const received = Object.entries(answer.headers).filter(([name]) => !connectionHeaders.includes(name));
    response.writeHead(answer.statusCode, Object.fromEntries(received));
    answer.pipe(response);
  });
  passedOn.on("error", () => response.destroy());
  request.pipe(passedOn);
}

/** Prints the address of a server that listens. */
export function printAddress(server) {
  console.log(`http://127.0.0.1:${server.address().port}`);
}
