/** A thread of the matrix: judges the subjects that it is sent, one at a time, and sends back each outcome. */
import { parentPort } from "node:worker_threads";
import { judge } from "./judge.ts";
import type { Task } from "./subject.ts";

/** A run throws thousands of errors, and a report shows only the innermost place of an error. */
Error.stackTraceLimit = 1;

parentPort?.on("message", (task: Task) => {
  judge(task).then((judged) => parentPort?.postMessage(judged));
});
