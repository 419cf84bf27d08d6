import { noSignals, type PageSignals } from '../../../src/domain/ports/pages/page-reader.ts';

/** The surface of an honest page in a picture: neither a screen nor a grey copy. */
export const ownPaper: PageSignals = { ...noSignals, screenScore: 0, copyScore: 0 };
