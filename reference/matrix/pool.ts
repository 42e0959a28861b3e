/** Judges tasks on several threads, or in this one; of a thread that stalls or dies only its own subject is lost. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { errorMessage } from "../../cli/error-message.ts";
import type { JudgedSubject, Task } from "./subject.ts";

/** Each run creates thousands of short-lived objects. With this space for them, garbage is collected ten times less often. */
const maxYoungGenerationSizeMb = 128;

export interface PoolOptions {
  /** The number of threads; 0 to judge in this thread. */
  readonly threads: number;
  /** The module that a thread runs; by default `worker` beside this file. */
  readonly worker?: URL | undefined;
  /** The time in milliseconds after which a subject counts as not judged; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Ends the work when it aborts; the remaining subjects count as not judged. */
  readonly signal?: AbortSignal | undefined;
  readonly onJudged?: ((judged: JudgedSubject) => void) | undefined;
}

/** The worker's source if this file runs from source (Deno), otherwise the built worker. */
const defaultWorker = () => new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

/** The outcome of each task, in the order of the tasks. Never rejects. */
export async function judgeAll(tasks: readonly Task[], options: PoolOptions): Promise<readonly JudgedSubject[]> {
  const judged: JudgedSubject[] = [];
  let next = 0;

  async function workThrough(judge: Judge): Promise<void> {
    try {
      for (;;) {
        const at = next;
        const task = tasks[at];
        if (task === undefined) return;
        next += 1;
        const outcome = options.signal?.aborted ? interrupted(task) : await judge.judge(task);
        judged[at] = outcome;
        options.onJudged?.(outcome);
      }
    } finally {
      await judge.close();
    }
  }

  const count = Math.min(options.threads, tasks.length);
  const judges = count === 0 ? [inThisThread()] : Array.from({ length: count }, () => inNewThread(options));
  await Promise.all(judges.map(workThrough));
  return judged;
}

interface Judge {
  judge(task: Task): Promise<JudgedSubject>;
  close(): Promise<unknown>;
}

function inThisThread(): Judge {
  return {
    judge: async (task) => (await import("./judge.ts")).judge(task),
    close: async () => {},
  };
}

/** Judges in a thread, which is started for the first subject, and again after a subject that ended it. */
function inNewThread({ worker = defaultWorker(), timeoutMs = 60_000, signal }: PoolOptions): Judge {
  let thread: Worker | undefined;

  async function end(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  return {
    async judge(task) {
      thread ??= new Worker(worker, { resourceLimits: { maxYoungGenerationSizeMb } });
      const answer = await answerOf(thread, task, timeoutMs, signal);
      if ("judged" in answer) return answer.judged;
      await end();
      return { id: task.subject.id, failure: answer.failure };
    },
    close: end,
  };
}

type Answer = { readonly judged: JudgedSubject } | { readonly failure: string };

/** The thread's outcome of a task, or why there is none. */
async function answerOf(thread: Worker, task: Task, timeoutMs: number, signal?: AbortSignal): Promise<Answer> {
  const listening = new AbortController();
  const until = { signal: listening.signal };
  try {
    thread.postMessage(task);
    return await Promise.race([
      once(thread, "message", until).then(([judged]) => ({ judged })),
      once(thread, "exit", until).then(([code]) => ({ failure: `the thread ended with ${code}` })),
      sleep(timeoutMs, { failure: `no verdict after ${timeoutMs / 1000} s` }, until),
      ...(signal === undefined ? [] : [once(signal, "abort", until).then(() => ({ failure: interruption }))]),
    ]);
  } catch (error) {
    return { failure: `the thread died: ${errorMessage(error)}` };
  } finally {
    listening.abort();
  }
}

const interruption = "interrupted";
const interrupted = ({ subject }: Task): JudgedSubject => ({ id: subject.id, failure: interruption });
