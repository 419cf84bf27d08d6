import type { VerifyDelegate } from './public-types.ts';

let delegate: VerifyDelegate | null = null;
const observers = new Set<Partial<VerifyDelegate>>();

/** Where a host app says who is to be told how a flow ended. Set `delegate` before the flow is shown. */
export const VerifyButtonResult = {
  shared: {
    get delegate(): VerifyDelegate | null {
      return delegate;
    },
    set delegate(next: VerifyDelegate | null) {
      delegate = next;
    },
    /** Tells one more listener, until the answered function is called. */
    observe(observer: Partial<VerifyDelegate>): () => void {
      observers.add(observer);
      return () => void observers.delete(observer);
    },
  },
};

export const hasListener = () => delegate !== null || observers.size > 0;

/** A listener of the host that throws keeps nobody else from being told. */
export function tellListeners(call: keyof VerifyDelegate, identityId?: string, verificationId?: string): void {
  for (const listener of [delegate, ...observers]) {
    try {
      listener?.[call]?.(identityId, verificationId);
    } catch (error) {
      reportError(error);
    }
  }
}
