const gmail: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that receives the messages to an address, as far as its text tells: most servers ignore what follows a plus sign (RFC 5233),
 * and Gmail ignores dots, too. Two mailboxes of a server that does not are taken for one. A phone number is its own mailbox.
 */
export function mailboxOf(address: string): string {
  const [, local = address, domain] = /^([^+].*?)(?:\+.*)?@([^@]+)$/.exec(address.toLowerCase()) ?? [];
  if (domain === undefined) return address.toLowerCase();
  return gmail.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
