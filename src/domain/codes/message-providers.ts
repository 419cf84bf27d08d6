import type { ProblemCode } from '../faults/errors.ts';
import type { ContactChannel } from './contact.ts';

/** Whether messages of each kind can be sent to people. A client in test mode needs no provider, because it writes to the test inbox. */
export type MessageProviders = Readonly<Record<ContactChannel, boolean>>;

/** The error of a step whose messages nobody can send. */
export const providerMissing: Readonly<Record<ContactChannel, ProblemCode>> = {
  sms: 'phone.provider_missing',
  email: 'email.provider_missing',
};
