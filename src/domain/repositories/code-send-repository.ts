import type { ClientMode } from '../operators/client.ts';
import type { CodeSend, CodeSendState, ConfirmedContact, Contact, ContactChannel } from '../codes/contact.ts';
import type { OutboxRun } from './outbox-repository.ts';

/** A requested code with everything that its message needs. */
export interface CodeSendInHand {
  send: CodeSend;
  clientName: string;
  clientMode: ClientMode;
  language: string;
  /** Expired, confirmed or replaced by a newer one, or its verification takes no more input: nobody needs it any more. */
  pointless: boolean;
}

/** A requested code against which a guess was counted. */
export interface CountedTry {
  send: CodeSend;
  triesLeft: number;
}

/** The newest code of a step, for the session's state. */
export interface CodeState {
  stepRunId: string;
  resendAt: Date;
  expiresAt: Date;
  triesLeft: number;
  verified: boolean;
}

/** The counters of a requested code, by name and value. Values are stored as keyed hashes. */
export interface SendCount {
  name: string;
  value: string;
  windowSeconds: number;
}

export interface CountedSends {
  name: string;
  /** Including this one. */
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
  /** The reason why the step may not request another code now, by the database's clock, with seconds to wait; null: none. */
  findWait(
    stepRunId: string,
  ): Promise<{ code: 'code.resend_too_early' | 'code.too_many_sends'; waitSeconds: number } | null>;
  /** How often the step has requested a code. */
  countOfStep(stepRunId: string): Promise<number>;
  find(codeSendId: string): Promise<CodeSend | null>;
  /** With everything that a message needs. Runs outside any transaction, like the end of a message: both run once for each. */
  findForSending(codeSendId: string): Promise<CodeSendInHand | null>;
  /** The provider's id of the message, once it has one. Null for an unknown request. */
  findProviderId(
    codeSendId: string,
  ): Promise<{ channel: ContactChannel; state: CodeSendState; providerId: string | null } | null>;
  /** The request whose code counts: the newest of the step. */
  findNewest(stepRunId: string): Promise<(CodeSend & { expired: boolean; resendInSeconds: number }) | null>;
  /** Older codes of the step that have not expired. */
  listSuperseded(stepRunId: string, newestId: string): Promise<CodeSend[]>;
  /** Counts a guess before it is compared; null when the newest code accepts none: confirmed, expired or used up. */
  countTry(stepRunId: string): Promise<CountedTry | null>;
  /** False when another call was first. */
  confirm(codeSendId: string): Promise<boolean>;
  /** The newest request's contact, if its code was confirmed. */
  findConfirmed(stepRunId: string): Promise<ConfirmedContact | null>;
  listStates(verificationId: string): Promise<CodeState[]>;
  /** Only forward: `delivered` and `undeliverable` are final. False when nothing changed. */
  setState(codeSendId: string, state: CodeSendState): Promise<boolean>;
  /** Ends a short job, in one statement. False when another run has ended the work. */
  storeSentAndComplete(codeSendId: string, providerId: string | null, run: OutboxRun): Promise<boolean>;
  /** Increments all counters and returns them, in one statement; the rows stay locked until the transaction ends. */
  count(clientId: string, counts: readonly SendCount[]): Promise<CountedSends[]>;
  /** A code was confirmed: counts towards these conversion rates. */
  countConfirmed(clientId: string, counts: readonly SendCount[]): Promise<void>;
  deleteOldCounts(limit: number): Promise<number>;
}

/** A message that was sent to nobody, because its client is in test mode. */
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
