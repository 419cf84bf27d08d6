/**
 * An external provider does not answer, or refuses for a temporary reason: too many requests, an internal error, or an account problem that
 * the operator can fix. Work waits for it without using up an attempt. The provider's message stays in `cause`, because it may quote data.
 */
export class ProviderAway extends Error {
  constructor(provider: string, options?: ErrorOptions) {
    super(`${provider} does not answer`, options);
    this.name = 'ProviderAway';
  }
}

/** The provider's answer; null when it is unavailable and the work no longer waits for it. @throws every other failure */
export async function askOrForgo<T>(mayWait: boolean, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!mayWait && error instanceof ProviderAway) return null;
    throw error;
  }
}
