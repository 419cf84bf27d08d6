/** The types of document that a flow can ask for. Types are a fixed list; countries and subtypes are data. */
export const documentTypes = ['national-id', 'passport', 'driving-license', 'proof-of-residency'] as const;
export type DocumentType = (typeof documentTypes)[number];
