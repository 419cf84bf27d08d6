/**
 * Values that a client in test mode can enter to force a result. Its messages reach nobody, and live clients treat none of these specially.
 * The numbers are from the North American numbering plan's block for fiction (555-0100 to 555-0199), the domain is from RFC 2606.
 */
export const testCodes = {
  /** Right for every request that has tries left. */
  right: '424242',
  /** Treated as a code whose ten minutes are over. */
  expired: '101010',
} as const;

export const testNumbers = {
  undeliverable: '+12015550101',
  voip: '+12015550103',
  premium: '+12015550104',
  simSwapped: '+12015550105',
  smsPumping: '+12015550106',
} as const;

export const testEmails = { undeliverable: 'undeliverable@example.com' } as const;

/** Domains that a client in test mode may use without a DNS query. */
export function isTestDomain(domain: string): boolean {
  return /(^|\.)(example\.(com|net|org)|test)$/.test(domain);
}
