import { domainToASCII } from 'node:url';
import type { Contact } from '../../domain/codes/contact.ts';
import { Problem } from '../../domain/faults/errors.ts';
import type { MailDomains } from '../../domain/ports/messages/mail-domains.ts';
import { isTestDomain } from '../../domain/codes/test-values.ts';
import { withoutMarks, type CodeRequest } from '../code-confirmation.ts';
import type { StepConfig } from '../define-step-schema.ts';
import { emailAddressSchema, type emailSchema } from './schema.ts';

/** Role mailboxes (RFC 2142 and other common ones), which do not belong to one person. */
const roles = new Set(
  'abuse admin administrator billing contact hello help helpdesk hostmaster hr info it jobs mail mailer-daemon marketing news no-reply noc noreply office orders postmaster press root sales security service support sysadmin team webmaster'.split(
    ' ',
  ),
);

/**
 * The address with its domain in lower case and ASCII, if the flow allows codes to it and the domain accepts mail. The part before the @
 * belongs to the receiver and stays as typed.
 * @throws Problem with a separate code for each fault
 */
export async function readEmailAddress({
  config,
  body,
  mailDomains,
  testMode,
}: {
  config: StepConfig<typeof emailSchema>;
  body: CodeRequest;
  mailDomains: MailDomains;
  testMode: boolean;
}): Promise<Contact> {
  if (!('email' in body)) {
    const fault = { pointer: '/email', code: 'value.missing', detail: 'is missing' };
    throw new Problem('request.invalid', { errors: [fault] });
  }
  const [, local = '', written = ''] = /^(.+)@([^@]+)$/.exec(withoutMarks(body.email).trim().normalize('NFC')) ?? [];
  const domain = domainToASCII(written.replace(/\.$/, ''));
  const address = `${local}@${domain}`;
  // 64 characters before the @ (RFC 5321, 4.5.3.1.1).
  if (local.length > 64 || !emailAddressSchema.safeParse(address).success) throw new Problem('email.invalid_address');
  if (config.disposableDomains === 'refuse' && (await isDisposable(domain)))
    throw new Problem('email.disposable_domain');
  const receivesMail = testMode && isTestDomain(domain) ? true : await mailDomains.receivesMail(domain);
  if (receivesMail === false) throw new Problem('email.unknown_domain');
  return { address, country: null, receivesMail };
}

/** Whether the domain, or a parent domain, gives away disposable addresses. */
export async function isDisposable(domain: string): Promise<boolean> {
  // 20 MB, loaded on first use.
  const { default: mailchecker } = await import('mailchecker');
  const list = mailchecker.blacklist();
  const labels = domain.toLowerCase().split('.');
  return labels.some((_, index) => list.has(labels.slice(index).join('.')));
}

export function isRoleAddress(address: string): boolean {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  return roles.has(local.replace(/\+.*$/, ''));
}
