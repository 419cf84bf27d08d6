/** The types of document that a flow can ask for. Countries and subtypes are data, types are words. */
export const documentTypes = ['national-id', 'passport', 'driving-license', 'proof-of-residency'] as const;
export type DocumentType = (typeof documentTypes)[number];
