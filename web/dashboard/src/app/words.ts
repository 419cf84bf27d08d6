import type { Schemas } from '../api/schema.ts';

/** Turns `dateOfBirth`, `passive-liveness` or `worker:quality` into words: "Date of birth". */
export function words(name: string): string {
  const text = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .replaceAll(':', ': ')
    .toLowerCase()
    .replaceAll('facematch', 'face match')
    .replaceAll(/\b(mrz|gps|vpn|pdf|ip|id|sdk|url|sms|ttl|otp)\b/g, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
const tongues = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });

/** The country's name in the operator's language. A code without a country (`UTO`, `D`) is shown unchanged. */
export function countryName(code: string): string {
  return nameOrCode(regions, code);
}

/** The language's name in the operator's language. A text that is not a language tag is shown unchanged. */
export function languageName(code: string): string {
  return nameOrCode(tongues, code);
}

/** `Intl.DisplayNames.of` throws for a malformed code, and records contain codes from unknown devices. */
function nameOrCode(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toLocaleString(undefined, { maximumFractionDigits: step === 0 ? 0 : 1 })} ${units[step] ?? 'B'}`;
}

type PdfFile = NonNullable<Schemas['DocumentResult']['files']>[number];

/** What a reviewer may rely on: a number of signatures alone says nothing about who signed, or what. */
export function signatureText({ signatures, signature }: Pick<PdfFile, 'signatures' | 'signature'>): string {
  if (signature == null) return signatures === 0 ? 'none' : `${signatures}, not verified`;
  const { state, issuer } = signature;
  if (state === 'valid') return `${signatures}, valid: ${issuer ?? 'a known issuer'} signed the whole file`;
  return state === 'invalid' ? `${signatures}, invalid` : `${signatures}, could not be verified`;
}
