import { describe, expect, test } from 'vitest';
import { noSignals, type PageSignals } from '../../../src/domain/ports/pages/page-reader.ts';
import type { Upload } from '../../../src/domain/media/media.ts';
import { documentStep } from '../../../src/steps/document/index.ts';
import { checkScreenOrCopy } from '../../../src/steps/document/checks/screen-or-copy.ts';
import type { DocumentEvidence } from '../../../src/steps/document/document-evidence.ts';
import { measureScreenPattern } from '../../../src/steps/document/presence/screen-pattern.ts';
import { showsScreen } from '../../../src/steps/document/presence/shows-screen.ts';
import { tiltFilmSchema, type TiltFilm } from '../../../src/steps/document/presence/tilt-film-schema.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import { readingOf, today } from '../../support/documents/evaluated-page.ts';
import { filmOf, honest, with_ } from '../../support/documents/tilt-films.ts';

interface Case {
  presence?: string;
  presenceLifts?: string;
  film?: TiltFilm | null;
  front?: Partial<PageSignals>;
  back?: Partial<PageSignals>;
}

/** A grey front with no sign of a screen, and a film in which the document is tilted as asked. */
function checkOf({ presence = 'tilt', presenceLifts = 'flat-copy', film = honest, front = {}, back }: Case) {
  const config = documentSchema.config.parse({ accept: [{ type: 'passport' }], presence, presenceLifts });
  const pageOf = (kind: string, signals: Partial<PageSignals>) => ({
    kind,
    reading: { source: 'picture', signals: { ...noSignals, screenScore: 0, copyScore: 0.9, ...signals } },
  });
  const pages = [pageOf('document-front', front), ...(back === undefined ? [] : [pageOf('document-back', back)])];
  const evidence = { config, pages: pages.map((page) => ({ page })), result: { pages, film } };
  const [check] = checkScreenOrCopy(evidence as unknown as DocumentEvidence);
  documentSchema.checks['screen-or-copy'].data.parse(check?.data);
  return `${check?.outcome ?? 'none'} ${check?.code ?? ''}`.trim() + (check?.data?.liftedByPresence ? ' lifted' : '');
}

const doubt = 'warning document.black_and_white_copy';

describe('a grey copy of a document', () => {
  const copyOf = (kind: string) => {
    const reading = { ...readingOf({}), signals: { ...noSignals, screenScore: 0, copyScore: 0.9 } };
    const pages = [{ mediaId: 'med_1', kind, codes: [], fault: null, reading }];
    const { outcome } = documentStep.evaluate({
      config: { accept: [{ type: 'passport' }, { type: 'proof-of-residency' }], allowPdf: true },
      input: { documentType: 'passport' },
      stored: { kind: 'done', result: { pages, durationMs: 900 } },
      at: today,
      earlier: [],
    });
    return outcome.checks.find(({ id }) => id === 'screen-or-copy')?.code;
  };

  test('is doubted, whatever the device says the picture is', () => {
    for (const kind of ['document-front', 'document-page']) {
      expect([kind, copyOf(kind)]).toEqual([kind, 'document.black_and_white_copy']);
    }
  });

  test('is no letter, whose pictures stand for all its sides', () => {
    const accept = { accept: [{ type: 'national-id' as const }, { type: 'proof-of-residency' as const }] };
    const submit = (documentType: string, kind: string, contentType: string) => () => {
      const file = { kind, contentType, state: 'ready' } as unknown as Upload;
      documentStep.accept({ config: { ...accept, allowPdf: true }, input: { documentType }, files: [file] });
    };
    expect(submit('proof-of-residency', 'document-page', 'image/jpeg')).not.toThrow();
    expect(submit('national-id', 'document-page', 'application/pdf')).not.toThrow();
    expect(submit('national-id', 'document-page', 'image/jpeg')).toThrow('step.files_missing');
  });
});

describe('the doubt that the front is a flat copy', () => {
  test('is removed by a film of the tilted document, if the flow says so, and the record shows it', () => {
    expect(checkOf({})).toBe('passed lifted');
    expect(checkOf({ back: { copyScore: 0 } })).toBe('passed lifted');
    expect(checkOf({ front: { copyScore: 0 } })).toBe('passed');
  });

  test('is all that it removes: signs that could not be looked for on the back are not absent', () => {
    expect(checkOf({ back: { copyScore: 0, screenScore: null } })).toBe('error check.input_missing lifted');
    expect(checkOf({ back: { copyScore: null } })).toBe('error check.input_missing lifted');
  });

  test('stays by default', () => {
    expect(documentSchema.config.parse({ accept: [{ type: 'passport' }], presence: 'tilt' }).presenceLifts).toBe(
      'nothing',
    );
    expect(checkOf({ presenceLifts: 'nothing' })).toBe(doubt);
    expect(checkOf({ presence: 'off' })).toBe(doubt);
  });

  test.each<[string, Case]>([
    ['without a film', { film: null }],
    ['by a film of other tilts', { film: filmOf(['tilt-bottom', 'tilt-left', 'tilt-top']) }],
    [
      'by a film without a reflection',
      { film: filmOf(['tilt-left', 'tilt-top', 'tilt-right'], { more: { spot: null } }) },
    ],
    ['by a film whose times are unknown', { film: with_({ times: null }) }],
    ['by a film of another page', { film: with_({ parts: Array.from({ length: 160 }, () => 0.5) }) }],
    ['by a film in which the pattern of a screen was found', { film: with_({ screenPattern: 0.6 }) }],
    ['by a film in which the bands of a screen were found', { film: with_({ banding: 0.02 }) }],
    ['by a film in which no pattern could be looked for', { film: with_({ screenPattern: null }) }],
    ['by a film in which no bands could be looked for', { film: with_({ banding: null }) }],
    ['if signs of a screen could not be looked for in the photo', { front: { screenScore: null } }],
    ['if the photo has a faint sign of a screen', { front: { screenScore: 0.1 } }],
    ['if the back is doubted, which nobody filmed', { back: { copyScore: 0.9 } }],
  ])('is not removed %s', (_, given) => {
    expect(checkOf(given)).toBe(doubt);
  });

  test('is not removed by films that were stored before signs of a screen were looked for', () => {
    const { screenPattern, banding, ...older } = honest;
    expect([screenPattern, banding]).toEqual([0.1, 0]);
    expect(checkOf({ film: tiltFilmSchema.parse(older) })).toBe(doubt);
  });

  test('is all that a film removes: a screen in the photo stays a doubt', () => {
    expect(checkOf({ front: { screenScore: 0.7, copyScore: 0 } })).toBe('warning document.picture_of_screen');
  });
});

describe('the pattern of a screen in the pictures of a film', () => {
  const size = { widthPx: 640, heightPx: 480 };
  const at = { map: [300, 0, 320, 0, 220, 240, 0, 0, 1], alike: 0.95 };
  const rest = () => Promise.resolve();
  /** Noise of a sensor, with a pattern of this strength whose phase changes from picture to picture. */
  const pictures = (strength: number, count = 3) => {
    let state = 7;
    const noise = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5;
    return Array.from({ length: count }, (_, index) => {
      const grey = Float32Array.from({ length: size.widthPx * size.heightPx }, (_value, place) => {
        const [x, y] = [place % size.widthPx, Math.floor(place / size.widthPx)];
        return 150 + 6 * noise() + strength * Math.sin(2.6 * x + index * 2) * Math.sin(2.6 * y + index);
      });
      return { large: { grey, ...size }, at };
    });
  };

  test('is found if the pattern changes its phase, and not in the noise of a camera', async () => {
    const film = (screenPattern: number | null) => showsScreen({ screenPattern, banding: 0 });
    expect(film(await measureScreenPattern(pictures(6), rest))).toBe(true);
    expect(film(await measureScreenPattern(pictures(0), rest))).toBe(false);
  });

  test('is unknown, and not absent, in too few pictures or in pictures that show nothing', async () => {
    expect(await measureScreenPattern(pictures(0, 2), rest)).toBeNull();
    const [first] = pictures(0, 1);
    const white = first && { ...first, large: { ...first.large, grey: first.large.grey.map(() => 255) } };
    expect(await measureScreenPattern(white ? [white, white, white, white] : [], rest)).toBeNull();
  });
});
