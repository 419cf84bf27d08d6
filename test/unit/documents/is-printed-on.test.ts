import { describe, expect, it } from 'vitest';
import { isPrintedOn } from '../../../src/steps/document/visual/is-printed-on.ts';

const box = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
const page = (...texts: string[]) => texts.map((text) => ({ text, confidence: 1, box }));

describe('a name of the machine-readable zone is confirmed by the visual zone', () => {
  it.each([
    ['MUELLER', 'Müller'],
    ['MULLER', 'Müller'],
    ['SORENSEN', 'Sørensen'],
    ['SOERENSEN', 'Sørensen'],
    ['STRASSER', 'Straßer'],
    ['ROZALIA IRMA', 'ROZÁLIA IRMA'],
    ['BASANAVICIENE', 'BASANAVIČIENĖ'],
    ['KOWALSKA KWIATKOWSKA', 'KOWALSKA-KWIATKOWSKA'],
    ['MEI HUA', 'LIN, MEI-HUA'],
    ['ANNA MARIA', 'ANNAMARIA'],
    ['WALESA', 'WAŁĘSA'],
  ])('%s by %s', (value, printed) => {
    expect(isPrintedOn(page('PASSPORT', printed), value)).toBe(true);
  });

  it.each([
    ['ERIKSSON', 'ERIKSON'],
    ['LIN', 'BERLINER'],
    ['MARIA', 'HARIA'],
    ['A', 'A'],
    ['', 'ANYTHING'],
  ])('but %s not by %s', (value, printed) => {
    expect(isPrintedOn(page('PASSPORT', printed), value)).toBe(false);
  });
});
