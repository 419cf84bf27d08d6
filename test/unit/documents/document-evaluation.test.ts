import { describe, expect, it } from 'vitest';
import { documentStep } from '../../../src/steps/document/index.ts';
import { stepRecordSchema } from '../../../src/contract/sessions/step-record.ts';
import {
  data,
  evaluate,
  expired,
  names,
  readingOf,
  today,
  wholePrint,
  type Page,
} from '../../support/documents/evaluated-page.ts';

describe('where the portrait is', () => {
  const portraitArea = { x: 0.08, y: 0.3, width: 0.2, height: 0.3 };
  const portraitOf = (more: object) => {
    const reading = { ...readingOf({}), ...more };
    const page = { mediaId: 'med_1', kind: 'document-front', codes: [], fault: null, reading };
    const { outcome } = documentStep.evaluate({
      config: { accept: [{ type: 'passport' }] },
      input: { documentType: 'passport' },
      stored: { kind: 'done', result: { pages: [page], durationMs: 900 } },
      at: today,
      earlier: [],
    });
    return (outcome.record as { portrait: unknown }).portrait;
  };

  it('is reported with its picture and the turn that makes it upright, but not for a PDF or an old result', () => {
    const place = { mediaId: 'med_1', box: portraitArea, turnDegrees: 90 };
    expect(portraitOf({ portraitArea, turnDegrees: 90 })).toEqual(place);
    expect(portraitOf({ portraitArea, source: 'pdf' })).toBeNull();
    expect(portraitOf({})).toBeNull();
  });
});

describe('the issuer of a passport', () => {
  const findings = (issuer: string, specimens?: boolean) => {
    const lines = [names, data].map((line) => line.replace('UTO', issuer));
    const printed = wholePrint.map((line) => line.replace(/^UTOPIAN?$/, issuer));
    const page = { mediaId: 'med_1', kind: 'document-front', codes: [], fault: null };
    const { outcome } = documentStep.evaluate({
      config: { accept: [{ type: 'passport' }] },
      input: { documentType: 'passport' },
      stored: {
        kind: 'done',
        result: { pages: [{ ...page, reading: readingOf({ lines, printed }) }], durationMs: 900, specimens },
      },
      at: today,
      earlier: [],
    });
    return outcome.checks.flatMap(({ code }) => code ?? []);
  };

  it.each(['QQQ', 'WSA', 'E5P', 'XXA'])('must exist: %s is none', (issuer) => {
    expect(findings(issuer)).toEqual(['document.issuer_unknown']);
  });

  it.each(['ESP', 'D<<', 'EUE', 'UNO', 'XOM'])('is a state or one of its unions: %s is one', (issuer) => {
    expect(findings(issuer)).not.toContain('document.issuer_unknown');
  });

  it('is Utopia in test mode alone, and in results from before this was asked', () => {
    expect([findings('UTO', true), findings('UTO')]).toEqual([[], []]);
    expect(findings('UTO', false)).toEqual(['document.issuer_unknown']);
  });
});

describe('a passport', () => {
  it('passes every check when two readers and the check digits agree', () => {
    const { codes, retakeCodes, outcome } = evaluate({});
    expect(codes).toEqual({
      'document-reading': 'passed',
      'mrz-check-digits': 'passed',
      'cross-check': 'passed',
      'document-type': 'passed',
      'document-expiry': 'passed',
      'screen-or-copy': 'passed',
    });
    expect(retakeCodes).toEqual([]);
    expect(outcome.facts).toEqual({
      fullName: { value: 'ANNA MARIA ERIKSSON', source: 'document:mrz' },
      dateOfBirth: { value: '1974-08-12', source: 'document:mrz' },
      documentNumber: { value: 'L898902C3', source: 'document:mrz' },
      nationality: { value: 'UTO', source: 'document:mrz' },
    });
  });

  it('yields a record that the contract accepts', () => {
    const { outcome } = evaluate({}, { minimumAge: 18 });
    const record = {
      id: 'document',
      type: 'document',
      status: 'finished',
      attempts: 1,
      finishedAt: today.toISOString(),
      document: outcome.record,
      checks: outcome.checks.map((check) => ({ ...check, attempt: null, verificationId: null })),
      origin: 'sdk' as const,
      media: [],
    };
    expect(stepRecordSchema.parse(record)).toEqual(record);
  });

  it('passes with a number of the person that is printed with spaces and a letter at its end, and with no other one', () => {
    const codeFor = (number: string) =>
      evaluate({ printed: [...wholePrint, 'Personal No.', number] }).codes['cross-check'];
    expect(codeFor('ZE 184226 B')).toBe('passed');
    for (const other of ['ZE 184226', 'ZE 184226 C', 'ZE 184227 B', '184226 B']) {
      expect([other, codeFor(other)]).toEqual([other, 'document.fields_disagree']);
    }
  });

  it('fails when a check digit is wrong in letters that both readers saw', () => {
    const wrong = data.replace('L898902C3', 'L898902C4');
    const { outcome } = evaluate({ lines: [names, wrong] });
    expect(outcome.checks.find(({ id }) => id === 'mrz-check-digits')).toMatchObject({
      outcome: 'failed',
      code: 'document.mrz_check_digit_wrong',
    });
  });

  it('is only doubtful when a check digit is wrong in letters that the readers saw differently', () => {
    const wrong = data.replace('L898902C3', 'L898902C4');
    const { outcome } = evaluate({ lines: [names, wrong], second: [names, data] });
    expect(outcome.checks.find(({ id }) => id === 'mrz-check-digits')?.outcome).toBe('warning');
    expect(outcome.checks.find(({ id }) => id === 'document-reading')?.outcome).toBe('warning');
  });

  it('is doubtful when the readers differ in a name that the visual zone does not settle', () => {
    const other = names.replace('MARIA', 'HARIA');
    const { codes } = evaluate({ second: [other, data], printed: ['PASSPORT', 'SOMETHING', 'ELSE'] });
    expect(codes['document-reading']).toBe('document.readers_disagree');
  });

  it('accepts a name over which the readers differ if the visual zone says the same as the first', () => {
    const other = names.replace('MARIA', 'HARIA');
    expect(evaluate({ second: [other, data] }).codes['document-reading']).toBe('passed');
  });

  it('is doubtful when one reader saw nothing and the visual zone is silent about the names', () => {
    const { codes } = evaluate({ second: null, printed: ['PASSPORT', 'SOMETHING', 'ELSE'] });
    expect(codes['document-reading']).toBe('document.field_doubtful');
  });

  it('is doubtful when letters without a check digit are unsure', () => {
    const { codes } = evaluate({ confidence: 0.7, printed: ['PASSPORT', 'SOMETHING', 'ELSE'] });
    expect(codes['document-reading']).toBe('document.field_doubtful');
  });

  it('has a number that is not certain if the readers differ and the print does not decide', () => {
    const printed = wholePrint.filter((text) => text !== 'L898902C3');
    const second = [names, data.replace('L898902C3', 'L898902C8')];
    const { traits } = evaluate({ second, printed }).outcome;
    expect(traits).toMatchObject({ documentNumber: 'L898902C3', isNumberDoubtful: true });
    expect(evaluate({}).outcome.traits).not.toHaveProperty('isNumberDoubtful');
  });

  it('accepts unsure letters that both readers saw and that make a country’s code, and doubts codes that no list has', () => {
    const printed = wholePrint.filter((text) => !['UTOPIA', 'UTOPIAN', 'F'].includes(text));
    const doubtfulOf = (page: Page) =>
      evaluate({ confidence: 0.7, printed, ...page }).outcome.checks.find(({ id }) => id === 'document-reading')?.data;
    const peruvian = [names, data].map((line) => line.replace('UTO', 'PER'));
    expect(doubtfulOf({ lines: peruvian })).toMatchObject({ doubtfulFields: ['sex'] });
    expect(doubtfulOf({})).toMatchObject({ doubtfulFields: ['issuingState', 'nationality', 'sex'] });
    expect(doubtfulOf({ lines: peruvian, second: null })).toMatchObject({
      doubtfulFields: ['documentCode', 'issuingState', 'nationality', 'sex'],
    });
  });

  it('that has expired is refused by a flow that asks for a valid one, and the person may try another', () => {
    const printed = wholePrint.map((text) => text.replace('2032', '2012'));
    const { codes, retakeCodes } = evaluate({ lines: [names, expired], printed });
    expect(codes['document-expiry']).toBe('document.expired');
    expect(retakeCodes).toEqual(['document.expired']);
    expect(evaluate({ lines: [names, expired] }, { requireUnexpired: false }).codes['document-expiry']).toBe('passed');
  });

  it('is refused by a flow that accepts other types or countries only', () => {
    expect(evaluate({}, { accept: [{ type: 'national-id' }] }).codes['document-type']).toBe(
      'document.type_not_accepted',
    );
    const fromBrazil = { accept: [{ type: 'passport', countries: ['BR'] }] };
    expect(evaluate({}, fromBrazil).codes['document-type']).toBe('document.country_not_accepted');
  });

  it('is refused when it is not what the person said it is', () => {
    expect(evaluate({}, {}, { documentType: 'national-id' }).codes['document-type']).toBe('document.type_not_accepted');
    expect(evaluate({}, {}, { country: 'PT' }).codes['document-type']).toBe('document.country_not_accepted');
  });

  it('of a person who is too young is refused, up to the day before the birthday', () => {
    const born = (yymmdd: string, digit: string) => data.replace('7408122', `${yymmdd}${digit}`);
    const young = evaluate({ lines: [names, born('080302', '7')] }, { minimumAge: 18 });
    expect(young.codes.age).toBe('document.under_age');
    expect(young.outcome.checks.find(({ id }) => id === 'age')?.data).toEqual({ ageYears: 17, minimumAgeYears: 18 });
    expect(evaluate({ lines: [names, born('080301', '6')] }, { minimumAge: 18 }).codes.age).toBe('passed');
  });
});

describe('a passport whose picture leaves too little of the print', () => {
  const judgePage = (codes: readonly string[], size: object = {}, page: Page = {}) =>
    documentStep.evaluate({
      config: { accept: [{ type: 'passport' }] },
      input: { documentType: 'passport' },
      stored: {
        kind: 'done',
        result: {
          pages: [
            { mediaId: 'med_1', kind: 'document-front', codes, fault: null, reading: { ...readingOf(page), ...size } },
          ],
          durationMs: 900,
        },
      },
      at: today,
      earlier: [],
    });

  it.each(['document.image_too_small', 'document.too_dark', 'document.blurry_text'])(
    'never passes with %s, though everything was read, and the person may take it again',
    (code) => {
      const { retakeCodes, outcome } = judgePage([code]);
      expect(retakeCodes).toContain(code);
      expect(outcome.checks.find(({ id }) => id === 'document-reading')).toMatchObject({ outcome: 'warning', code });
    },
  );

  it('with a reflection is judged by what was read, and taken again only where a value may be hidden', () => {
    for (const code of ['document.glare', 'document.cropped']) {
      expect(judgePage([code]).retakeCodes).toEqual([]);
      const hidden = judgePage([code], {}, { printed: ['PASSPORT', 'SOMETHING', 'ELSE'] });
      expect(hidden.retakeCodes[0]).toBe(code);
    }
    expect(judgePage([], {}, { printed: ['PASSPORT', 'SOMETHING', 'ELSE'] }).retakeCodes).not.toContain(
      'document.glare',
    );
  });

  it('is too small by its own pixels, even if the quick look said nothing', () => {
    const { retakeCodes } = judgePage([], { widthPx: 460, heightPx: 320 });
    expect(retakeCodes).toEqual(['document.image_too_small']);
    expect(judgePage([], { widthPx: 500, heightPx: 320 }).retakeCodes).toEqual([]);
  });
});

describe('a zone whose words are not in print', () => {
  const falseName = names.replace('ERIKSSON<<ANNA<MARIA', 'FALSTAFF<<JOHN<<<<<<');

  it('is doubted, with the names of the fields, and the person tries again while attempts remain', () => {
    const { retakeCodes, outcome, codes } = evaluate({ lines: [falseName, data] });
    expect(codes['cross-check']).toBe('document.not_found_in_print');
    expect(retakeCodes).toContain('document.not_found_in_print');
    expect(outcome.checks.find(({ id }) => id === 'cross-check')?.data).toMatchObject({
      notFound: ['familyNames', 'givenNames'],
    });
  });
});

describe('a picture without a machine-readable zone', () => {
  it('never passes, and says what is missing', () => {
    const { outcome, retakeCodes } = evaluate(null);
    // This check does not depend on what is printed on the page.
    expect(outcome.checks.filter(({ outcome: answer }) => answer === 'passed').map(({ id }) => id)).toEqual([
      'screen-or-copy',
    ]);
    expect(retakeCodes).toContain('document.mrz_not_found');
    expect(outcome.facts).toEqual({});
  });
});

it('of a result that was stored before barcodes and signals were looked for, only the surface of the page is unknown', () => {
  const { lines, mrz, widthPx, heightPx, turnDegrees, models, totalMs, recogniserMs } = readingOf({});
  const reading = { lines, mrz, widthPx, heightPx, turnDegrees, models, totalMs, recogniserMs };
  const judge = (stored: unknown) =>
    documentStep.evaluate({
      config: { accept: [{ type: 'passport' }] },
      input: { documentType: 'passport' },
      stored: {
        kind: 'done',
        result: {
          pages: [{ mediaId: 'med_1', kind: 'document-front', codes: [], fault: null, reading: stored }],
          durationMs: 900,
        },
      },
      at: today,
      earlier: [],
    });
  const { outcome, retakeCodes } = judge(reading);
  const isSurface = ({ id }: { id: string }) => id === 'screen-or-copy';
  const now = judge(readingOf({}));
  expect({ ...outcome, checks: outcome.checks.filter((check) => !isSurface(check)) }).toEqual({
    ...now.outcome,
    checks: now.outcome.checks.filter((check) => !isSurface(check)),
  });
  expect(retakeCodes).toEqual(now.retakeCodes);
  expect(outcome.checks.find(isSurface)).toMatchObject({ outcome: 'error', code: 'check.input_missing' });
});
