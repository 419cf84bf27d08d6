import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../domain/faults/errors.ts';
import { hostNameOf, isFromThisMachine, isUnclaimedName } from '../domain/hosts.ts';
import { sendProblem } from './problem-replies.ts';

export interface KnownHostSettings {
  /** Null: `npm start` without `PUBLIC_URL`. */
  publicUrl: string | null;
  /** Further host names, in lower case. */
  allowedHosts: readonly string[];
}

/**
 * Load balancers and Prometheus request these under private host names. The responses contain no personal data, and metrics have their own
 * rule.
 */
const isOperational = (url: string) => url.startsWith('/health/') || url === '/metrics';

/**
 * Answers 421 to a request for an unknown host. A page of another site can point its own name to this machine (DNS rebinding) and would
 * then read our responses as its own; and links would contain whatever host a request names. A trusted proxy may name the requested host
 * (`X-Forwarded-Host`), but a page's script can send that header, too, so both hosts must be known.
 */
export function refuseUnknownHosts(app: FastifyInstance, settings: KnownHostSettings): void {
  const known = namedHosts(settings);
  /** Nearly all requests name one host. */
  let lastKnown: string | null = null;
  const isKnown = (host: string) => {
    if (host === lastKnown) return true;
    const name = hostNameOf(host);
    const found = known.includes(name) || isUnclaimedName(name);
    if (found) lastKnown = host;
    return found;
  };
  app.addHook('onRequest', (request, reply, done) => {
    const { host: sent = '' } = request.headers;
    const named = request.host;
    if (isOperational(request.url) || (isKnown(sent) && (named === sent || isKnown(named)))) {
      done();
      return;
    }
    void sendProblem(reply, new Problem('request.host_unknown'));
  });
}

/** For pages that are only for people at this machine, or for those who use a name that the operator configured. */
export function isAtHome(request: FastifyRequest, settings: KnownHostSettings): boolean {
  return (
    isFromThisMachine(request.socket.remoteAddress, request.headers) ||
    namedHosts(settings).includes(hostNameOf(request.host))
  );
}

function namedHosts({ publicUrl, allowedHosts }: KnownHostSettings): string[] {
  return [...(publicUrl === null ? [] : [hostNameOf(new URL(publicUrl).host)]), ...allowedHosts];
}
