import type { DocumentType } from './documents/document-type.ts';
import type { FaceSource } from './faces/face-source.ts';

/** A face as numbers: faces of one person are close together. Biometric data: encrypted wherever it is stored, and never sent. */
export interface FaceTemplate {
  /** The model's unit-length or raw embedding: float32, little-endian, base64. */
  embedding: string;
  /** SHA-256 of the model that made it: embeddings of different models cannot be compared. */
  modelSha256: string;
  /** Other models' embeddings of the same face, so that it stays comparable when models change. Missing: none. */
  alternates?: readonly { embedding: string; modelSha256: string }[];
  /** Models that can no longer describe the face, because its picture is gone. Missing: none. */
  closedTo?: readonly string[];
  /** The source of the picture: distances to each kind of source have a different meaning. Missing: a camera. */
  source?: FaceSource;
  /** SHA-256 of the picture's bytes as stored, to notice one picture that is used twice. */
  pictureSha256: string;
  /** The aligned face, a square of luminance bytes in base64, to notice a picture of a picture. Empty: not kept. */
  appearance: string;
}

/** Coordinates in degrees (WGS 84), accuracy as the radius of 95 % in metres. */
export interface Place {
  latitude: number;
  longitude: number;
  accuracyMeters: number | null;
}

/**
 * Values of a step that are compared with the verification's other steps, earlier verifications and other identities. Encrypted with the
 * step's outcome and never sent. Missing: the step has none.
 */
export interface Traits {
  documentType?: DocumentType;
  /**
   * The document's kind is uncertain, and so are the values that were read by the kind's labels: it rejects nobody. Missing: it is certain.
   */
  isGuess?: boolean;
  /** Countries are ISO 3166-1 alpha-2. */
  documentCountry?: string;
  documentNumber?: string;
  /** The number was not read for certain, so another document may have it. Missing: it was. */
  isNumberDoubtful?: boolean;
  /** Kind and day of a letter, which has no number. */
  letter?: string;
  /** The holder's names, in Latin letters as far as the document has them; order as printed. */
  fullName?: string;
  /** ISO 8601 date. */
  dateOfBirth?: string;
  address?: string;
  /** The face on the document. */
  portrait?: FaceTemplate;
  /** The face of the person in front of the camera. */
  face?: FaceTemplate;
  /** E.164. */
  phoneNumber?: string;
  phoneCountry?: string;
  /** The risks of the number itself; null when the provider that knows them could not be asked. */
  phoneInsights?: readonly string[] | null;
  /** What that provider was asked and did not know. Missing: nothing. */
  phoneUnanswered?: readonly string[];
  /** What the service asks no provider about the number. Missing: nothing, or not noted. */
  phoneNotAsked?: readonly string[];
  /** In lower case. */
  email?: string;
  gpsPlace?: Place;
  gpsCountry?: string;
  networkPlace?: Place;
  networkCountry?: string;
}

/** Kinds of blind index: equal values mean that the same person or document exists under another identity. */
export const indexedTraits = ['issuedDocument', 'documentNumber', 'fullName', 'phoneNumber', 'email'] as const;
export type IndexedTrait = (typeof indexedTraits)[number];

/** Those by which people can be searched. Only the service itself compares `issuedDocument`. */
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

/** A document by type, issuer and number. The first two are empty where they are not known. */
export function issuedDocumentOf({ documentType = '', documentCountry = '', documentNumber = '' }: IssuedDocument) {
  return documentNumber === '' ? undefined : `${documentType}/${documentCountry}/${documentNumber}`;
}

interface IssuedDocument extends Pick<Traits, 'documentCountry' | 'documentNumber'> {
  documentType?: DocumentType | '';
}

/** The indexed traits of a step. People search for a number alone, but only together with its issuer does it identify one document. */
export function indexedValuesOf(traits: Traits): IndexedValue[] {
  const { documentNumber, fullName, phoneNumber, email } = traits;
  const issuedDocument = issuedDocumentOf(traits);
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
