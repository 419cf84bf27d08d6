import type { ErrorText, Language } from '../api/contract.ts';
import type { SessionApi } from '../api/session-api.ts';
import { isDeviceCode, type DeviceCode } from '../flow/fault.ts';
import { loadTexts } from './load-texts.ts';
import { createTranslate, type Translate } from './translate.ts';

export type FaultKind = ErrorText['kind'];

const kindOfDeviceCode: Readonly<Record<DeviceCode, FaultKind>> = {
  'network.offline': 'retry',
  'wait.too_long': 'retry',
  'camera.denied': 'retry',
  'camera.missing': 'retry',
  'camera.in_use': 'retry',
  'camera.failed': 'retry',
  'microphone.denied': 'retry',
  'microphone.missing': 'retry',
  'recording.unsupported': 'contact',
  'recording.failed': 'retry',
  'picture.unreadable': 'retake',
  'location.denied': 'retry',
  'location.unavailable': 'retry',
  'step.not_supported': 'contact',
  'sdk.failed': 'retry',
};

export interface PersonTexts {
  language: Language;
  t: Translate;
  country(code: string): string;
  /** The text about a code, and what the person can do. */
  about(code: string): { text: string; kind: FaultKind };
}

/** Every text of a language: the bundle's at once, the server's texts for codes as soon as they are there. */
export async function openPersonTexts(
  language: Language,
  api: Pick<SessionApi, 'listErrorTexts'>,
  onMore: () => void,
): Promise<PersonTexts> {
  const t = createTranslate(language, await loadTexts(language));
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  let known = new Map<string, ErrorText>();
  void api.listErrorTexts(language).then((rows) => {
    known = new Map(rows.map((row) => [row.code, row]));
    onMore();
  }, console.warn);
  return {
    language,
    t,
    country: (code) => (code === 'XK' ? t('country.kosovo') : (names.of(code) ?? code)),
    about(code) {
      if (isDeviceCode(code)) return { text: t(`fault.${code}`), kind: kindOfDeviceCode[code] };
      const row = known.get(code);
      return row ?? { text: t('fault.unknown'), kind: 'retry' };
    },
  };
}
