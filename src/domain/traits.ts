import type { DocumentType } from './documents/document-type.ts';
import type { FaceSource } from './faces/face-source.ts';

/** A face as numbers: equal people lie close together. Biometric: sealed wherever it is stored, and never sent. */
export interface FaceTemplate {
  /** Unit-length or raw embedding as the model gives it: float32, little-endian, base64. */
  embedding: string;
  /** SHA-256 of the model that made it: embeddings of different models cannot be compared. */
  modelSha256: string;
  /** The same face as other models embed it, so that it stays comparable while models change. Absent: none. */
  alternates?: readonly { embedding: string; modelSha256: string }[];
  /** Models that cannot describe the face any more, since its picture is gone. Absent: none. */
  closedTo?: readonly string[];
  /** Where the picture comes from: distances to each kind mean something else. Absent: a camera. */
  source?: FaceSource;
  /** SHA-256 of the picture's bytes as stored, so that one picture used twice is noticed. */
  pictureSha256: string;
  /**
   * The aligned face, a square of bytes of luminance in base64, so that a picture of a picture is noticed. Empty: not kept.
   */
  appearance: string;
}

/** Coordinates in degrees (WGS 84), accuracy as the radius of 95 % in metres. */
export interface Place {
  latitude: number;
  longitude: number;
  accuracyMeters: number | null;
}

/**
 * What a step found that its verification's other steps, earlier verifications and other identities are compared with.
 * Sealed with the step's outcome and never sent. Absent: the step does not tell.
 */
export interface Traits {
  documentType?: DocumentType;
  /** The document's kind is uncertain, and with it what was read under the kind's labels: it rejects nobody. Absent: it is certain. */
  isGuess?: boolean;
  /** Countries are ISO 3166-1 alpha-2. */
  documentCountry?: string;
  documentNumber?: string;
  /** Of the holder, in Latin letters as far as the document gives them; order as printed. */
  fullName?: string;
  /** ISO 8601 date. */
  dateOfBirth?: string;
  address?: string;
  /** The face on the document. */
  portrait?: FaceTemplate;
  /** The face of the person before the camera. */
  face?: FaceTemplate;
  /** E.164. */
  phoneNumber?: string;
  phoneCountry?: string;
  /** What speaks against the number by itself; null when the provider that knows could not be asked. */
  phoneInsights?: readonly string[] | null;
  /** In lower case. */
  email?: string;
  gpsPlace?: Place;
  gpsCountry?: string;
  networkPlace?: Place;
  networkCountry?: string;
}

/** Kinds of blind index: by equal values the same person or paper is found under another identity. */
export const indexedTraits = ['issuedDocument', 'documentNumber', 'fullName', 'phoneNumber', 'email'] as const;
export type IndexedTrait = (typeof indexedTraits)[number];

/** Those that a person is looked for by. `issuedDocument` is compared by the service alone. */
export const searchableTraits = [
  'fullName',
  'documentNumber',
  'phoneNumber',
  'email',
] as const satisfies readonly IndexedTrait[];

export interface IndexedValue {
  trait: IndexedTrait;
  value: string;
}

/** What of a step's traits is indexed. A number alone is searched for; only with its issuer does it name one document. */
export function indexedValuesOf(traits: Traits): IndexedValue[] {
  const { documentType, documentCountry, documentNumber, fullName, phoneNumber, email } = traits;
  const issuedDocument =
    documentNumber !== undefined && documentCountry !== undefined
      ? `${documentType ?? ''}/${documentCountry}/${documentNumber}`
      : undefined;
  const values: Record<IndexedTrait, string | undefined> = {
    issuedDocument,
    documentNumber,
    fullName,
    phoneNumber,
    email,
  };
  return indexedTraits.flatMap((trait) => {
    const value = values[trait];
    return value === undefined || value === '' ? [] : [{ trait, value }];
  });
}
