import type { Fault } from '../faults/errors.ts';
import { isId } from '../id.ts';
import { isLanguage } from '../language.ts';

/** Size of the metadata as compact JSON in UTF-8, in bytes. */
export const maxMetadataBytes = 16_384;
/** The object itself is the first level. */
export const maxMetadataLevels = 8;

/** The metadata keys that the service acts on. All others are the host's own and pass through unchanged. */
export interface ReservedMetadata {
  buttonColor?: string;
  buttonTextColor?: string;
  fixedLanguage?: string;
  regularFont?: string;
  boldFont?: string;
  identityId?: string;
  encryptionConfigurationId?: string;
}

interface Rule {
  holds: (value: string) => boolean;
  code: string;
  detail: string;
}

const colour: Rule = {
  holds: (value) => /^#[0-9A-Fa-f]{6}$/.test(value),
  code: 'metadata.not_a_colour',
  detail: 'must be a colour such as #1A2B3C',
};

const font: Rule = {
  holds: isFont,
  code: 'metadata.not_a_font',
  detail: 'must be the name of a .ttf or .otf file or an https URL',
};

/** The type of each reserved key. */
const rules: Readonly<Record<keyof ReservedMetadata, Rule>> = {
  buttonColor: colour,
  buttonTextColor: colour,
  fixedLanguage: {
    holds: isLanguage,
    code: 'metadata.unknown_language',
    detail: 'must be one of en es fr pt ru tr de it pl th',
  },
  regularFont: font,
  boldFont: font,
  identityId: {
    holds: (value) => isId('identity', value),
    code: 'metadata.not_an_identity_id',
    detail: 'must be an identity id',
  },
  encryptionConfigurationId: {
    holds: (value) => isId('encryptionConfiguration', value),
    code: 'metadata.not_an_encryption_configuration_id',
    detail: 'must be the id of an encryption configuration',
  },
};

/**
 * Faults of a start's metadata, with pointers relative to the metadata object (`/buttonColor`). An empty list means that it can be stored
 * as it is, and its reserved keys can be used. The value must come from JSON.
 */
export function findMetadataFaults(metadata: Readonly<Record<string, unknown>>): Fault[] {
  // Depth first: serialising an object that is nested a million times would exhaust the stack.
  if (!isWithinLevels(metadata, maxMetadataLevels)) {
    return [
      {
        pointer: '',
        code: 'metadata.too_deep',
        detail: `must not be nested more than ${maxMetadataLevels} levels deep`,
      },
    ];
  }
  if (Buffer.byteLength(JSON.stringify(metadata), 'utf8') > maxMetadataBytes) {
    return [
      { pointer: '', code: 'metadata.too_large', detail: `must not be larger than ${maxMetadataBytes} bytes of JSON` },
    ];
  }
  return Object.entries(rules).flatMap(([key, rule]) => {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (value === undefined || (typeof value === 'string' && rule.holds(value))) return [];
    return [{ pointer: `/${key}`, code: rule.code, detail: rule.detail }];
  });
}

/** The reserved keys of metadata in which `findMetadataFaults` found no faults. */
export function reservedMetadataOf(metadata: Readonly<Record<string, unknown>>): ReservedMetadata {
  const reserved: Record<string, string> = {};
  for (const key of Object.keys(rules)) {
    const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
    if (typeof value === 'string') reserved[key] = value;
  }
  return reserved;
}

export function isReservedMetadata(key: string): boolean {
  return Object.hasOwn(rules, key);
}

function isWithinLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((child) => isWithinLevels(child, levels - 1));
}

/** File names without a path, or URLs that a browser may load from a secure page. */
function isFont(value: string): boolean {
  if (value.length > 2048) return false;
  if (/^[\w][\w .()-]*\.(ttf|otf)$/i.test(value)) return true;
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}
