import { freshPdf } from './fresh-pdf.ts';
import { greyCopy } from './grey-copy.ts';
import { pastedFace } from './pasted-face.ts';
import { shownOnScreen } from './shown-on-screen.ts';
import type { Forgery } from './forgery.ts';
import { printNumber } from './print-number.ts';
import { zoneName } from './zone-name.ts';

/** Every way to forge a document that `npm run demo -- --forge` knows. */
export const forgeries: readonly Forgery[] = [zoneName, printNumber, pastedFace, shownOnScreen, greyCopy, freshPdf];
