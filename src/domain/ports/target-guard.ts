/** Why the service must not connect to a URL. Contains no address, because the client may see the text. */
export class TargetRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TargetRefused';
  }
}

/** Keeps requests to addresses that clients chose out of private networks. */
export interface TargetGuard {
  /** Checks the URL and the current addresses of its name. @throws TargetRefused */
  check(url: string, options: { httpsOnly: boolean }): Promise<void>;
}
