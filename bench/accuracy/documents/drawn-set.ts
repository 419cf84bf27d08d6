import { parseMrz } from '../../../src/domain/mrz/parse-mrz.ts';
import { distort, distortions } from '../../../src/specimens/distort.ts';
import { drawCardBack, drawLargeCard } from '../../../src/specimens/draw-card.ts';
import { drawPassport } from '../../../src/specimens/draw-passport.ts';
import { UsageFault } from '../section.ts';
import { clean } from './report-documents.ts';
import type { DocumentSample, DocumentSet } from './sample.ts';
void [parseMrz, distort, distortions, drawCardBack, drawLargeCard, drawPassport, UsageFault, clean];
export function openDrawnSet(_options: {
  kind?: string | undefined;
  count?: string | undefined;
  distortion?: string | undefined;
}): DocumentSet {
  return {
    title: 'Documents, drawn set',
    facts: [],
    count: 0,
    complete: false,
    async *samples(): AsyncIterable<DocumentSample> {},
  };
}
