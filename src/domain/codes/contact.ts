/** The channels for codes. */
export const contactChannels = ['sms', 'email'] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** The number or address of a code's recipient, in canonical form. Encrypted wherever it is stored. */
export interface Contact {
  /** E.164, or an email address with its domain in lower case. */
  address: string;
  /** ISO 3166-1 alpha-2; null for email. */
  country: string | null;
  /** Whether the domain accepts mail according to DNS; null when DNS was not asked or did not answer. */
  receivesMail: boolean | null;
}

/** The state of a message. `undeliverable` is the provider's final answer. */
export const codeSendStates = ['waiting', 'sent', 'delivered', 'undeliverable'] as const;
export type CodeSendState = (typeof codeSendStates)[number];

/** One request for a code. */
export interface CodeSend {
  id: string;
  clientId: string;
  identityId: string;
  verificationId: string;
  stepRunId: string;
  channel: ContactChannel;
  contact: Contact;
  /** Derived when it is read, and stored nowhere. */
  code: string;
  state: CodeSendState;
  tries: number;
  createdAt: Date;
  expiresAt: Date;
  resendAt: Date;
  confirmedAt: Date | null;
}

/** The number or address whose code was checked, with statistics. */
export interface ConfirmedContact extends Contact {
  channel: ContactChannel;
  confirmedAt: Date;
  /** Requests for codes in this step, and wrong codes over all of them. */
  sendCount: number;
  wrongCodeCount: number;
  /** Requests for codes in this step, and the codes that this number or address has confirmed in the last day, in all sessions of the client. */
  recentSends: number;
}
