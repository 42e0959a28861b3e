/** One connection of bytes, and the answers on it. */

import { connect } from "node:net";

export interface RawAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Writes bytes (one character a byte) to a port of this machine; resolves to all that comes until the server closes. */
export function exchangeBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(bytes, "latin1")));
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    // A reset is a closed connection: what came before it counts.
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

/** The answers in what a server sent, in their order. Throws where what is there is no sequence of whole answers. */
export function answersIn(received: string, isHead = false): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = received; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n");
    const [line = "", ...fields] = rest.slice(0, end).split("\r\n");
    const status = /^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1];
    if (end < 0 || status === undefined) throw new Error(`no answer: ${rest.slice(0, 200)}`);
    const headers = new Map(fields.map((field) => splitField(field)));
    const length = isHead ? 0 : Number(headers.get("content-length") ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) throw new Error(`an answer was cut off: ${rest.slice(0, 200)}`);
    answers.push({ status: Number(status), headers, body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

function splitField(field: string): [string, string] {
  const [name = "", value = ""] = field.split(/: (.*)/s);
  return [name.toLowerCase(), value];
}
