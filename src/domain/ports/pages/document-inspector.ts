import type { Media } from '../../media/media.ts';
import type { ReasonCode } from '../../faults/reason-codes.ts';

/** Codes of the quick check of a new document picture. Each asks the person to retake it. */
export const documentQualityCodes = [
  'document.no_document',
  'document.image_too_small',
  'document.blurry_text',
  'document.too_dark',
  'document.too_bright',
  'document.glare',
  'document.cropped',
  'document.wrong_side',
  'document.same_picture_twice',
  'document.black_and_white_copy',
  'document.picture_of_screen',
  'document.face_missing',
] as const;

/** A picture whose longer side has fewer pixels shows too little of the print, so it is refused. */
export const leastLongerSidePx = 500;

export type DocumentQualityCode = (typeof documentQualityCodes)[number];

/** The context of a quick check, in addition to the picture itself. */
export interface LookContext {
  media: Pick<Media, 'kind'>;
  /** The attempt's other pictures, normalised. */
  others(): Promise<readonly Buffer[]>;
}

/** A quick check of a new picture, so that the person can retake it immediately. */
export interface QuickLook {
  /** `jpeg` is a normalised picture. An empty list means that no fault was found. */
  inspect(jpeg: Buffer, context: LookContext): Promise<{ codes: readonly ReasonCode[] }>;
}

/** The quick quality check of an upload's response, cheap enough for its 900 ms. */
export interface DocumentInspector {
  /** `jpeg` is a normalised picture. Without a context, only the picture itself is checked. */
  inspect(
    jpeg: Buffer,
    context?: LookContext,
  ): Promise<{
    codes: DocumentQualityCode[];
    durationMs: number;
    /** The text detector's own run time, which is part of `durationMs`. */
    recogniserMs: number;
  }>;
}
