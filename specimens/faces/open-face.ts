import sharp from 'sharp';
import type { FaceAnalyser } from '../../src/domain/ports/faces/face-analyser.ts';
import type { ProjectedFace } from './projected-face.ts';

const square = { widthPx: 400, heightPx: 400 };

/** A picture of one person who looks into the camera, ready to be turned. @throws when no face is found in it */
export async function openFace(
  picture: Buffer,
  analyser: Pick<FaceAnalyser, 'analyse'>,
  size: { widthPx: number; heightPx: number } = square,
): Promise<ProjectedFace> {
  const rgb = await sharp(picture).resize(size.widthPx, size.heightPx, { fit: 'cover' }).removeAlpha().raw().toBuffer();
  const [face] = (await analyser.analyse({ rgb, ...size })).faces;
  if (face === undefined) throw new Error('the picture shows no face');
  return { rgb, ...size, mesh: face.mesh };
}
