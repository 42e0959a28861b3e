/** Each run leaves thousands of short-lived objects: with more room for them they are collected ten times less often. */
const maxYoungGenerationSizeMb = 128;

/** Judges tasks on several threads, or in this one; a thread that stalls or dies costs its own subject alone. */

import { Worker } from "node:worker_threads";
import type { Judged, Task } from "./subject.ts";

export interface PoolOptions {
  /** How many threads; 0: none but this one. */
  readonly threads: number;
  /** The module that a thread runs; beside this one, with its extension, unless given. */
  readonly worker?: URL | undefined;
  /** Real milliseconds for one subject, after which it counts as not judged; 60,000 unless given. */
  readonly patienceMs?: number | undefined;
  /** Ends the work; what is not judged then says so. */
  readonly signal?: AbortSignal | undefined;
  readonly onJudged?: ((judged: Judged) => void) | undefined;
}

/** From source where this runs from source (Deno), built where this is built. */
const ownWorker = () => new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url);

/** What came of each task, in the order of the tasks. Never rejects. */
export async function judgeAll(tasks: readonly Task[], options: PoolOptions): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  let next = 0;

  async function workThrough(seat: Seat): Promise<void> {
    try {
      for (;;) {
        const at = next;
        const task = tasks[at];
        if (task === undefined) return;
        next += 1;
        const one = options.signal?.aborted ? cut(task) : await seat.judge(task);
        judged[at] = one;
        options.onJudged?.(one);
      }
    } finally {
      await seat.leave();
    }
  }

  const count = Math.min(options.threads, tasks.length);
  const seats = count === 0 ? [inThisThread()] : Array.from({ length: count }, () => inThreadOfItsOwn(options));
  await Promise.all(seats.map(workThrough));
  return judged;
}

interface Seat {
  judge(task: Task): Promise<Judged>;
  leave(): Promise<unknown>;
}

function inThisThread(): Seat {
  return {
    judge: async (task) => (await import("./judge.ts")).judge(task),
    leave: async () => {},
  };
}

/** A thread is started for the first subject, and again after one that it did not survive. */
function inThreadOfItsOwn({ worker = ownWorker(), patienceMs = 60_000, signal }: PoolOptions): Seat {
  let thread: Worker | undefined;

  async function end(): Promise<void> {
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  return {
    async judge(task) {
      thread ??= new Worker(worker, { resourceLimits: { maxYoungGenerationSizeMb } });
      const { answer, forget } = answerOf(thread, task, patienceMs, signal);
      const judged = await answer.finally(forget);
      if ("judged" in judged) return judged.judged;
      await end();
      return { id: task.subject.id, failure: judged.failure };
    },
    leave: end,
  };
}

type Answer = { readonly judged: Judged } | { readonly failure: string };

/** The thread's answer to a task, or why there is none; `forget` takes the listeners back. */
function answerOf(thread: Worker, task: Task, patienceMs: number, signal: AbortSignal | undefined) {
  const listening = new AbortController();
  const answer = new Promise<Answer>((resolve) => {
    const fail = (failure: string) => resolve({ failure });
    const heard = (judged: Judged) => resolve({ judged });
    const died = (error: unknown) => fail(`the thread died: ${error instanceof Error ? error.message : error}`);
    const left = (code: number) => fail(`the thread ended with ${code}`);
    const cutShort = () => fail(ended);
    thread.once("message", heard).once("error", died).once("exit", left);
    signal?.addEventListener("abort", cutShort, { once: true });
    const timer = setTimeout(() => fail(`no verdict after ${patienceMs / 1000} s`), patienceMs);
    listening.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      thread.off("message", heard).off("error", died).off("exit", left);
      signal?.removeEventListener("abort", cutShort);
    });
    thread.postMessage(task);
  });
  return { answer, forget: () => listening.abort() };
}

const ended = "ended by hand";
const cut = ({ subject }: Task): Judged => ({ id: subject.id, failure: ended });
