import type { MessageProviders } from '../../domain/codes/message-providers.ts';
import type { FlowDocument } from '../flows/flow-document.ts';

/** What this installation can do, as far as flows depend on it. */
export interface InstalledParts {
  /** Whether workers report every configured anti-spoofing model as loaded. */
  antiSpoofing: boolean;
  /** Whether an engine that understands speech is configured. */
  speech: boolean;
  /** Whether messages of each kind can be sent to people. */
  senders: MessageProviders;
  /** Whether an account with AWS Rekognition is configured. */
  awsLiveness: boolean;
}

/** One place of a flow that promises more than it checks. */
export interface FlowWarning {
  pointer: string;
  code: string;
  detail: string;
}

/** One kind of warning. Code, cause and remedy are listed on the page of codes. */
export interface FlowWarningDefinition {
  code: `${string}.${string}`;
  cause: string;
  remedy: string;
  /** Where the flow has it: a JSON pointer into the document, and what about it. */
  find: (flow: FlowDocument, installed: InstalledParts) => { pointer: string; detail: string }[];
}
