import { getNationalRule } from '../../../domain/national-numbers/index.ts';
import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type NumberCheck = Extract<DocumentCheck, { id: 'document-number' }>;

/**
 * Do the numbers follow their issuer's rules? Only one reader sees the visual zone, so a wrong number there may be a misreading. Null for
 * kinds whose numbers have no public rule.
 */
export function checkDocumentNumber({ kind, fields }: DocumentEvidence): NumberCheck | null {
  const ruled = (kind?.fields ?? []).flatMap(({ name, rule }) => (rule === null ? [] : [{ name, rule }]));
  if (ruled.length === 0) return null;
  const numbers = ruled.flatMap(({ name, rule }) => {
    const reading = fields.get(name);
    if (reading === undefined) return [];
    const valid = getNationalRule(rule).isValid(reading.normalisedValue ?? '');
    return [{ field: name, rule, valid, isProven: reading.source !== 'visual' && !reading.isDoubtful }];
  });
  const data = { numbers: numbers.map(({ field, rule, valid }) => ({ field, rule, valid })) };
  const check = { id: 'document-number' as const, durationMs: 0, data };
  if (numbers.length === 0) return { ...check, outcome: 'skipped', code: 'check.input_missing' };
  const wrong = numbers.filter(({ valid }) => !valid);
  if (wrong.length === 0) return { ...check, outcome: 'passed', code: null };
  const outcome = wrong.some(({ isProven }) => isProven) ? 'failed' : 'warning';
  return { ...check, outcome, code: 'document.number_invalid' };
}
