const gmail: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that receives the messages to an address, as far as anyone outside can tell: most servers ignore what follows a plus sign
 * (RFC 5233), and Gmail ignores dots, too. A server that does not has two of its mailboxes taken for one. A number is its own mailbox.
 */
export function mailboxOf(address: string): string {
  const [, local = address, domain] = /^([^+].*?)(?:\+.*)?@([^@]+)$/.exec(address.toLowerCase()) ?? [];
  if (domain === undefined) return address.toLowerCase();
  return gmail.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
