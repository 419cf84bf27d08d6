import { arCuil } from './ar-cuil.ts';
import { brCnhRegistro } from './br-cnh-registro.ts';
import { brCpf } from './br-cpf.ts';
import { clRun } from './cl-run.ts';
import { deIdCard } from './de-id-card.ts';
import { esDniNie } from './es-dni-nie.ts';
import { gbDriverNumber } from './gb-driver-number.ts';
import { itCodiceFiscale } from './it-codice-fiscale.ts';
import { mxCurp } from './mx-curp.ts';
import type { NationalRule } from './national-rule.ts';
import { peDni } from './pe-dni.ts';
import { plIdCard } from './pl-id-card.ts';
import { plPesel } from './pl-pesel.ts';
import { ptCc } from './pt-cc.ts';
import { ptNif } from './pt-nif.ts';
import { thId } from './th-id.ts';
import { trTckn } from './tr-tckn.ts';

/** The one list of national rules; a kind of document names them. */
export const nationalRules = {
  'ar-cuil': arCuil,
  'br-cnh-registro': brCnhRegistro,
  'br-cpf': brCpf,
  'cl-run': clRun,
  'de-id-card': deIdCard,
  'es-dni-nie': esDniNie,
  'gb-driver-number': gbDriverNumber,
  'it-codice-fiscale': itCodiceFiscale,
  'mx-curp': mxCurp,
  'pe-dni': peDni,
  'pl-id-card': plIdCard,
  'pl-pesel': plPesel,
  'pt-cc': ptCc,
  'pt-nif': ptNif,
  'th-id': thId,
  'tr-tckn': trTckn,
} as const satisfies Readonly<Record<string, NationalRule>>;

export type NationalRuleName = keyof typeof nationalRules;

/** Whether a number keeps its rule and has a check digit or letter, which shows that no character of it was misread. */
export function isProvenBy(rule: NationalRule, number: string): boolean {
  return rule.isValid(number) && rule.hasCheck?.(number) !== false;
}

/** The rule of this name. */
export function getNationalRule(name: NationalRuleName): NationalRule {
  return nationalRules[name];
}
