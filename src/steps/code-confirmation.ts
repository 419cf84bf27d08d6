import type { Contact, ContactChannel } from '../domain/codes/contact.ts';
import type { MailDomains } from '../domain/ports/messages/mail-domains.ts';

/** Where a code is to be sent, as the person typed it. */
export type CodeRequest = { phoneNumber: string } | { email: string };

/** For steps whose person confirms a number or address by a code. */
export interface CodeConfirmation<Config> {
  channel: ContactChannel;
  /**
   * The number or address in its one spelling, when the flow and the world allow a code to be sent there. `testMode`: the
   * client's messages reach nobody. @throws Problem
   */
  readContact(request: {
    config: Config;
    body: CodeRequest;
    mailDomains: MailDomains;
    testMode: boolean;
  }): Promise<Contact>;
}
