import type { Session } from '../api/contract.ts';

/** What survives a reload of the tab, and nothing longer. No picture and no number lies here but what the person typed last. */
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

/** A page without storage (private modes, sandboxes) still works: it only forgets. `key` tells what was asked for. */
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

/** Requests for the same thing have the same key; the metadata stays out of sight. */
export function memoryKey(parts: readonly unknown[]): string {
  let hash = 5381;
  for (const unit of JSON.stringify(parts)) hash = (hash * 33 + (unit.codePointAt(0) ?? 0)) | 0;
  return (hash >>> 0).toString(36);
}
