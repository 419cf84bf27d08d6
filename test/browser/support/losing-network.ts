import type { Page } from 'playwright-core';

/** `request`: the request never reaches the service. `answer`: it does, but the page gets no response. */
export type Loss = 'request' | 'answer';

export interface LosingNetwork {
  /** What was lost, each once: `POST session/steps/selfie/files`. */
  lost: string[];
  away(): Promise<void>;
  back(): Promise<void>;
}

interface PausedRequest {
  requestId: string;
  request: { method: string; url: string };
}

/** What the page sends or reads in the background, without waiting for it. */
const aside = /\/(events|live|error-codes)(\?|$)/;

/**
 * A network that fails under every request the first time that it is made, and stays away until `whenLost` has ended. The request itself
 * triggers the failure, so no moment has to be hit. Without `loss` it fails on demand.
 */
export async function openLosingNetwork(
  page: Page,
  { loss, whenLost = async () => {} }: { loss?: Loss; whenLost?: (request: string) => Promise<void> } = {},
): Promise<LosingNetwork> {
  const lost: string[] = [];
  const cdp = await page.context().newCDPSession(page);
  const emulate = async (offline: boolean) => {
    const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await cdp.send('Network.emulateNetworkConditions', { offline, ...unlimited });
  };
  const network: LosingNetwork = { lost, away: () => emulate(true), back: () => emulate(false) };
  await cdp.send('Network.enable');
  if (loss === undefined) return network;

  const answer = async ({ requestId, request: { method, url } }: PausedRequest) => {
    const name = `${method} ${nameOf(url)}`;
    if (aside.test(url) || lost.includes(name)) {
      await cdp.send('Fetch.continueRequest', { requestId });
      return;
    }
    lost.push(name);
    await network.away();
    await cdp.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' });
    await whenLost(name);
    await network.back();
  };
  // The page was closed in the meantime and waits for nothing.
  cdp.on('Fetch.requestPaused', (paused: PausedRequest) => void answer(paused).catch(() => undefined));
  const requestStage = loss === 'request' ? 'Request' : 'Response';
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/v2/*', requestStage }] });
  return network;
}

/** The path without what is different each time. */
function nameOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.replace(/^\/v2\/(sdk\/)?/, '').replaceAll(/\/[a-z]+_[0-9a-z]{20,}/g, '');
}
