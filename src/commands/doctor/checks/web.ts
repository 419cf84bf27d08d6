import { connect } from 'node:tls';
import { Agent, request } from 'undici';
import { hostNameOf, isLoopbackListener } from '../../../domain/hosts.ts';
import { CannotCheck, defineCheck, type DoctorCheck } from '../doctor-check.ts';
import type { CheckContext } from '../check-context.ts';

const answerWithinMs = 5_000;
const dayMs = 86_400_000;
const renewBeforeDays = 14;
/** An address that nobody has (RFC 5737). */
const somebodyElse = '203.0.113.1';

function publicUrlOf({ container: { config } }: CheckContext): URL | null {
  return config.http.publicUrl === null ? null : new URL(config.http.publicUrl);
}

const isLocal = (url: URL) => isLoopbackListener(hostNameOf(url.hostname));

const address = defineCheck({
  about: 'PUBLIC_URL',
  finds: {
    'public_url.missing': {
      severity: 'advice',
      next: 'Set PUBLIC_URL to the address at which people reach the service: links contain it.',
    },
    'public_url.local': {
      severity: 'advice',
      next: 'To verify people on other devices, set PUBLIC_URL to an https address that they reach.',
    },
    'public_url.plain_http': {
      severity: 'risk',
      next: 'Put a proxy that terminates TLS in front of the service, and set PUBLIC_URL to its https address.',
    },
  },
  run(context) {
    const url = publicUrlOf(context);
    if (url === null) return Promise.resolve([{ code: 'public_url.missing', says: 'PUBLIC_URL is not set.' }]);
    if (url.protocol === 'https:') return Promise.resolve([]);
    return Promise.resolve([
      isLocal(url)
        ? { code: 'public_url.local', says: `PUBLIC_URL is ${url.origin}, which only this machine can reach.` }
        : {
            code: 'public_url.plain_http',
            says: 'PUBLIC_URL is plain http: passwords and pictures travel unencrypted, and browsers do not allow the camera.',
          },
    ]);
  },
});

const certificate = defineCheck({
  about: 'the certificate of PUBLIC_URL',
  finds: {
    'certificate.invalid': {
      severity: 'fault',
      next: 'Give the proxy a certificate for this name with its whole chain; browsers refuse this one.',
    },
    'certificate.expiring': {
      severity: 'risk',
      next: 'Renew it now, and find out why it was not renewed automatically.',
    },
  },
  async run(context) {
    const url = publicUrlOf(context);
    if (url?.protocol !== 'https:') return [];
    const { refusedFor, until } = await readCertificate(url, context.authorities);
    const days = Math.floor((until.getTime() - context.now()) / dayMs);
    if (refusedFor === 'CERT_HAS_EXPIRED')
      return [{ code: 'certificate.invalid', says: `The certificate of ${url.host} expired on ${dateOf(until)}.` }];
    if (refusedFor !== null)
      return [{ code: 'certificate.invalid', says: `The certificate of ${url.host} is refused (${refusedFor}).` }];
    return days < renewBeforeDays
      ? [{ code: 'certificate.expiring', says: `The certificate of ${url.host} expires on ${dateOf(until)}.` }]
      : [];
  },
});

const dateOf = (at: Date) => at.toISOString().slice(0, 10);

/**
 * Why a browser would refuse it, by OpenSSL's name; null: it would not.
 * @throws CannotCheck
 */
function readCertificate(
  url: URL,
  authorities: string | undefined,
): Promise<{ refusedFor: string | null; until: Date }> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      ...(authorities === undefined ? {} : { ca: authorities }),
      // The certificate is read and judged here; nothing is sent.
      rejectUnauthorized: false,
      timeout: answerWithinMs,
    });
    const fail = () => {
      socket.destroy();
      reject(new CannotCheck(`${url.host} does not answer from this machine`));
    };
    socket.once('timeout', fail);
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      // Node's types promise an error, but Node gives its code.
      const error: unknown = socket.authorizationError;
      const code = error instanceof Error && 'code' in error ? error.code : error;
      resolve({
        refusedFor: socket.authorized ? null : typeof code === 'string' ? code : 'UNKNOWN',
        until: new Date(socket.getPeerCertificate().valid_to),
      });
      socket.destroy();
    });
  });
}

const service = defineCheck({
  about: 'what answers under PUBLIC_URL',
  needsRunning: true,
  finds: {
    'public_url.other_service': {
      severity: 'fault',
      next: 'Check that PUBLIC_URL is right, and that the proxy passes its requests to the API.',
    },
  },
  async run(context) {
    const { url, status, body } = await ask(context, '/health/live');
    return status === 200 && /"status":\s*"ok"/.test(body)
      ? []
      : [
          {
            code: 'public_url.other_service',
            says: `${url.origin} answers with status ${status}, but not like this service.`,
          },
        ];
  },
});

const metrics = defineCheck({
  about: 'who may read the metrics',
  needsRunning: true,
  finds: {
    'metrics.open': {
      severity: 'risk',
      next: 'Set METRICS_TOKEN, and have the proxy send X-Forwarded-For: without that header, all callers look like this machine.',
    },
  },
  async run(context) {
    const { url, status } = await ask(context, '/metrics');
    return status === 200
      ? [{ code: 'metrics.open', says: `${url.origin}/metrics answers callers without a token.` }]
      : [];
  },
});

/**
 * Requests the page like a stranger.
 * @throws CannotCheck
 */
async function ask(context: CheckContext, path: string): Promise<{ url: URL; status: number; body: string }> {
  const url = publicUrlOf(context) ?? new URL(`http://127.0.0.1:${context.container.config.http.port}`);
  // A separate check examines the certificate.
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false, timeout: answerWithinMs } });
  // Asked directly from this machine, the service would trust us. A proxy in between may name the original address or not.
  const direct = url.protocol === 'http:' && isLocal(url);
  try {
    const { statusCode, body } = await request(new URL(path, url), {
      dispatcher,
      headers: direct ? { 'x-forwarded-for': somebodyElse } : {},
      headersTimeout: answerWithinMs,
      bodyTimeout: answerWithinMs,
    });
    return { url, status: statusCode, body: (await body.text()).slice(0, 1_000) };
  } catch {
    throw new CannotCheck(`${url.host} does not answer from this machine`);
  } finally {
    await dispatcher.close();
  }
}

export const webChecks: readonly DoctorCheck[] = [address, certificate, service, metrics];
