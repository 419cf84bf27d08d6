import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../web/sdk/src/api/contract.ts';
import { createFlowStore } from '../../../web/sdk/src/session/flow-store.ts';

declare global {
  // The part of the browser's that the SDK uses.
  var sessionStorage: {
    getItem(name: string): string | null;
    setItem(name: string, text: string): void;
    removeItem(name: string): void;
  };
}

const session = {
  sessionToken: 'vfs_1',
  identityId: 'idn_1',
  verificationId: 'ver_1',
  steps: [],
} as unknown as Session;

/** One presentation of the flow in this tab. */
function present(more: { hosted?: boolean; metadata?: Record<string, unknown> } = {}) {
  const options = { clientId: 'cli_1', flowId: 'flw_1', baseUrl: 'https://verify.example', ...more };
  const at = { started: () => {}, ended: () => {} };
  return createFlowStore({ ...options, ...at }, { onWatching: () => {}, onEnded: () => {} });
}

describe('what a tab remembers of a session', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
      removeItem: (name: string) => void kept.delete(name),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('survives a reload, until the session ends', () => {
    const first = present();
    first.change({ type: 'started', session });
    expect(present().recall()?.session).toEqual(session);
    expect(present({ metadata: { user: 2 } }).recall()).toBeNull();
    first.change({ type: 'ended', ending: 'expired' });
    expect(present().recall()).toBeNull();
  });

  it('is nothing once the host’s page knows that the person is done: the next person in this tab is another one', () => {
    const first = present();
    first.change({ type: 'started', session });
    first.change({ type: 'ended', ending: 'inputsCompleted' });
    expect(present().recall()).toBeNull();
    // The answer to the last submit was lost, and the page was loaded again.
    const resumed = present();
    resumed.prepare({ type: 'started', session }, { type: 'ended', ending: 'inputsCompleted' });
    resumed.change({ type: 'begun' });
    expect(present().recall()).toBeNull();
  });

  it('is the end on a page of the service, which a reload shows again', () => {
    const first = present({ hosted: true });
    first.change({ type: 'started', session });
    first.change({ type: 'ended', ending: 'inputsCompleted' });
    expect(present({ hosted: true }).recall()?.session).toEqual(session);
  });
});
