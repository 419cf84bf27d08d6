import { describe, expect, it } from 'vitest';
import { documentKinds } from '../../../../src/domain/document-kinds/index.ts';
import type { DocumentKind } from '../../../../src/domain/document-kinds/document-kind.ts';
import type { TextLine } from '../../../../src/domain/ports/pages/page-reader.ts';
import { documentStep } from '../../../../src/steps/document/index.ts';
import { documentResultSchema } from '../../../../src/steps/document/page-result-schema.ts';
import {
  makeUpDocument,
  storeDocument,
  type MadeUpDocument,
  type MadeUpHolder,
} from '../../../support/documents/made-up-document.ts';
import { printedLine } from '../../../support/documents/printed-document.ts';

function kindOf(type: DocumentKind['type'], country: string | null, subtype: string | null): DocumentKind {
  const kind = documentKinds.find((each) => each.type === type && each.country === country && each.subtype === subtype);
  if (kind === undefined) throw new Error(`the catalogue has no ${subtype ?? type}`);
  return kind;
}
const passport = kindOf('passport', null, null);
const permit = kindOf('national-id', null, 'residence-permit');
const visa = kindOf('passport', null, 'visa');
const spanishCard = kindOf('national-id', 'ES', 'dni');

/** The result of the cross-check after a change of the front's lines. */
function crossCheck(
  kind: DocumentKind,
  document: MadeUpDocument,
  change: (lines: readonly TextLine[]) => readonly TextLine[] = (lines) => lines,
) {
  const { outcome } = documentStep.evaluate({
    config: { accept: [{ type: kind.type, ...(kind.mustBeNamed && { subtypes: [kind.subtype] }) }] },
    input: { documentType: kind.type },
    stored: {
      kind: 'done',
      result: documentResultSchema.parse(
        storeDocument(kind, document, (reading, side) =>
          side === 'front' ? { ...reading, lines: [...change(reading.lines)] } : reading,
        ),
      ),
    },
    at: new Date('2026-03-01T12:00:00.000Z'),
    earlier: [],
  });
  return outcome.checks.find(({ id }) => id === 'cross-check');
}

/** The fields of the zone that the print does not confirm; empty if it confirms all. */
function notFoundIn(...given: Parameters<typeof crossCheck>): readonly string[] | undefined {
  return (crossCheck(...given)?.data as { notFound: string[] } | undefined)?.notFound;
}

const topOf = ({ box }: TextLine) => box[0][1];
const leftOf = ({ box }: TextLine) => box[0][0];
const moved = (line: TextLine, down: number): TextLine => ({
  ...line,
  box: line.box.map(([x, y]) => [x, y + down]) as unknown as TextLine['box'],
});
/** The value of a field, as one line of the front. */
function valueOf({ printed }: MadeUpDocument, name: string): TextLine {
  const found = printed.lines.front.find((line) => {
    const role = printed.roles.get(line);
    return role?.isLabel === false && role.fields.some((field) => field.name === name);
  });
  if (found === undefined) throw new Error(`${name} is not on the front`);
  return found;
}

function isLabelOfNames({ printed }: MadeUpDocument, line: TextLine): boolean {
  const role = printed.roles.get(line);
  return role?.isLabel === true && role.fields.some(({ form }) => form === 'name');
}

describe('an honest page passes with words that are no name', () => {
  const japanese: Partial<MadeUpHolder> = { issuingState: 'JPN', nationality: 'JPN' };
  const hongKong: Partial<MadeUpHolder> = { issuingState: 'HKG', nationality: 'CHN' };

  it('above the names: letters of a script that no reader knows, unless both readers see the same name in small letters', () => {
    const document = makeUpDocument(passport, 1, japanese);
    const above = (line: TextLine) => moved(line, topOf(valueOf(document, 'familyNames')) - topOf(line) - 36);
    const misread = above({ ...printedLine('Sgwglo', 100, 0), agreed: false });
    expect(notFoundIn(passport, document, (lines) => [...lines, misread])).toEqual([]);
    const read = above({ ...printedLine('Sgwglo', 100, 0), agreed: true });
    expect(notFoundIn(passport, document, (lines) => [...lines, read])).toEqual(['familyNames', 'givenNames']);
  });

  it('above the names: the long name of the issuer with a wrong letter', () => {
    const document = makeUpDocument(passport, 1, hongKong);
    const y = topOf(valueOf(document, 'familyNames')) - 36;
    const title = printedLine('HONG KONG SPECIAL ADMINISTRATIVE REGIC', 100, y);
    expect(notFoundIn(passport, document, (lines) => [...lines, title])).toEqual([]);
  });

  it('on the front: a word that begins with a number, and a range of years between letters, are no number of the document', () => {
    const document = makeUpDocument(passport, 1);
    const y = topOf(valueOf(document, 'familyNames')) - 36;
    const label = printedLine('01PRMENE/SURNAME/NOM', 100, y);
    const years = printedLine('Factory2004-2005Vicomp', 100, y);
    expect(notFoundIn(passport, document, (lines) => [...lines, label])).not.toContain('documentNumber');
    expect(notFoundIn(passport, document, (lines) => [...lines, years])).not.toContain('documentNumber');
  });

  it('above the names: an unknown adjective of the country, unless another word begins like the country, too', () => {
    const document = makeUpDocument(passport, 1, { issuingState: 'FRA', nationality: 'FRA' });
    const y = topOf(valueOf(document, 'familyNames')) - 36;
    const left = (lines: readonly TextLine[]) =>
      lines.filter(
        (line) => document.printed.roles.get(line)?.fields.every(({ name }) => name !== 'nationality') ?? true,
      );
    const [adjective, name] = [printedLine('FRANCISCA', 100, y), printedLine('FRANCIS', 100, y - 40)];
    const found = (added: readonly TextLine[]) => notFoundIn(passport, document, (lines) => [...left(lines), ...added]);
    expect(found([adjective])).not.toContain('familyNames');
    expect(found([adjective, name])).toContain('familyNames');
  });

  it('below the expiry, where the kind prints the expiry under the names: a place of issue whose label is lost', () => {
    const document = makeUpDocument(permit, 1);
    const expiry = valueOf(document, 'dateOfExpiry');
    const place = printedLine('DORTMUND', leftOf(expiry), topOf(expiry) + 45);
    expect(notFoundIn(permit, document, (lines) => [...lines, place])).toEqual([]);
  });

  it.each([
    ['NATIONADIY NACIONAWDAD', 'UTO'],
    ['KONINKRIJK DER NEDERLANDEN', 'NLD'],
    ['CARTE DE SEJOUR TEMPORAIRE', 'UTO'],
    ['INTERPOL', 'UTO'],
  ])('above the birth: %s', (text, issuer) => {
    const document = makeUpDocument(passport, 1, { issuingState: issuer, nationality: issuer });
    const name = valueOf(document, 'familyNames');
    const added = printedLine(text, leftOf(name), topOf(name) - 100);
    expect(notFoundIn(passport, document, (lines) => [...lines, added])).toEqual([]);
  });

  it.each(['USCIS#', 'ÚSCIS#'])('next to the names: a label that ends with a sign, %s', (text) => {
    const document = makeUpDocument(permit, 1);
    const name = valueOf(document, 'familyNames');
    const added = printedLine(text, leftOf(name), topOf(name) + 45);
    expect(notFoundIn(permit, document, (lines) => [...lines, added])).toEqual([]);
  });

  it('in a visa’s place of issue, although one of its numbers is printed out of order', () => {
    const document = makeUpDocument(visa, 1);
    const number = valueOf(document, 'documentNumber');
    expect(
      notFoundIn(visa, document, (lines) => lines.map((line) => (line === number ? moved(line, 900) : line))),
    ).toEqual([]);
  });

  it('with a given name to the left of the birth whose label is lost', () => {
    const document = makeUpDocument(passport, 1);
    const [given, birth] = [valueOf(document, 'givenNames'), valueOf(document, 'dateOfBirth')];
    const isSpoiled = (line: TextLine) => {
      const role = document.printed.roles.get(line);
      return role?.isLabel === true && role.fields.some(({ name }) => ['givenNames', 'dateOfBirth'].includes(name));
    };
    const change = (lines: readonly TextLine[]) =>
      lines
        .filter((line) => !isSpoiled(line))
        .map((line) => (line === birth ? printedLine(birth.text, leftOf(given) + 900, topOf(given)) : line));
    expect(notFoundIn(passport, document, change)).toEqual([]);
  });

  it('in a family name and given name that are the same word on one line', () => {
    const names = { familyNames: 'JOSEPH', givenNames: 'JOSEPH' };
    const document = makeUpDocument(passport, 1, names);
    const [family, given] = [valueOf(document, 'familyNames'), valueOf(document, 'givenNames')];
    const change = (lines: readonly TextLine[]) =>
      lines
        .filter((line) => !isLabelOfNames(document, line) && line !== given)
        .map((line) => (line === family ? printedLine('JOSEPH JOSEPH', leftOf(family), topOf(family)) : line));
    expect(notFoundIn(passport, document, change)).toEqual([]);
  });
});

describe('none of this lets in a name that was added', () => {
  const truth: Partial<MadeUpHolder> = { familyNames: 'DORTMUND', givenNames: 'ANNA' };
  it.each([
    ['true names below the false ones, and a second expiry between them', -40],
    ['true names below the false ones, and no second expiry', null],
  ])('%s', (_case, down) => {
    const mine = makeUpDocument(permit, 1, truth);
    const { zone } = makeUpDocument(permit, 1, { ...truth, familyNames: 'OUTRO', givenNames: 'BEATRIX' });
    const [family, given, expiry] = ['familyNames', 'givenNames', 'dateOfExpiry'].map((name) => valueOf(mine, name));
    if (family === undefined || given === undefined || expiry === undefined) throw new Error('a value is missing');
    const inColumn = (text: string, rows: number) => printedLine(text, leftOf(family), topOf(family) + rows);
    const added = [
      inColumn('OUTRO', -130),
      inColumn('BEATRIX', -85),
      ...(down === null ? [] : [inColumn(expiry.text, down)]),
    ];
    const change = (lines: readonly TextLine[]) => [
      ...lines.filter((line) => !isLabelOfNames(mine, line) && line !== given),
      inColumn(given.text, 40),
      ...added,
    ];
    expect(notFoundIn(permit, { ...mine, zone }, change)).toEqual(['familyNames', 'givenNames']);
  });

  it.each(['NATALIE', 'NACHMANN', 'LEAVE', 'MARIA DE LA PAZ', 'VAN DER LINDEN', 'NOMBELA', 'PERMANENTE LOPES'])(
    'the true name %s resembles no label and no title',
    (familyNames) => {
      const mine = makeUpDocument(passport, 1, { ...truth, familyNames });
      const { zone } = makeUpDocument(passport, 1, { ...truth, familyNames: 'OUTRO' });
      const family = valueOf(mine, 'familyNames');
      const added = printedLine('OUTRO', leftOf(family), topOf(family) - 60);
      const change = (lines: readonly TextLine[]) => [...lines.filter((line) => !isLabelOfNames(mine, line)), added];
      expect(notFoundIn(passport, { ...mine, zone }, change)).toEqual(['familyNames', 'givenNames']);
    },
  );
});

describe('a number that the reader misread', () => {
  it('is the document’s own where its letters stand for digits of the shape, and another’s otherwise', () => {
    const document = makeUpDocument(spanishCard, 1, { documentNumber: 'BAA000589' });
    const withNumber = (text: string) =>
      notFoundIn(spanishCard, document, (lines) => [...lines, printedLine(text, 1400, 60)]);
    expect(withNumber('BAAD00589')).toEqual([]);
    expect(withNumber('BAA000588')).toEqual(['documentNumber']);
  });
});
