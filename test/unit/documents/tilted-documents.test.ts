import { describe, expect, test } from 'vitest';
import { tiltDirections } from '../../../src/domain/verifications/tilt-directions.ts';
import { documentResultSchema } from '../../../src/steps/document/page-result-schema.ts';
import { checkDocumentPresence } from '../../../src/steps/document/checks/document-presence.ts';
import type { DocumentEvidence } from '../../../src/steps/document/document-evidence.ts';
import { drawTilt, tiltCount } from '../../../src/steps/document/presence/draw-tilts.ts';
import { findOutline } from '../../../src/steps/document/presence/find-outline.ts';
import { createPlaneFollower } from '../../../src/steps/document/presence/follow-plane.ts';
import type { GreyPicture } from '../../../src/steps/document/presence/grey-picture.ts';
import { judgeTilt } from '../../../src/steps/document/presence/judge-tilt.ts';
import { inverseOf, mapOfCorners, place, times, type Corners } from '../../../src/steps/document/presence/plane-map.ts';
import { reportTilt } from '../../../src/steps/document/presence/report-tilt.ts';
import { tiltFilmSchema, type TiltFilm } from '../../../src/steps/document/presence/tilt-film-schema.ts';
import { documentSchema } from '../../../src/steps/document/schema.ts';
import { asked, beganMs, filmOf, honest, with_ } from '../../support/documents/tilt-films.ts';

const size = { widthPx: 160, heightPx: 120 };
const straight: Corners = [
  [40, 30],
  [120, 30],
  [120, 84],
  [40, 84],
];

/** Print on an object with these corners, with light of this strength on its left side. */
function picture(corners: Corners, light = 0): GreyPicture {
  const back = inverseOf(mapOfCorners(corners));
  const grey = new Float32Array(size.widthPx * size.heightPx);
  for (let at = 0; at < grey.length; at += 1) {
    const [u, v] = place(back, (at % size.widthPx) + 0.5, Math.floor(at / size.widthPx) + 0.5);
    const isOnIt = Math.abs(u) <= 1 && Math.abs(v) <= 1;
    const print = 120 + 50 * Math.sin(7 * u + 2 * v) * Math.cos(5 * v - u) + 20 * Math.sin(11 * u - 4 * v);
    grey[at] = isOnIt ? Math.min(255, print + light * Math.exp(-((u + 0.5) ** 2 + v ** 2) / 0.2)) : 60;
  }
  return { grey, ...size };
}

describe('a flat object that is followed', () => {
  /** The left side comes nearer. */
  const steps = Array.from({ length: 8 }, (_, step): Corners => [
    [40 + step * 0.6, 30 - step * 0.9],
    [120 - step * 0.8, 30 + step * 0.5],
    [120 - step * 0.8, 84 - step * 0.5],
    [40 + step * 0.6, 84 + step * 0.9],
  ]);
  const errorOf = (found: readonly (readonly [number, number])[], wanted: Corners) =>
    Math.max(...found.map(([x, y], index) => Math.hypot(x - (wanted[index]?.[0] ?? 0), y - (wanted[index]?.[1] ?? 0))));

  test.each([0, 110])('is found within two pixels, under a reflection of %d of 255, too', (light) => {
    const follower = createPlaneFollower(picture(straight), straight);
    const places = steps.map((corners, step) => follower.follow(picture(corners, (light * step) / 7)));
    const { map, alike } = places.at(-1) ?? { map: [], alike: 0 };
    const found = (
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const
    ).map(([u, v]) => place(map, u, v));
    expect(errorOf(found, steps.at(-1) ?? straight)).toBeLessThan(2);
    expect(alike).toBeGreaterThan(0.8);
  });

  test('is not alike if another object is there', () => {
    const follower = createPlaneFollower(picture(straight), straight);
    const other = picture(straight);
    expect(follower.follow({ ...other, grey: other.grey.map((value) => 255 - value) }).alike).toBeLessThan(0.5);
  });

  test('has its outline found within three pixels, and a picture of nothing has none', () => {
    const corners: Corners = [
      [38, 29],
      [122, 32],
      [119, 86],
      [41, 84],
    ];
    const plain = picture(corners);
    const bright = { ...plain, grey: plain.grey.map((value) => (value === 60 ? 60 : Math.max(150, value))) };
    expect(errorOf(findOutline(bright) ?? [[0, 0]], corners)).toBeLessThan(3);
    expect(findOutline({ ...plain, grey: plain.grey.map(() => 60) })).toBeNull();
  });

  test('is placed by its corners, and a map times its inverse changes nothing', () => {
    const map = mapOfCorners(steps.at(-1) ?? straight);
    const [x, y] = place(map, 1, 1);
    expect([x, y]).toEqual([expect.closeTo(114.4, 3), expect.closeTo(80.5, 3)]);
    times(map, inverseOf(map)).forEach((value, at) => expect(value).toBeCloseTo(at % 4 === 0 ? 1 : 0, 6));
  });
});

const stalled = with_({
  live: honest.live && {
    ...honest.live,
    chunks: honest.live.chunks.map((chunk, index) =>
      index < 7 ? chunk : { ...chunk, receivedMs: chunk.receivedMs + 5_000 },
    ),
  },
  times: { receivedMs: beganMs + 13_000 },
});
const stranger = with_({ parts: Array.from({ length: 160 }, (_, index) => (index % 5 < 2 ? 0.5 : 0.95)) });
/** Everything moves as one plane. */
const pictureAlone = { ground: { withPlane: 0.9, alone: 0.3 } };
/** Each film with its answer, and with its check if the flow requires the film. */
const films: readonly [string, TiltFilm, string, string][] = [
  ['of a document that is tilted as asked', honest, 'shown', 'passed '],
  [
    'of other tilts',
    filmOf(['tilt-left', 'tilt-bottom', 'tilt-right']),
    'notFollowed',
    'warning document.tilt_not_followed',
  ],
  ['of the tilts in another order', filmOf([...asked].reverse()), 'notFollowed', 'warning document.tilt_not_followed'],
  [
    'of a document that lies still',
    filmOf([]),
    'notFollowed',
    'warning document.tilt_not_followed, skipped document.tilt_not_told',
  ],
  [
    'of a document that is tilted before each prompt',
    filmOf(asked, { afterMs: -400 }),
    'notFollowed',
    'warning document.tilt_not_followed',
  ],
  [
    'of one that is tilted after the time is over',
    filmOf(asked.slice(0, 1), { afterMs: 3_400 }),
    'notFollowed',
    'warning document.tilt_not_followed',
  ],
  ['of another page than the photo', stranger, 'otherPage', 'warning document.tilt_other_page'],
  [
    'that loses the document',
    filmOf(asked, { more: { alike: 0.2 } }),
    'lost',
    'warning document.tilt_lost, warning document.tilt_not_followed, skipped document.tilt_not_told',
  ],
  [
    'of a picture of a document and its table',
    filmOf(asked, { more: { ground: { withPlane: 0.9, alone: 0.3 } } }),
    'flat',
    'warning document.tilt_flat',
  ],
  ['of matt paper', filmOf(asked, { more: { spot: null } }), 'noReflection', 'skipped document.tilt_not_told'],
  [
    'with a reflection that stays where it is',
    filmOf(asked, { more: { spot: { x: 0.5, y: 0.5, strength: 90 } } }),
    'noReflection',
    'skipped document.tilt_not_told',
  ],
  [
    'in front of a plain wall',
    filmOf(asked, { more: { ground: null } }),
    'noSurroundings',
    'skipped document.tilt_not_told',
  ],
  ['for a photo without an outline', with_({ parts: null }), 'noPicture', 'skipped document.tilt_not_told'],
  ['without an outline', with_({ samples: [], parts: null }), 'unseen', 'skipped document.tilt_not_told'],
  [
    'that cannot be opened',
    with_({ fault: 'file.unreadable_video', samples: [] }),
    'unreadable',
    'skipped document.tilt_not_told',
  ],
  ['that is not what its chunks make', with_({ live: null }), 'unreadable', 'skipped document.tilt_not_told'],
  [
    'that is longer than the time since its challenge',
    with_({ times: { receivedMs: 2_000 } }),
    'early',
    'warning document.tilt_recorded_too_early',
  ],
  ['whose chunks came late', stalled, 'stalled', 'warning document.tilt_network_stalled'],
  [
    'of a picture of another page, with other tilts, too early',
    { ...filmOf([...asked].reverse(), { more: pictureAlone }), parts: stranger.parts, times: { receivedMs: 2_000 } },
    'early',
    'warning document.tilt_recorded_too_early, warning document.tilt_other_page, warning document.tilt_not_followed, warning document.tilt_flat',
  ],
  [
    'of another page on matt paper, whose chunks came late',
    { ...filmOf(asked, { more: { spot: null } }), parts: stranger.parts, live: stalled.live, times: stalled.times },
    'stalled',
    'warning document.tilt_network_stalled, warning document.tilt_other_page, skipped document.tilt_not_told',
  ],
  [
    'of another page that is not what its chunks make',
    { ...stranger, live: null },
    'unreadable',
    'warning document.tilt_other_page, skipped document.tilt_not_told',
  ],
];

function checksOf(presence: string, film: TiltFilm | null) {
  const config = documentSchema.config.parse({ accept: [{ type: 'passport' }], presence });
  const result = documentResultSchema.parse({ pages: [], durationMs: 1, ...(film && { film }) });
  return checkDocumentPresence({ config, result } as unknown as DocumentEvidence);
}

describe('a film', () => {
  test.each(films)('%s is judged as what it is', (_name, film, answer, check) => {
    expect(reportTilt(film).answer).toBe(answer);
    const judged = checksOf('tilt-required', film);
    expect(judged.map(({ outcome, code }) => `${outcome} ${code ?? ''}`).join(', ')).toBe(check);
    for (const { data } of judged) documentSchema.checks['document-presence'].data.parse(data);
    documentSchema.result.shape.presence.parse(reportTilt(film));
  });

  test('about which nothing can be told never passes, and is not mentioned if it is not required', () => {
    const untold = films.filter(([, , , check]) => check.startsWith('skipped'));
    expect(untold.map(([, film]) => checksOf('tilt', film))).toEqual(untold.map(() => []));
    const doubted = films.filter(([, , , check]) => check.startsWith('warning'));
    expect(doubted.map(([, film]) => checksOf('tilt', film)[0]?.outcome)).toEqual(doubted.map(() => 'warning'));
  });

  test('that was not made is a doubt if it is required, and otherwise nothing', () => {
    expect(checksOf('tilt-required', null)).toMatchObject([{ outcome: 'warning', code: 'document.tilt_left_out' }]);
    expect(checksOf('tilt', null)).toEqual([]);
    expect(checksOf('off', honest)).toEqual([]);
  });

  test('gives the same answer when its stored observations are judged again', () => {
    for (const [, film] of films) {
      const stored = tiltFilmSchema.parse(JSON.parse(JSON.stringify(film)));
      expect(judgeTilt(stored)).toEqual(judgeTilt(film));
    }
  });
});

test('tilts are drawn three times, never one side twice in a row, and each side is drawn', () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 200; seed += 1) {
    const sent: { action: string }[] = [];
    let turn = seed;
    const random = (below: number) => (turn = (turn * 16_807 + 11) % 2_147_483_647) % below;
    for (let next: number | null = 0; next !== null;) {
      const drawn = drawTilt(random, tiltCount, sent);
      expect(drawn.action).not.toBe(sent.at(-1)?.action);
      sent.push(drawn);
      next = drawn.nextInMs;
    }
    expect(sent).toHaveLength(tiltCount);
    seen.add(sent.map(({ action }) => action).join());
  }
  expect([...new Set([...seen].flatMap((one) => one.split(',')))].sort()).toEqual([...tiltDirections].sort());
  expect(seen.size).toBe(36);
});

describe('a flow', () => {
  const faultsOf = (more: object) => {
    const config = documentSchema.config.parse({ accept: [{ type: 'passport' }], ...more });
    return documentSchema
      .findConfigFaults(config, { steps: [], duplicateFaceConsent: null })
      .map(({ path }) => path.join('.'));
  };

  test('asks for no film unless it says so', () => {
    expect(documentSchema.config.parse({ accept: [{ type: 'passport' }] }).presence).toBe('off');
  });

  test('cannot ask for a film without a camera, or of letters only', () => {
    expect(faultsOf({ presence: 'tilt' })).toEqual([]);
    expect(faultsOf({ presence: 'tilt', capture: 'gallery' })).toEqual(['presence']);
    expect(faultsOf({ presence: 'tilt-required', accept: [{ type: 'proof-of-residency' }] })).toEqual(['presence']);
    expect(faultsOf({ presence: 'off', capture: 'gallery' })).toEqual([]);
    expect(faultsOf({ presence: 'off', presenceLifts: 'flat-copy' })).toEqual(['presenceLifts']);
    expect(faultsOf({ presence: 'tilt', presenceLifts: 'flat-copy' })).toEqual([]);
  });
});
