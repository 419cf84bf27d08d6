import { isDatabaseAway } from '../../db/connection/is-away.ts';
import type { RedisAddress } from '../../adapters/redis/redis-connection.ts';
import type { Config } from '../../config.ts';
import { describeFault } from '../../domain/faults/describe-fault.ts';
import { StorageAway } from '../../domain/ports/object-store.ts';
import { fileFaultOf } from '../../start-process.ts';

/** Why a server that a setting names cannot be used, in words that follow the setting's name. They hold no user and no password. */

export const sentenceOf = ({ name, fault }: { name: string; fault: string }): string =>
  `${name}: ${fault}${fault.endsWith('?') ? '' : '.'}`;

/** Null: something else is wrong. */
export function databaseFaultOf(error: unknown, url: string): string | null {
  const host = hostOf(url, 'Postgres');
  const code = codeOf(error);
  if (code.startsWith('28')) return `Postgres at ${host} refuses this user or password`;
  if (code === '3D000') return `Postgres at ${host} has no database of this name`;
  if (code === '42501') return `this user of Postgres at ${host} lacks a right that the service needs`;
  if (error instanceof Error && error.message.includes('password must be a string'))
    return `Postgres at ${host} asks for a password, and the address has none`;
  if (code === '57P03') return `Postgres at ${host} is not ready yet; try again in a moment`;
  if (code === '53300')
    return `Postgres at ${host} has no free connection; raise max_connections, or end other programs`;
  if (error instanceof Error && tooLate.test(error.message)) return `Postgres at ${host} does not answer in time`;
  return networkFaultOf(error, host) ?? (isDatabaseAway(error) ? silence(host) : null);
}

/** The setting that names Redis, and why it cannot be used. */
export function redisFaultOf(error: unknown, { url, sentinel = null }: RedisAddress): { name: string; fault: string } {
  return sentinel === null
    ? { name: 'REDIS_URL', fault: serverFaultOf(error, url) }
    : { name: 'REDIS_SENTINELS', fault: 'no sentinel answers, or none knows this primary' };
}

function serverFaultOf(error: unknown, url: string): string {
  const host = hostOf(url, 'Redis');
  const said = error instanceof Error ? error.message : '';
  if (/NOAUTH|WRONGPASS|invalid password|NOPERM|without any password/i.test(said))
    return `Redis at ${host} refuses this user or password`;
  if (said.startsWith('LOADING')) return `Redis at ${host} still loads its data; try again in a moment`;
  return networkFaultOf(error, host) ?? silence(host);
}

/** The setting that names the place of media, and why it cannot be used. */
export function mediaFaultOf(error: unknown, media: Config['media']): { name: string; fault: string } {
  return media.store === 'disk'
    ? { name: 'MEDIA_DIR', fault: fileFaultOf(error) }
    : { name: 'S3_BUCKET', fault: bucketFaultOf(error, media.endpoint) };
}

function bucketFaultOf(error: unknown, endpoint: string | null): string {
  const host = endpoint === null ? 'Amazon S3' : hostOf(endpoint, 'the object store');
  const cause = error instanceof StorageAway ? error.cause : error;
  const said = cause instanceof Error ? cause.name : '';
  if (/AccessDenied|Forbidden|403|InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProvider/.test(said))
    return `${host} refuses the access key, or the key may not use this bucket`;
  return networkFaultOf(cause, host) ?? `${host} does not answer, or refuses this bucket (${describeFault(cause)})`;
}

/** Messages of `pg`, which has no codes for them. */
const tooLate = /timeout expired|query read timeout/i;

const silence = (host: string) => `nothing answers at ${host}; is it running, and is the address right?`;

function networkFaultOf(error: unknown, host: string): string | null {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name of the host ${host} leads to no address`;
  if (['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) return silence(host);
  if (/CERT|SIGNATURE|ALTNAME|UNABLE_TO/.test(code))
    return `the certificate of ${host} is not trusted (${code}); name its authority in NODE_EXTRA_CA_CERTS`;
  return null;
}

/** A URL may name a socket in place of a host. */
function hostOf(url: string, otherwise: string): string {
  return URL.canParse(url) ? new URL(url).host || otherwise : otherwise;
}

/** Node puts the error of each address of a host into an AggregateError. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
