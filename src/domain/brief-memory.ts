export interface BriefMemory<Value> {
  get(id: string): Value | undefined;
  /** Replaces an earlier value of this id. */
  keep(id: string, value: Value): void;
  /** The value's time begins from zero. */
  refresh(id: string): void;
  forget(id: string): void;
}

/**
 * Values in this process's memory for a short time. When there are too many, the oldest is forgotten. `onForget`: ends what a value holds.
 */
export function createBriefMemory<Value>({
  keptMs,
  atMost = Infinity,
  onForget = () => undefined,
}: {
  keptMs: number;
  atMost?: number;
  onForget?: (value: Value) => void;
}): BriefMemory<Value> {
  const kept = new Map<string, { value: Value; expiry: NodeJS.Timeout }>();

  function forget(id: string): void {
    const one = kept.get(id);
    if (one === undefined) return;
    clearTimeout(one.expiry);
    kept.delete(id);
    onForget(one.value);
  }

  return {
    get: (id) => kept.get(id)?.value,
    keep(id, value) {
      forget(id);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= atMost) forget(oldest);
      kept.set(id, { value, expiry: setTimeout(() => forget(id), keptMs).unref() });
    },
    refresh: (id) => void kept.get(id)?.expiry.refresh(),
    forget,
  };
}
