/** How a person tilts a document: the side that comes nearer to the camera, as the person sees it in the picture. */
export const tiltDirections = ['tilt-left', 'tilt-right', 'tilt-top', 'tilt-bottom'] as const;
export type TiltDirection = (typeof tiltDirections)[number];
