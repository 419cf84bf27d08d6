import { systemActor } from '../../domain/privacy/audit.ts';
import type { EncryptionConfiguration } from '../../domain/encryption/encryption-configuration.ts';
import { newId } from '../../domain/id.ts';
import { MediaDamaged } from '../../domain/media/media-damaged.ts';
import type { Media } from '../../domain/media/media.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database, Repositories } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { withoutFacts } from '../media/file-facts.ts';
import { createOpenMedia } from '../objects/open-media.ts';
import { mayClaim } from './apply-review.ts';
import { keepDocuments } from './claim-person.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { unclaimedObjectSeconds } from '../objects/replace-original.ts';
import { encryptedRecordOf } from './verification-record.ts';
import type { Log } from '../../domain/ports/log.ts';
import { createWorkThrough } from '../jobs/work-through.ts';
import { encryptTo } from '../encryption/encrypt-to.ts';

const batch = 20;
const budgetMs = 30_000;
/** How long after the verdict a lost or altered file may come back from a backup of the object store. */
const mayComeBackMs = 7 * 86_400_000;

interface SealedFile {
  mediaId: string;
  objectKey: string;
  bytes: number;
}

/**
 * Encrypts verifications with a final verdict to their client's key: from then on this service can read neither the extracted data nor the
 * files. It searches for them, so it does not matter which use case gave the verdict, and the next run completes an interrupted one. A
 * damaged file delays its verification for a week; then the rest is sealed without it. One process at a time. Returns the number of sealed
 * verifications.
 */
export function createSealVerifications({
  db,
  flows,
  objects,
  clock,
  log,
}: {
  db: Database;
  flows: Flows;
  objects: ObjectStore;
  clock: Clock;
  log: Pick<Log, 'error'>;
}) {
  const openMedia = createOpenMedia({ db, objects });

  async function sealFile(media: Media, configuration: EncryptionConfiguration): Promise<SealedFile> {
    const content = withoutFacts(await openMedia(media));
    const jwe = Buffer.from(await encryptTo(configuration, content, media.contentType), 'ascii');
    const objectKey = newId('media');
    await db.objects.scheduleRemoval(objectKey, unclaimedObjectSeconds);
    await objects.put(objectKey, jwe);
    return { mediaId: media.id, objectKey, bytes: jwe.length };
  }

  async function seal(verificationId: string): Promise<boolean> {
    const { clientId, encryptionConfigurationId, finishedAt } = await db.verifications.get(verificationId);
    const configuration = await db.encryptionConfigurations.find(clientId, encryptionConfigurationId ?? '');
    if (configuration === null) throw new Error('the key of a verification that is to be sealed is gone');
    const readable = (await db.media.listOfVerification(verificationId)).filter(isReadable);
    const files: SealedFile[] = [];
    const lost: Media[] = [];
    for (const media of readable) {
      try {
        files.push(await sealFile(media, configuration));
      } catch (error) {
        const isFinal = finishedAt !== null && clock.now().getTime() - finishedAt.getTime() > mayComeBackMs;
        if (!(error instanceof MediaDamaged && isFinal)) throw error;
        lost.push(media);
      }
    }
    for (const { id } of lost) log.error({ mediaId: id }, 'a damaged file was left out of an encrypted verification');
    return db.transaction((tx) => storeSealed(tx, { verificationId, readable, files, lost }));
  }

  async function storeSealed(
    tx: Repositories,
    {
      verificationId,
      readable,
      files,
      lost,
    }: { verificationId: string; readable: readonly Media[]; files: readonly SealedFile[]; lost: readonly Media[] },
  ): Promise<boolean> {
    const verification = await tx.verifications.lock(verificationId);
    const final = verification.status === 'verified' || verification.status === 'rejected';
    if (!final || verification.sealedAt !== null) return false;
    // A file was made safe or replaced meanwhile: the next run takes the new state.
    const now = (await tx.media.listOfVerification(verificationId)).filter(isReadable);
    if (JSON.stringify(now.map(placeOf)) !== JSON.stringify(readable.map(placeOf))) return false;
    for (const { id } of lost) await tx.encryptionConfigurations.dropLostMedia(id);
    const jwe = await encryptedRecordOf(tx, flows, verification);
    if (jwe === null) throw new Error('the key of a verification that is to be sealed is gone');
    for (const { mediaId, ...sealed } of files) {
      await tx.encryptionConfigurations.sealMedia(mediaId, sealed);
      await tx.objects.claim(sealed.objectKey);
    }
    if (mayClaim(verification))
      await keepDocuments(tx, { verification, stepRuns: await tx.stepRuns.list(verificationId) });
    await tx.encryptionConfigurations.seal(verification, jwe);
    await refreshIdentityRecord(tx, verification.identityId, flows);
    const { clientId } = verification;
    const action = 'verification.sealed';
    await tx.audit.append([{ clientId, actorId: systemActor, action, subjectId: verificationId }]);
    return true;
  }

  const workThrough = createWorkThrough({ cronJob: 'seal-verifications', log, budgetMs });
  return async function sealVerifications(): Promise<number> {
    let sealed = 0;
    // A file that cannot be sealed now must not keep the others readable.
    await workThrough(
      (except) => db.encryptionConfigurations.listToSeal(batch, except),
      (verificationId) => verificationId,
      async (verificationId) => {
        if (await seal(verificationId)) sealed += 1;
      },
    );
    return sealed;
  };
}

const isReadable = ({ state }: Media) => state !== 'sealed';
const placeOf = ({ id, objectKey }: Media) => [id, objectKey];
