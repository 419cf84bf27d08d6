import type { ClientMode } from '../operators/client.ts';
import type { CodeSend, CodeSendState, ConfirmedContact, Contact, ContactChannel } from '../codes/contact.ts';
import type { OutboxRun } from './outbox-repository.ts';

/** A press with everything that its message takes. */
export interface CodeSendInHand {
  send: CodeSend;
  clientName: string;
  clientMode: ClientMode;
  language: string;
  /** Expired, confirmed or overtaken by a newer press, or its verification takes no more input: nobody needs it any more. */
  pointless: boolean;
}

/** A press that a guess was counted against. */
export interface CountedTry {
  send: CodeSend;
  triesLeft: number;
}

/** How the newest press of a step stands, for the state of the session. */
export interface CodeState {
  stepRunId: string;
  resendAt: Date;
  expiresAt: Date;
  triesLeft: number;
  verified: boolean;
}

/** What a press counts towards, by name and value. Values are kept as keyed hashes. */
export interface SendCount {
  name: string;
  value: string;
  windowSeconds: number;
}

export interface CountedSends {
  name: string;
  /** With this one. */
  sends: number;
  confirmed: number;
  secondsLeft: number;
}

export interface CodeSendRepository {
  /** Times are the database's. */
  create(send: {
    id: string;
    clientId: string;
    identityId: string;
    verificationId: string;
    stepRunId: string;
    channel: ContactChannel;
    contact: Contact;
    recentSends: number;
  }): Promise<{ resendAt: Date; expiresAt: Date }>;
  /** What stands against another press of this step now, by the database's clock, in seconds to wait; null: nothing. */
  findWait(
    stepRunId: string,
  ): Promise<{ code: 'code.resend_too_early' | 'code.too_many_sends'; waitSeconds: number } | null>;
  find(codeSendId: string): Promise<CodeSend | null>;
  /** With everything that a message takes. Outside any transaction, as is the end of a message: both run once for each. */
  findForSending(codeSendId: string): Promise<CodeSendInHand | null>;
  /** The provider's name for the message, once it has one. Null for a press that is not there. */
  findProviderId(
    codeSendId: string,
  ): Promise<{ channel: ContactChannel; state: CodeSendState; providerId: string | null } | null>;
  /** The press whose code counts: the newest of the step. */
  findNewest(stepRunId: string): Promise<(CodeSend & { expired: boolean; resendInSeconds: number }) | null>;
  /** Older presses of the step that have not expired. */
  listSuperseded(stepRunId: string, newestId: string): Promise<CodeSend[]>;
  /** Counts a guess before it is compared; null when the newest press takes none: confirmed, expired or used up. */
  countTry(stepRunId: string): Promise<CountedTry | null>;
  /** False when somebody else was there first. */
  confirm(codeSendId: string): Promise<boolean>;
  /** The newest press's contact when its code was confirmed. */
  findConfirmed(stepRunId: string): Promise<ConfirmedContact | null>;
  listStates(verificationId: string): Promise<CodeState[]>;
  /** Only forward: `delivered` and `undeliverable` are last words. False when nothing changed. */
  setState(codeSendId: string, state: CodeSendState): Promise<boolean>;
  /** The end of a quick job, in one statement. False when another run has ended the work. */
  storeSentAndComplete(codeSendId: string, providerId: string | null, run: OutboxRun): Promise<boolean>;
  /** Adds one to each and answers all, in one statement; rows stay locked until the transaction ends. */
  count(clientId: string, counts: readonly SendCount[]): Promise<CountedSends[]>;
  /** A code was confirmed: counts towards the conversion of these. */
  countConfirmed(clientId: string, counts: readonly SendCount[]): Promise<void>;
  deleteOldCounts(limit: number): Promise<number>;
}

/** A message that reached nobody, since its client is in test mode. */
export interface TestMessage {
  id: string;
  verificationId: string;
  channel: ContactChannel;
  to: string;
  subject: string | null;
  text: string;
  code: string | null;
  at: Date;
}

export interface TestMessageRepository {
  create(message: Omit<TestMessage, 'at'> & { clientId: string; identityId: string }): Promise<void>;
  /** Newest first. */
  list(
    clientId: string,
    page: { limit: number; before: string | null },
    filter: { verificationId?: string | undefined },
  ): Promise<TestMessage[]>;
}
