/** The options that a host app passes to the entry point. */
export interface VerifyFlowOptions {
  clientId: string;
  flowId: string;
  /** Any JSON object up to 16 KB; stored as given and echoed over REST. Reserved keys: see the README. */
  metadata?: Readonly<Record<string, unknown>>;
  /** From `POST /v2/verifications`: attaches to the verification that the host's backend started. */
  clientToken?: string;
  /** Runs a provider's own SDK for a step `enhanced-liveness`, by the provider's name. Resolves when the person has finished. */
  providers?: Readonly<Record<string, (parameters: Readonly<Record<string, string>>) => Promise<void>>>;
  /** The address of the service. Default: the origin of this script. */
  baseUrl?: string;
}

/**
 * Called when the flow ends. Both ids are missing when it ended before a verification existed. The host's backend must confirm the result
 * itself over REST: anybody can call these functions.
 */
export interface VerifyDelegate {
  verificationSuccess(identityId?: string, verificationID?: string): void;
  verificationCancelled(identityId?: string, verificationId?: string): void;
}

export interface VerifyEventDetail {
  identityId?: string;
  verificationId?: string;
}

/** How a flow ends on this device. `handedOver`: it continues on another one. */
export type FlowEnd = 'success' | 'cancelled' | 'handedOver';
