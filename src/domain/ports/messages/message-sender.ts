import type { ContactChannel } from '../../codes/contact.ts';
import { ProviderAway } from '../provider-away.ts';

/** A message to a person. `html` and `subject` are for email. */
export interface Message {
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
}

/** The provider's final answer: another try would end the same, and the person should check the number or address. */
export class Undeliverable extends Error {
  constructor() {
    super('the provider refuses this recipient');
    this.name = 'Undeliverable';
  }
}

/** The provider asks to retry this message later. Other messages are not affected: one recipient must not delay the rest. */
export class ComeBackLater extends ProviderAway {
  constructor(provider: string, options?: ErrorOptions) {
    super(provider, options);
    this.name = 'ComeBackLater';
  }
}

/** Sends messages through a provider. */
export interface MessageSender {
  /**
   * Returns the provider's id of the message, if it has one. `codeSendId` is returned with the delivery status.
   * @throws Undeliverable, ComeBackLater; anything else that is thrown is an outage of the provider
   */
  send(message: Message & { codeSendId: string; code: string }): Promise<{ providerId: string | null }>;
  /**
   * For a provider that keeps a record of each code: reports that this one was confirmed, so that the record ends. A record that has
   * already ended is not an error. Null: the provider keeps none.
   */
  approve: ((providerId: string) => Promise<void>) | null;
  close(): void;
}

/** Null: not configured. */
export type MessageSenders = Readonly<Record<ContactChannel, MessageSender | null>>;
