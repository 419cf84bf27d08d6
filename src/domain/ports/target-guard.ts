/** Why a URL may not be connected to. Names no address: the text may reach the client. */
export class TargetRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TargetRefused';
  }
}

/** Keeps requests to addresses that clients chose out of private networks. */
export interface TargetGuard {
  /** Looks at the URL and at the addresses that its name has now. @throws TargetRefused */
  check(url: string, options: { httpsOnly: boolean }): Promise<void>;
}
