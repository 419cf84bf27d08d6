import type { DocumentCheck, DocumentEvidence } from '../document-evidence.ts';

type TypeCheck = Extract<DocumentCheck, { id: 'document-type' }>;

/** Is it what the flow asked for and what the person said it is? */
export function checkDocumentType({ config, input, type, country, mrz }: DocumentEvidence): TypeCheck {
  const check = { id: 'document-type' as const, durationMs: 0 };
  const data = { type, subtype: null, country, side: null };
  if (mrz === null) {
    return { ...check, outcome: 'error', code: 'document.type_unknown', data: { ...data, mismatches: [] } };
  }
  if (type === null) {
    return { ...check, outcome: 'warning', code: 'document.type_unknown', data: { ...data, mismatches: [] } };
  }
  const ofType = config.accept.filter((accepted) => accepted.type === type);
  if (ofType.length === 0 || type !== input.documentType) {
    return { ...check, outcome: 'failed', code: 'document.type_not_accepted', data: { ...data, mismatches: ['type'] } };
  }
  const countryAccepted = ofType.some(
    ({ countries }) => countries === null || (country !== null && countries.includes(country)),
  );
  const countryAsSaid = input.country === undefined || input.country === country;
  if (!countryAccepted || !countryAsSaid) {
    return {
      ...check,
      outcome: 'failed',
      code: 'document.country_not_accepted',
      data: { ...data, mismatches: ['country'] },
    };
  }
  return { ...check, outcome: 'passed', code: null, data: { ...data, mismatches: [] } };
}
