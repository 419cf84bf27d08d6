/** Where the first owner sets a password. The token is in the fragment, which no server and no log sees. */
export const setUpLinkOf = (baseUrl: string, token: string): string =>
  new URL(`/dashboard/set-up#${token}`, baseUrl).href;
