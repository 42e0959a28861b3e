/** How the endpoint of a request is found (§4). */
export interface Router {
  /** The target that is compared with the endpoints' paths, given the request's. */
  normalize(target: string): string;
}

/** Only an exact path is an endpoint's. */
export const router: Router = { normalize: (target) => target };
