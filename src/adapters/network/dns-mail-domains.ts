import { Resolver } from 'node:dns/promises';
import type { MailDomains } from '../../domain/ports/messages/mail-domains.ts';

const dnsTimeoutMs = 2_000;

/** The domain has no such record, or does not exist: an answer, not a fault. */
const nothingThere = ['ENODATA', 'ENOTFOUND'];

/**
 * Asks DNS whether a domain accepts mail: by its MX records, or else by its address (RFC 5321, 5.1). An MX of "." says that it accepts none
 * (RFC 7505). `servers` replace the system's.
 */
export function createDnsMailDomains({
  servers,
  timeoutMs = dnsTimeoutMs,
}: {
  servers: readonly string[];
  timeoutMs?: number;
}): MailDomains {
  async function ask(resolver: Resolver, domain: string): Promise<boolean> {
    const exchanges = await orNone(resolver.resolveMx(domain));
    if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.');
    const addresses = await Promise.all([orNone(resolver.resolve4(domain)), orNone(resolver.resolve6(domain))]);
    return addresses.flat().length > 0;
  }

  return {
    async receivesMail(domain) {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
      if (servers.length > 0) resolver.setServers(servers);
      // The resolver's own limit applies to one query to one server; this one applies to everything.
      const timer = setTimeout(() => resolver.cancel(), timeoutMs);
      try {
        return await ask(resolver, domain);
      } catch {
        return null;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && nothingThere.includes(String(error.code))) return [];
    throw error;
  }
}
