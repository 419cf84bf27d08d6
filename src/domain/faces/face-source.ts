/**
 * Where the picture of a face comes from: a camera, another moment of the same video, the print on a document, the chip of a
 * document, a digital wallet.
 */
export const faceSources = ['camera', 'video', 'document', 'chip', 'wallet'] as const;
export type FaceSource = (typeof faceSources)[number];
