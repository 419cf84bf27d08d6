import type { Session } from '../api/contract.ts';
import { contrastOf, leastContrast } from './contrast-of.ts';

type Colours = Pick<Session['theme'], 'buttonColor' | 'buttonTextColor'>;

/** What our own buttons have where the host chooses one of the two colours alone. */
const ownText = '#ffffff';
const ownGround = '#2347d9';

/** The host's colours, as custom properties: the rest of the look is the system's light or dark. */
export function applyTheme(sheet: CSSStyleSheet, { buttonColor, buttonTextColor }: Colours): void {
  const rules = [
    buttonColor !== null && `--button:${buttonColor};--accent-host:${buttonColor}`,
    buttonTextColor !== null && `--button-text:${buttonTextColor}`,
  ].filter((rule) => rule !== false);
  const wanted = rules.length === 0 ? '' : `dialog{${rules.join(';')}}`;
  if ((sheet.cssRules[0]?.cssText ?? '') === '' && wanted !== '') sheet.insertRule(wanted);
}

/** Tells the host's developers of a button that many people cannot read. */
export function warnOfContrast({ buttonColor, buttonTextColor }: Colours): void {
  if (buttonColor === null && buttonTextColor === null) return;
  const contrast = contrastOf(buttonColor ?? ownGround, buttonTextColor ?? ownText);
  if (contrast >= leastContrast) return;
  console.warn(
    `Verify: the contrast of buttonColor and buttonTextColor is ${contrast.toFixed(1)} : 1. Below ${leastContrast} : 1 many people cannot read the buttons.`,
  );
}
