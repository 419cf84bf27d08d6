import type { Session } from '../api/contract.ts';
import type { HostedExtras } from '../presentation.ts';

/**
 * The messages between the hosted page and the app around it (docs/bridge.md). Every message is an object with `verify`, the sender's
 * version, and `type`. Within a version fields and types are only added, and both sides ignore unknown ones.
 */
export const newestVersion = 1;
/** A page works with hosts that are two versions older. */
export const oldestVersion = Math.max(1, newestVersion - 2);

interface Ids {
  identityId?: string;
  verificationId?: string;
}

/** From the page to its host. No verdict and no data of the person, only ids. */
export type PageMessage =
  | { type: 'ready'; oldest: number }
  | ({ type: 'started'; resume?: string } & Ids)
  | ({ type: 'finished' } & Ids)
  | ({ type: 'cancelled' } & Ids)
  | ({ type: 'failed'; code: string } & Ids)
  | { type: 'open'; url: string }
  | { type: 'closed' };

/** The version in which a message and each of its fields appeared. A host never receives anything newer than itself. */
export type Since = Readonly<Record<PageMessage['type'], Readonly<Record<string, number>> & { type: number }>>;

const ids = { identityId: 1, verificationId: 1 };
const since: Since = {
  ready: { type: 1, oldest: 1 },
  started: { type: 1, ...ids, resume: 1 },
  finished: { type: 1, ...ids },
  cancelled: { type: 1, ...ids },
  failed: { type: 1, code: 1, ...ids },
  open: { type: 1, url: 1 },
  closed: { type: 1 },
};

/** A message as a host of this version knows it; null when it knows no message of this type. A field without a version is never sent. */
export function messageFor(
  hostVersion: number,
  message: PageMessage,
  table: Since = since,
  version = newestVersion,
): Record<string, unknown> | null {
  const spoken = Math.min(hostVersion, version);
  const fields = table[message.type];
  if (fields.type > spoken) return null;
  const known = Object.entries(message).filter(
    ([name, value]) => value !== undefined && (fields[name] ?? Infinity) <= spoken,
  );
  return { verify: spoken, ...Object.fromEntries(known) };
}

/** From the host to the page, once, before anything starts. */
export interface Configuration extends Pick<HostedExtras, 'languages' | 'app' | 'fonts'> {
  metadata: Record<string, unknown>;
  clientToken: string;
  resume: Session;
  /** The host keeps `resume` of `started` until the end. */
  keepsResume: boolean;
}

/** Larger messages are ignored: two fonts and some metadata are far smaller. */
export const mostMessageCharacters = 12_000_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A host's `configure`. Null: it is another message, or none at all.
 * @throws Error that names the wrong field
 */
export function readConfiguration(data: unknown): Partial<Configuration> | null {
  const message = typeof data === 'string' ? parsed(data) : data;
  if (!isObject(message) || !Number.isInteger(message.verify) || message.type !== 'configure') return null;
  const { metadata, clientToken, languages, app, fonts, resume, keepsResume } = message;
  const configuration: Partial<Configuration> = {};
  if (metadata !== undefined) {
    if (!isObject(metadata)) throw wrong('metadata', 'an object');
    configuration.metadata = metadata;
  }
  if (clientToken !== undefined) configuration.clientToken = text(clientToken, 'clientToken');
  if (languages !== undefined) {
    if (!Array.isArray(languages)) throw wrong('languages', 'a list of texts');
    configuration.languages = languages.map((tag) => text(tag, 'languages'));
  }
  if (app !== undefined) configuration.app = readApp(app);
  if (fonts !== undefined) configuration.fonts = readFonts(fonts);
  if (resume !== undefined) {
    const session = parsed(text(resume, 'resume'));
    if (!isObject(session) || typeof session.sessionToken !== 'string') throw wrong('resume', 'what `started` said');
    configuration.resume = session as unknown as Session; // A value that a page of ours once gave to this host.
  }
  if (keepsResume === true) configuration.keepsResume = true;
  return configuration;
}

function readApp(value: unknown): Configuration['app'] {
  if (!isObject(value)) throw wrong('app', 'an object');
  const { platform, version, model, osVersion } = value;
  return {
    platform: text(platform, 'app.platform'),
    version: text(version, 'app.version'),
    ...(model !== undefined && { model: text(model, 'app.model') }),
    ...(osVersion !== undefined && { osVersion: text(osVersion, 'app.osVersion') }),
  };
}

function readFonts(value: unknown): Configuration['fonts'] {
  if (!isObject(value)) throw wrong('fonts', 'an object');
  const fonts: Configuration['fonts'] = {};
  for (const weight of ['regular', 'bold'] as const) {
    const font = value[weight];
    if (font !== undefined) fonts[weight] = bytes(text(font, `fonts.${weight}`), `fonts.${weight}`);
  }
  return fonts;
}

function bytes(base64: string, field: string): ArrayBuffer {
  try {
    return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0)).buffer;
  } catch {
    throw wrong(field, 'base64');
  }
}

function text(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '') throw wrong(field, 'a text');
  return value;
}

const wrong = (field: string, what: string) => new Error(`\`configure\` of the host: ${field} must be ${what}.`);

function parsed(json: string): unknown {
  try {
    return json.length > mostMessageCharacters ? null : (JSON.parse(json) as unknown);
  } catch {
    return null;
  }
}
