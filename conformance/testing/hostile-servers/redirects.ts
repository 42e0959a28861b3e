/** Servers that send elsewhere. */
import { type Hostile, startRaw } from "./raw.ts";

/** What reached a server: each request's first line and header fields, and its body. */
export interface Recording extends Hostile {
  readonly requests: readonly string[];
}

/** Answers every request with the status and Location that `redirect` gives for its path, and 200 where it gives none. */
export async function startRedirecting(
  redirect: (path: string) => { readonly status: number; readonly location: string } | undefined,
): Promise<Recording> {
  const requests: string[] = [];
  const server = await startRaw((socket, request) => {
    requests.push(request);
    const to = redirect(request.split(" ")[1] ?? "");
    const head = to === undefined ? "HTTP/1.1 200 OK" : `HTTP/1.1 ${to.status} Elsewhere\r\nlocation: ${to.location}`;
    socket.write(`${head}\r\ncontent-length: 2\r\n\r\n{}`);
  });
  return { ...server, requests };
}
