/**
 * The source of a face picture: a camera, another moment of the same video, the print on a document, a document's chip, or a digital
 * wallet.
 */
export const faceSources = ['camera', 'video', 'document', 'chip', 'wallet'] as const;
export type FaceSource = (typeof faceSources)[number];
