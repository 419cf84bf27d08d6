import { describe, expect, it } from 'vitest';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../../src/steps/document/page-result-schema.ts';
import { statePassports } from '../../../../specimens/passports/state-passports.ts';
import { makeUpDocument, storeDocument } from '../../../support/documents/made-up-document.ts';
import { printedLine } from '../../../support/documents/printed-document.ts';

const passport = documentKinds.find(
  ({ type, country, subtype }) => type === 'passport' && (country ?? subtype) === null,
);
if (passport === undefined) throw new Error('the catalogue has no passport of any country');
const kind = passport;
const topOf = ({ box }: TextLine) => box[0][1];

/** What the print does not confirm, with these texts above the names: rows of texts that the reader saw as lines. */
function notFound(issuer: string, nationality: string, rows: readonly (readonly string[])[]): unknown {
  const document = makeUpDocument(kind, 1, { issuingState: issuer, nationality });
  const top = Math.min(...document.printed.lines.front.map(topOf));
  const added = rows.flatMap((row, down) => {
    let left = 300;
    return row.map((text) => {
      const line = printedLine(text, left, top - 45 * (rows.length - down));
      left = line.box[1][0] + 20;
      return line;
    });
  });
  const result = storeDocument(kind, document, (reading, side) =>
    side === 'front' ? { ...reading, lines: [...added, ...reading.lines] } : reading,
  );
  const { outcome } = documentStep.evaluate({
    config: { accept: [{ type: 'passport' }] },
    input: { documentType: 'passport' },
    stored: { kind: 'done', result: documentResultSchema.parse(result) },
    at: new Date('2026-03-01T12:00:00.000Z'),
    earlier: [],
  });
  const check = outcome.checks.find(({ id }) => id === 'cross-check');
  return (check?.data as { notFound: string[] } | undefined)?.notFound;
}

describe('a title of a passport never counts as a name', () => {
  it.each(statePassports.map((each) => [each.code, each] as const))('%s', (_code, { titles, names, ...state }) => {
    expect(
      notFound(
        state.code,
        state.nationality,
        [...titles, ...names].map((text) => [text]),
      ),
    ).toEqual([]);
  });

  it.each([
    ['GBR', [['UNITED KINGDOM OF', 'GREAT', 'BRITAIN'], ['AND NORTHERN IRELAND']]],
    ['TTO', [['REPUBLIC OF TRINIDAD'], ['AND TOBAGO']]],
    ['PNG', [['INDEPENDENT STATE OF PAPUA'], ['NEW GUINEA']]],
    ['ETH', [['FEDERALDEMOCRATICREPUBLICOFETHIOPIA']]],
    ['AZE', [['AZORBAYCANRESPUBLIKASI']]],
  ] as const)('%s, seen in parts, without spaces or misread', (code, rows) => {
    expect(notFound(code, code, rows)).toEqual([]);
  });

  it.each([
    ['GBR', [['UNITED KINGDOM OF', 'LEE', 'GREAT BRITAIN'], ['AND NORTHERN IRELAND']]],
    ['TTO', [['REPUBLIC OF TRINIDAD'], ['ANDREW'], ['AND TOBAGO']]],
    ['KEN', [['JAMHURI YA KENYA'], ['OTIENO']]],
    ['KEN', [['OTIENO', 'KENYA']]],
    ['KEN', [['OTIENO KENYA']]],
    ['KEN', [['OTIENO / KENYA']]],
    ['KEN', [['KENYAN OTIENO']]],
    ['GRC', [['REPUBLIC OF'], ['GEORGIA']]],
  ] as const)('%s, but a name among the titles may be the true name: %j', (code, rows) => {
    expect(notFound(code, code, rows)).toEqual(expect.arrayContaining(['familyNames', 'givenNames']));
  });
});
