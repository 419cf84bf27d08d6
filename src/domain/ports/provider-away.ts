/**
 * A provider outside the service does not answer, or refuses for a reason that passes: too many requests, a fault at its end, an
 * account that the operator can put right. Work waits for it and uses no attempt up. The provider's own words stay in `cause`:
 * they may quote data.
 */
export class ProviderAway extends Error {
  constructor(provider: string, options?: ErrorOptions) {
    super(`${provider} does not answer`, options);
    this.name = 'ProviderAway';
  }
}

/** What the provider answers; null when it is away and the work no longer waits for it. @throws every other failure */
export async function askOrForgo<T>(mayWait: boolean, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (!mayWait && error instanceof ProviderAway) return null;
    throw error;
  }
}
