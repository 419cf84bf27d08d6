import { describe, expect, it } from 'vitest';
import type { MrzZoneReader, ReadZone } from '../../../../src/adapters/native/mrz/mrz-zone-reader.ts';
import { createPageMeter } from '../../../../src/adapters/native/nets/page-meter.ts';
import { rectangleQuad } from '../../../../src/adapters/native/rasters/quad.ts';
import type { Raster } from '../../../../src/adapters/native/rasters/raster.ts';
import { createUprightPageFinder, type PageText } from '../../../../src/adapters/native/pages/upright-page-finder.ts';
import type { Quad } from '../../../../src/domain/ports/pages/page-reader.ts';

/** One dark pixel in a corner tells which way the raster was turned. */
const page: Raster = { data: new Uint8Array(40 * 30).fill(255), widthPx: 40, heightPx: 30 };
page.data[0] = 0;
const isOnHead = ({ data }: Raster) => data.at(-1) === 0;
const lines = (count: number): Quad[] =>
  Array.from({ length: count }, (_, row) => rectangleQuad([15, 1 + row], [1, 0], 20, 1));

const candidate = { lines: ['P<UTO', 'L8988'], confidences: [] };
const rest = Promise.resolve({ second: candidate, otherZones: 0 });
const zone = { format: 'TD3', first: candidate, rows: [], rest } satisfies ReadZone;

/** A finder for a picture with this many lines, whose zone can be read only this way up. */
function findIn(count: number, canRead: (raster: Raster) => boolean, onText?: (text: PageText) => void) {
  const zoneReader: MrzZoneReader = { read: (raster) => Promise.resolve(canRead(raster) ? zone : null) };
  const finder = createUprightPageFinder({
    detector: { detect: () => Promise.resolve(lines(count)) },
    direction: { isUpsideDown: () => Promise.resolve(false) },
    zoneReader,
  });
  return finder.find(page, createPageMeter(), onText);
}

describe('the page in a picture', () => {
  it('is the one with the zone, although most of the text is on another page that is upside down', async () => {
    const found = await findIn(25, isOnHead);
    expect(found).toMatchObject({ turnDegrees: 180, zone: { format: 'TD3' } });
    expect(found.boxes[0]?.[0]).toEqual([15, 28.5]);
  });

  it('gives its text before the zone is looked for', async () => {
    const events: string[] = [];
    const canRead = (raster: Raster) => {
      events.push('zone');
      return isOnHead(raster);
    };
    await findIn(3, canRead, ({ boxes, turnDegrees }) =>
      events.push(`${boxes.length} lines, turned by ${turnDegrees}`),
    );
    expect(events).toEqual(['3 lines, turned by 0', 'zone', 'zone']);
  });

  it('keeps the direction of its text if its zone can be read that way, or if it has no zone', async () => {
    expect(await findIn(25, (raster) => !isOnHead(raster))).toMatchObject({ turnDegrees: 0, zone: { format: 'TD3' } });
    expect(await findIn(25, () => false)).toMatchObject({ turnDegrees: 0, zone: null });
  });
});
