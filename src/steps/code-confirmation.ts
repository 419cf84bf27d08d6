import type { Contact, ContactChannel } from '../domain/codes/contact.ts';
import type { MailDomains } from '../domain/ports/messages/mail-domains.ts';

/** The destination of a code, as the person typed it. */
export type CodeRequest = { phoneNumber: string } | { email: string };

/** For steps in which the person confirms a number or address with a code. */
export interface CodeConfirmation<Config> {
  channel: ContactChannel;
  /**
   * The number or address in canonical form, if the flow and the numbering plan or DNS allow a code to be sent there. `testMode`: the
   * client's messages reach nobody.
   * @throws Problem
   */
  readContact(request: {
    config: Config;
    body: CodeRequest;
    mailDomains: MailDomains;
    testMode: boolean;
  }): Promise<Contact>;
}

/** Marks for the direction of text, and spaces without a width: contact lists and web pages add them to what a person copies. */
const invisibleMarks = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

export function withoutMarks(typed: string): string {
  return typed.replaceAll(invisibleMarks, '');
}
