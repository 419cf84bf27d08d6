/** Faults that only a device can notice; their texts are the bundle's own. All other codes are the server's. */
export const deviceCodes = [
  'network.offline',
  'wait.too_long',
  'camera.denied',
  'camera.missing',
  'camera.in_use',
  'camera.failed',
  'microphone.denied',
  'microphone.missing',
  'recording.unsupported',
  'recording.failed',
  'picture.unreadable',
  'location.denied',
  'location.unavailable',
  'step.not_supported',
  'sdk.failed',
] as const;
export type DeviceCode = (typeof deviceCodes)[number];

/** A fault that stopped the person: shown with its code and the next step. */
export class Fault extends Error {
  readonly code: string;
  /** The same action may work later. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(code: string, { retryable = false, retryAfterMs = null }: FaultTraits = {}) {
    super(code);
    this.name = 'Fault';
    this.code = code;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}

interface FaultTraits {
  retryable?: boolean;
  retryAfterMs?: number | null;
}

export const isDeviceCode = (code: string): code is DeviceCode => (deviceCodes as readonly string[]).includes(code);

export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  console.error('Verify:', error);
  return new Fault('sdk.failed', { retryable: true });
}
