import type { Media } from '../../media/media.ts';
import type { ReasonCode } from '../../faults/reason-codes.ts';

/** Codes that the quick look at a fresh document picture can give; each asks the person to take it again. */
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

/** A picture whose longer side has fewer pixels leaves too little of the print: it is refused, not only noted. */
export const leastLongerSidePx = 500;

export type DocumentQualityCode = (typeof documentQualityCodes)[number];

/** What a quick look may want to know in addition to the picture itself. */
export interface LookContext {
  media: Pick<Media, 'kind'>;
  /** The attempt's other pictures, normalised. */
  others(): Promise<readonly Buffer[]>;
}

/** A quick look at a fresh picture, so that the person can take it again at once. */
export interface QuickLook {
  /** `jpeg` is a normalised picture. An empty list means that nothing speaks against it. */
  inspect(jpeg: Buffer, context: LookContext): Promise<{ codes: readonly ReasonCode[] }>;
}

/** The quick quality check behind the upload's answer: cheap enough for its 900 ms. */
export interface DocumentInspector {
  /** `jpeg` is a normalised picture. Without a context, only the picture itself is looked at. */
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
