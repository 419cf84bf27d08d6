import type { Quad } from '../../../domain/ports/pages/page-reader.ts';
import type { MrzZoneReader, ReadZone } from '../mrz/mrz-zone-reader.ts';
import type { PageMeter } from '../nets/page-meter.ts';
import { mapQuad, quadHeight, quadWidth } from '../rasters/quad.ts';
import type { Raster } from '../rasters/raster.ts';
import type { TextDetector } from '../text/text-detector.ts';
import type { TextDirection } from '../text/text-direction.ts';
import { turnBack, turnRaster, type TurnDegrees } from '../rasters/turn-raster.ts';

/** An upright page, with the boxes of its lines in pixels of the rotated raster. */
export interface UprightPage {
  upright: Raster;
  turnDegrees: TurnDegrees;
  boxes: Quad[];
  zone: ReadZone | null;
}

export interface UprightPageFinder {
  /**
   * Finds text and zone of a page, however it is rotated in the picture. `onText` gets what is probably the upright page before its zone is
   * looked for.
   */
  find(raster: Raster, meter: PageMeter, onText?: (text: PageText) => void): Promise<UprightPage>;
}

export type PageText = Omit<UprightPage, 'zone'>;

const detectionSidePx = 1280;
/** Lines of a zone are some 20 times as long as high. The detector may break them, but not into shorter pieces than this. */
const sidewaysAspect = 8;
const fewestZoneLines = 2;

export function createUprightPageFinder({
  detector,
  direction,
  zoneReader,
}: {
  detector: TextDetector;
  direction: TextDirection;
  zoneReader: MrzZoneReader;
}): UprightPageFinder {
  /** Finds the text and rotates the page until it is upright. */
  async function findText(raster: Raster, meter: PageMeter): Promise<PageText> {
    let turnDegrees: TurnDegrees = 0;
    let upright = raster;
    let boxes = await detector.detect(raster, detectionSidePx, meter);
    if (mostlyVertical(boxes)) {
      turnDegrees = 90;
      upright = turnRaster(raster, 90);
      boxes = await detector.detect(upright, detectionSidePx, meter);
    }
    const found = { upright, turnDegrees, boxes };
    return (await direction.isUpsideDown(upright, boxes, meter)) ? turnOnHead(found) : found;
  }

  /** The zone of a page that runs across most of the text, like that of one page of an open booklet; null when there is none. */
  async function findSideways(found: PageText, meter: PageMeter): Promise<UprightPage | null> {
    if (found.boxes.filter(isSidewaysLine).length < fewestZoneLines) return null;
    const upright = turnRaster(found.upright, 90);
    const boxes = await detector.detect(upright, detectionSidePx, meter);
    const sideways = { upright, boxes, turnDegrees: quarterTurnOn[found.turnDegrees] };
    for (const turned of [sideways, turnOnHead(sideways)]) {
      const zone = await zoneReader.read(turned.upright, turned.boxes, meter);
      if (zone !== null) return { ...turned, zone };
    }
    return null;
  }

  return {
    async find(raster, meter, onText = () => undefined) {
      const found = await findText(raster, meter);
      onText(found);
      const zone = await zoneReader.read(found.upright, found.boxes, meter);
      if (zone !== null) return { ...found, zone };
      // Most of the text may belong to another page, which is upside down in an open passport; and the few lines of a card's back are too
      // few to show which way is up.
      const turned = turnOnHead(found);
      const other = await zoneReader.read(turned.upright, turned.boxes, meter);
      if (other !== null) return { ...turned, zone: other };
      return (await findSideways(found, meter)) ?? { ...found, zone };
    },
  };
}

function turnOnHead({ upright, turnDegrees, boxes }: PageText): PageText {
  return {
    upright: turnRaster(upright, 180),
    turnDegrees: opposite[turnDegrees],
    boxes: boxes.map(([a, b, c, d]) => mapQuad([c, d, a, b], (point) => turnBack(point, 180, upright))),
  };
}

const quarterTurnOn = { 0: 90, 90: 180, 180: 270, 270: 0 } as const satisfies Record<TurnDegrees, TurnDegrees>;
const opposite = { 0: 180, 90: 270, 180: 0, 270: 90 } as const satisfies Record<TurnDegrees, TurnDegrees>;

function isSidewaysLine(box: Quad): boolean {
  return quadHeight(box) > sidewaysAspect * quadWidth(box);
}

/** Whether most of the text, by its length, runs down or up the page. */
function mostlyVertical(boxes: readonly Quad[]): boolean {
  let surplus = 0;
  for (const box of boxes) {
    const width = quadWidth(box);
    const height = quadHeight(box);
    if (height > 1.5 * width) surplus += height;
    else if (width > 1.5 * height) surplus -= width;
  }
  return surplus > 0;
}
