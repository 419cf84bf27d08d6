/**
 * What a client in test mode can type to force an answer. Its messages reach nobody, and live clients know none of these. The
 * numbers are of the block that the North American numbering plan keeps for fiction (555-0100 to 555-0199), the domain is the
 * one of RFC 2606.
 */
export const testCodes = {
  /** Right for every press that has tries left. */
  right: '424242',
  /** Answered as a code whose ten minutes are over. */
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

/** Domains that a client in test mode uses without DNS being asked. */
export function isTestDomain(domain: string): boolean {
  return /(^|\.)(example\.(com|net|org)|test)$/.test(domain);
}
