/** Links to the lines of the contract on GitHub or GitLab, which are recognized by their environment variables. */

type Environment = Readonly<Record<string, string | undefined>>;

/** The part of a URL before the path of a file at the commit that is checked out; undefined on an unknown forge. */
export function blobUrl(env: Environment): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA, CI_PROJECT_URL, CI_COMMIT_SHA } = env;
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_SHA)
    return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}/`;
  return CI_PROJECT_URL && CI_COMMIT_SHA ? `${CI_PROJECT_URL}/-/blob/${CI_COMMIT_SHA}/` : undefined;
}
