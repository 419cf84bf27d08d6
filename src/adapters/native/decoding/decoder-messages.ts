import type { ImageFault } from '../../../domain/ports/pages/image-normaliser.ts';
import type { FlatAreas } from './flat-areas.ts';

/** The largest size of a file in either direction: a picture that was converted from another format is the largest. */
export const mostFileBytes = 100_000_000;

/** The requests to the process that decodes pictures; the file is the payload. It answers each request once, in order. */
export interface DecoderQuestion {
  ask: 're-encode' | 'measure-flat-areas';
}

/** The properties of an upload. */
export interface DecodedFrom {
  /** `jpeg`, `png` or `webp`. */
  format: string;
  /** According to its EXIF data, 1 to 8. */
  orientation: number;
}

export type DecoderAnswer =
  | { answer: 'ready' }
  /** The payload: a JPEG, upright, sRGB, on white. */
  | ({ answer: 'picture' } & DecodedFrom)
  | { answer: 'fault'; fault: ImageFault }
  /** Null: the picture cannot be decoded. */
  | { answer: 'flat-areas'; areas: FlatAreas | null };
