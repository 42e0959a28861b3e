/** Finds the endpoint of a request (§4). */
export interface Router {
  /** The path to compare with the endpoints' paths, from the target of the request. */
  normalize(target: string): string;
}

/** Only the exact path of an endpoint is accepted. */
export const router: Router = { normalize: (target) => target };
