/** What a change means, and for whom. */

/**
 * `breaking`: whoever keeps to BASE may fail under HEAD · `additive`: something new that breaks nobody who keeps to BASE ·
 * `editorial`: changes nothing about requests and responses.
 */
export type Kind = "breaking" | "additive" | "editorial";

export type Party = "clients" | "implementers";

/** What the change means for those who call the API, and for those who implement it. */
export interface Effects {
  readonly clients: Kind;
  readonly implementers: Kind;
}

const order: readonly Kind[] = ["editorial", "additive", "breaking"];

export const worse = (a: Kind, b: Kind): Kind => (order.indexOf(a) >= order.indexOf(b) ? a : b);

export const byKind = (a: Kind, b: Kind): number => order.indexOf(b) - order.indexOf(a);

export const editorial: Effects = { clients: "editorial", implementers: "editorial" };
export const additive: Effects = { clients: "additive", implementers: "additive" };
export const breaksBoth: Effects = { clients: "breaking", implementers: "breaking" };
export const breaksClients: Effects = { clients: "breaking", implementers: "additive" };
export const breaksImplementers: Effects = { clients: "additive", implementers: "breaking" };
