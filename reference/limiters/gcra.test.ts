import { describe, expect, it } from "vitest";
import { Gcra } from "./gcra.ts";

const [limit, windowMs] = [4, 1000];

describe("the generic cell rate algorithm", () => {
  it("admits the limit immediately, then one request each time a part of the window has passed", () => {
    const gcra = new Gcra();
    const remaining = [0, 0, 0, 0].map((now) => gcra.hit("a", now, limit, windowMs).remaining);
    expect(remaining).toEqual([3, 2, 1, 0]);
    expect(gcra.hit("a", 249, limit, windowMs).admitted).toBe(false);
    expect(gcra.hit("a", 250, limit, windowMs)).toMatchObject({ admitted: true, remaining: 0, resetAt: 1250 });
    expect(gcra.hit("b", 250, limit, windowMs).admitted).toBe(true);
  });

  it("is full again after a window left alone, and takes counts back", () => {
    const gcra = new Gcra();
    for (let sent = 0; sent < 6; sent += 1) gcra.hit("a", 0, limit, windowMs);
    gcra.decrement("a");
    expect(gcra.peek("a", 0, limit, windowMs)).toMatchObject({ admitted: true, remaining: 1 });
    expect(gcra.peek("a", 1000, limit, windowMs).remaining).toBe(limit);
  });
});
