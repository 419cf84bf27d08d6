import type { VerifyDelegate } from './public-types.ts';

let delegate: VerifyDelegate | null = null;
const observers = new Set<Partial<VerifyDelegate>>();

/** Registers the delegate that gets the end of a flow. Set `delegate` before you show the flow. */
export const VerifyButtonResult = {
  shared: {
    get delegate(): VerifyDelegate | null {
      return delegate;
    },
    set delegate(next: VerifyDelegate | null) {
      delegate = next;
    },
    /** Adds a listener; the returned function removes it. */
    observe(observer: Partial<VerifyDelegate>): () => void {
      observers.add(observer);
      return () => void observers.delete(observer);
    },
  },
};

export const hasListener = (): boolean => delegate !== null || observers.size > 0;

/** If a listener throws, the others are still called. */
export function tellListeners(call: keyof VerifyDelegate, identityId?: string, verificationId?: string): void {
  for (const listener of [delegate, ...observers]) {
    try {
      listener?.[call]?.(identityId, verificationId);
    } catch (error) {
      reportError(error);
    }
  }
}
