import type { ImageFault } from '../../../domain/ports/pages/image-normaliser.ts';
import type { FlatAreas } from './flat-areas.ts';

/** Of a file that goes in or out: a picture that was converted from another format is the largest. */
export const mostFileBytes = 100_000_000;

/** What is asked of the process that decodes pictures; the file is the payload. It answers each question once, in their order. */
export interface DecoderQuestion {
  ask: 're-encode' | 'measure-flat-areas';
}

/** What an upload was. */
export interface DecodedFrom {
  /** `jpeg`, `png` or `webp`. */
  format: string;
  /** As its EXIF says, 1 to 8. */
  orientation: number;
}

export type DecoderAnswer =
  | { answer: 'ready' }
  /** The payload: a JPEG, upright, sRGB, on white. */
  | ({ answer: 'picture' } & DecodedFrom)
  | { answer: 'fault'; fault: ImageFault }
  /** Null: the picture cannot be decoded. */
  | { answer: 'flat-areas'; areas: FlatAreas | null };
