import type { ContactChannel } from '../../codes/contact.ts';
import { ProviderAway } from '../provider-away.ts';

/** A message to a person. `html` and `subject` are for e-mail. */
export interface Message {
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
}

/** The provider's last word: another try would end the same, and the person should check the number or address. */
export class Undeliverable extends Error {
  constructor() {
    super('the provider refuses this recipient');
    this.name = 'Undeliverable';
  }
}

/** The provider asks to come back later with this message. Says nothing of others: one recipient must not hold up the rest. */
export class ComeBackLater extends ProviderAway {
  constructor(provider: string, options?: ErrorOptions) {
    super(provider, options);
    this.name = 'ComeBackLater';
  }
}

/** Hands messages to a provider. */
export interface MessageSender {
  /**
   * Answers the provider's name for the message, if it has one. `codeSendId` comes back with the delivery status.
   * @throws Undeliverable, ComeBackLater; anything else that is thrown is an outage of the provider.
   */
  send(message: Message & { codeSendId: string; code: string }): Promise<{ providerId: string | null }>;
  /**
   * For a provider that keeps a record of each code: tells it that this one was confirmed, so that the record ends. A record
   * that has ended already is none to complain about. Null: the provider keeps none.
   */
  approve: ((providerId: string) => Promise<void>) | null;
  close(): void;
}

/** Null: not configured. */
export type MessageSenders = Readonly<Record<ContactChannel, MessageSender | null>>;
