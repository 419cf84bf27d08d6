import { describe, expect, it } from 'vitest';
import type { DocumentFieldName } from '../../../../src/domain/documents/document-field.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../../src/steps/document/page-result-schema.ts';
import { degradations, degrade, falseValues, forge, provingPapers } from '../../../support/documents/forged-zone.ts';
import { makeUpDocument } from '../../../support/documents/made-up-document.ts';

const fields = Object.keys(falseValues) as DocumentFieldName[]; // Object.keys widens the keys of a partial record.

describe.each(provingPapers.map((paper) => [paper.name, paper] as const))('%s', (_name, { kind, holder }) => {
  const document = makeUpDocument(kind, 1, holder);

  it.each(fields)(
    'is never verified with a %s that only its zone or barcode says, whatever is done to its print',
    (field) => {
      const forged = forge(kind, document, field);
      if (forged === null) return;
      const passed = Object.keys(degradations).flatMap((name) =>
        [1, 2, 3].flatMap((seed) => {
          const { outcome } = documentStep.evaluate({
            config: { accept: [{ type: kind.type, ...(kind.mustBeNamed && { subtypes: [kind.subtype] }) }] },
            input: { documentType: kind.type },
            stored: { kind: 'done', result: documentResultSchema.parse(degrade(kind, forged, name, seed)) },
            at: new Date('2026-03-01T12:00:00.000Z'),
            earlier: [],
          });
          return outcome.checks.every((check) => check.outcome === 'passed') ? [`${name} ${seed}`] : [];
        }),
      );
      expect(passed).toEqual([]);
    },
  );
});
