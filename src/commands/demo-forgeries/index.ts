import type { Forgery } from './forgery.ts';
import { printNumber } from './print-number.ts';
import { zoneName } from './zone-name.ts';

/** Every way to forge a document that `npm run demo -- --forge` knows. */
export const forgeries: readonly Forgery[] = [zoneName, printNumber];
