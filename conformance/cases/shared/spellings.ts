/** §4: other spellings of an endpoint's path, which some routers accept. */

/** Changes the path of an endpoint, as the contract writes it, into another spelling. */
export type Spelling = (path: string) => string;

/** The last word of a path that is not a parameter. */
const lastWord = /[a-z]+(?=(?:\/\{\w+\})?$)/;

export const spellings: readonly [withSlash: Spelling, ...others: Spelling[]] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace("/v1/", "/V1/"),
  (path) => path.replace(lastWord, (word) => word.toUpperCase()),
  (path) => path.replace(lastWord, (word) => `%${word.charCodeAt(0).toString(16)}${word.slice(1)}`),
  (path) => `${path}.json`,
  (path) => `${path};fpk`,
];
