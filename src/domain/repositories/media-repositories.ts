import type { Media, Upload } from '../media/media.ts';
import type { StoredMediaKind } from '../media/media-kind.ts';
import type { Verification } from '../verifications/verification.ts';

export interface MediaLink {
  expires: number;
  signature: string;
}

export interface MediaRepository {
  create(
    media: Omit<Media, 'originFindings' | 'state' | 'widthPx' | 'heightPx' | 'acceptable' | 'codes' | 'createdAt'>,
  ): Promise<void>;
  find(clientId: string, mediaId: string): Promise<Media | null>;
  findById(mediaId: string): Promise<Media | null>;
  /** A link that opens the file without a token for ten minutes, by the database's clock. `expires`: seconds since 1970. */
  signLink(media: Pick<Media, 'id' | 'clientId'>): Promise<MediaLink>;
  /** Null when the file does not exist or the signature is wrong. */
  findByLink(mediaId: string, link: MediaLink): Promise<{ media: Media; expired: boolean } | null>;
  get(mediaId: string): Promise<Media>;
  /** The person's uploads. */
  listOfAttempt(stepRunId: string, attempt: number): Promise<Upload[]>;
  /** Files that the service made from them. */
  listDerived(stepRunId: string, attempt: number): Promise<Media[]>;
  listOfVerification(verificationId: string): Promise<Media[]>;
  /** The newest files of these kinds, from the verified attempts of an identity, that were made safe and are readable. */
  listReadyOfVerified(identityId: string, kinds: readonly StoredMediaKind[], limit: number): Promise<Media[]>;
  /** received → ready with its new object. Null when another call was first. */
  markReady(
    media: Media,
    ready: Pick<Media, 'objectKey' | 'contentType' | 'bytes' | 'originFindings'> & {
      widthPx: number;
      heightPx: number;
    },
  ): Promise<Media | null>;
  markUnusable(mediaId: string, code: string): Promise<void>;
  storeQuality(mediaId: string, quality: { acceptable: boolean; codes: string[] }): Promise<void>;
  delete(mediaId: string): Promise<void>;
}

/** Hashes of the files that a person submitted, kept as long as the attempt: the files themselves may be deleted sooner. */
export interface GivenFileRepository {
  /** `digest`: SHA-256 of the file. Existing entries stay. */
  add(owner: Pick<Verification, 'id' | 'clientId' | 'identityId'>, digest: Buffer): Promise<void>;
  /** Whether a file of this attempt was also submitted in another attempt of the identity. */
  isReplayed(verification: Pick<Verification, 'id' | 'identityId'>): Promise<boolean>;
}

/** Objects are scheduled for removal until a row claims them, so that a crash between the store and the database leaves no orphan. */
export interface ObjectClaimRepository {
  scheduleRemoval(objectKey: string, afterSeconds: number): Promise<void>;
  claim(objectKey: string): Promise<void>;
  listDue(limit: number, except: readonly string[]): Promise<string[]>;
  /** Of these keys, the ones that no file refers to. */
  listUnclaimed(objectKeys: readonly string[]): Promise<string[]>;
  /** Schedules their deletion after this many days and no sooner. Returns the scheduled ones. */
  scheduleRemovalOfUnclaimed(objectKeys: readonly string[], afterDays: number): Promise<string[]>;
}
