export const clientModes = ['live', 'test'] as const;
export type ClientMode = (typeof clientModes)[number];

/** The integrating account. */
export interface Client {
  id: string;
  name: string;
  mode: ClientMode;
  suspended: boolean;
  showVendorBranding: boolean;
}

/** A host-app backend that showed a valid API token. */
export interface ApiCaller {
  clientId: string;
  tokenId: string;
  scopes: readonly string[];
}
