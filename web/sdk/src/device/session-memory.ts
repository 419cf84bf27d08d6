import type { Session } from '../api/contract.ts';
import type { Presentation } from '../presentation.ts';

/**
 * Data that survives a reload of the tab, and nothing longer. It holds no pictures, and of numbers only the one that the person typed last.
 */
export interface RememberedSession {
  session: Session;
  /** What the person has chosen or typed in a step, by step id. */
  drafts: Record<string, unknown>;
  begun: boolean;
  /** Of a hand-over that was offered. */
  watchToken?: string | null;
}

export interface SessionMemory {
  recall(): RememberedSession | null;
  keep(remembered: RememberedSession): void;
  forget(): void;
}

/** A page without storage (private modes, sandboxes) still works: it only forgets. `key` identifies the request. */
export function openSessionMemory(key: string): SessionMemory {
  const name = `verify:${key}`;
  const quietly = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };
  return {
    recall: () =>
      quietly(() => {
        const text = sessionStorage.getItem(name);
        return text === null ? null : (JSON.parse(text) as RememberedSession); // Written by `keep` alone.
      }, null),
    keep: (remembered) => quietly(() => sessionStorage.setItem(name, JSON.stringify(remembered)), undefined),
    forget: () => quietly(() => sessionStorage.removeItem(name), undefined),
  };
}

/** Requests for the same thing have the same key. It is a hash, so that the storage does not show the metadata. */
export function memoryKey({ baseUrl, clientId, flowId, metadata, ...presentation }: Presentation): string {
  const { clientToken, handOverToken, returnUrl, cancelUrl, state } = presentation;
  const parts = [
    baseUrl,
    clientId,
    flowId,
    metadata ?? null,
    clientToken ?? handOverToken ?? null,
    // A request with another return address is another request.
    ...[returnUrl, cancelUrl, state].filter((part) => part !== undefined),
  ];
  let hash = 5381;
  for (const unit of JSON.stringify(parts)) hash = (hash * 33 + (unit.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
