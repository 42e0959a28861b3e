/** Servers that send broken or endless bodies. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { type Hostile, startAnswer, startRaw, writeForever } from "./raw.ts";

/** A body without end, as fast as it is taken. */
export function startEndlessBody(): Promise<Hostile> {
  return startRaw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
    writeForever(socket, () => " ".repeat(16_384));
  });
}

/** An endless body in an unknown coding; `isOpen` says whether the server is still sending it. */
export async function startEndlessUnknownCoding(): Promise<Hostile & { isOpen(): boolean }> {
  let open = false;
  const server = await startRaw((socket) => {
    open = true;
    socket.once("close", () => {
      open = false;
    });
    socket.write("HTTP/1.1 200 OK\r\ncontent-encoding: x-unknown\r\n\r\n");
    writeForever(socket, () => " ".repeat(16_384));
  });
  return { ...server, isOpen: () => open };
}

/** A body that comes letter by letter and never ends. */
export function startDrippingBody(): Promise<Hostile> {
  return startRaw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    writeForever(socket, () => "1\r\n \r\n", 10);
  });
}

const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
type Coding = keyof typeof codings;

/** A small body that becomes `bytes` when it is decoded. */
export function startBomb(coding: Coding, bytes: number): Promise<Hostile> {
  return startCoded(coding, codings[coding](Buffer.alloc(bytes, " ")));
}

/** `text` in the content coding that its header declares. */
export function startEncoded(coding: Coding, text: string): Promise<Hostile> {
  return startCoded(coding, codings[coding](text));
}

/** `body` as it is, whatever the content coding says. */
export function startCoded(coding: string, body: string | Uint8Array): Promise<Hostile> {
  const length = `content-length: ${Buffer.byteLength(body)}`;
  return startAnswer(["HTTP/1.1 200 OK", `content-encoding: ${coding}`, length], body);
}

/** Fewer bytes than announced, then the end of the connection. */
export function startShortBody(): Promise<Hostile> {
  return startRaw((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}"));
}

/** A chunk, and the end of the connection in place of the last chunk. */
export function startTruncatedChunks(): Promise<Hostile> {
  return startRaw((socket) => socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n[1, 2\r\n"));
}

/** A chunk whose length is not a number. */
export function startWrongChunks(): Promise<Hostile> {
  return startAnswer(["HTTP/1.1 200 OK", "transfer-encoding: chunked"], "five\r\n[1, 2\r\n");
}

/** More bytes than announced, on a connection that stays. */
export function startLongBody(): Promise<Hostile> {
  return startAnswer(["HTTP/1.1 200 OK", "content-length: 2"], "{}trailing bytes that were not announced");
}

/** A body where HTTP has none: after a 204 or a 304, or in answer to HEAD. */
export function startForbiddenBody(status: 200 | 204 | 304): Promise<Hostile> {
  return startAnswer([`HTTP/1.1 ${status} Some`, "content-length: 16"], '{"error": "none"}');
}

/** JSON in bytes that are not UTF-8. */
export function startLatin1Body(): Promise<Hostile> {
  return startAnswer(
    ["HTTP/1.1 200 OK", "content-length: 14"],
    Buffer.from('{"name":"caf\xe9"}', "latin1").subarray(0, 14),
  );
}
