import { anyPassport } from './any-passport.ts';
import { brazilCnh2022 } from './brazil-cnh-2022.ts';
import type { DocumentKind } from './document-kind.ts';
import { usDrivingLicence } from './us-driving-licence.ts';

/** The catalogue. A kind of a country comes before the one for any country. */
export const documentKinds: readonly DocumentKind[] = [brazilCnh2022, usDrivingLicence, anyPassport];
