import type { Model } from '../nets/model-store.ts';
import { printLineClasses, runPrintLine } from '../spelling/print-line-net.ts';
import type { SymbolRecogniser } from '../text/text-recogniser.ts';
import { foldClasses, groupClasses } from '../text/zone-symbols.ts';

const blank = 0;

/** Reads lines of a zone with our own net for print. */
export function createPrintZoneRecogniser(model: Model, characterList: string): SymbolRecogniser {
  const characters = printLineClasses(characterList);
  const groups = groupClasses(characters);
  return {
    async recogniseSymbols(raster, box, meter) {
      const line = await runPrintLine(model, { raster, box, classes: characters.length }, meter);
      return { ...foldClasses({ ...line, width: line.classes }, blank, groups), framesAcross: line.framesAcross };
    },
  };
}
