import type { MessageProviders } from '../../domain/codes/message-providers.ts';
import type { NumberQuestion } from '../../domain/ports/messages/number-lookup.ts';
import type { NetworkKnowledge } from '../../domain/ports/network-places.ts';
import type { FlowDocument } from '../flows/flow-document.ts';

/** The capabilities of this installation that flows depend on. */
export interface InstalledParts {
  /** Whether workers report every configured anti-spoofing model as loaded. */
  antiSpoofing: boolean;
  /** Whether an engine that understands speech is configured. */
  speech: boolean;
  /** Whether messages of each kind can be sent to people. */
  senders: MessageProviders;
  /** Whether an account with AWS Rekognition is configured. */
  awsLiveness: boolean;
  /** What the configured databases of network addresses tell. The packaged table has countries alone. */
  networks: NetworkKnowledge;
  /** What a provider is asked about each phone number. */
  numberLookup: readonly NumberQuestion[];
}

/** One place in a flow that promises more than it checks. */
export interface FlowWarning {
  pointer: string;
  code: string;
  detail: string;
}

/** One kind of warning. The page of codes lists code, cause and remedy. */
export interface FlowWarningDefinition {
  code: `${string}.${string}`;
  cause: string;
  remedy: string;
  /** The place in the flow: a JSON pointer into the document, and the problem there. */
  find: (flow: FlowDocument, installed: InstalledParts) => { pointer: string; detail: string }[];
}
