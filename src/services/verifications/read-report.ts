import type { ApiCaller } from '../../domain/operators/client.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { isId } from '../../domain/id.ts';
import type { Media } from '../../domain/media/media.ts';
import type { ReportWriter } from '../../domain/ports/report-writer.ts';
import type { ObjectStore } from '../../domain/ports/object-store.ts';
import type { Database } from '../../domain/repositories/repositories.ts';
import type { Flows } from '../flows/load-flow.ts';
import { createOpenMedia } from '../objects/open-media.ts';
import { composeReport } from './compose-report.ts';

/** The most pictures in one report; others are only named. */
const mostPictures = 40;

/** The report of one attempt as a PDF: the inputs, the findings, and the reasons for the verdict. */
export function createReadReport({
  db,
  flows,
  objects,
  reportWriter,
}: {
  db: Database;
  flows: Flows;
  objects: Pick<ObjectStore, 'get'>;
  reportWriter: ReportWriter;
}) {
  const openMedia = createOpenMedia({ db, objects });

  return async function readReport({ clientId, actorId }: ApiCaller, verificationId: string): Promise<Buffer> {
    const verification = await db.verifications.find(clientId, verificationId);
    if (verification === null || verification.status === 'deleted') throw new Problem('verification.not_found');
    if (verification.decision === null) throw new Problem('verification.not_finished');
    // Extracted data leaves the service only as a JWE. A person who reviews it here may see it until it is sealed.
    const { encryptionConfigurationId, sealedAt } = verification;
    const hidden = sealedAt !== null || !isId('operator', actorId);
    if (encryptionConfigurationId !== null && hidden) throw new Problem('encryption.sealed');
    const flow = await flows.getVersion(verification.flowVersionId, db);
    const stepRuns = await db.stepRuns.list(verificationId);
    const media = await db.media.listOfVerification(verificationId);
    const pictures = new Map<string, Buffer>();
    for (const file of media.filter(isPicture).slice(0, mostPictures)) pictures.set(file.id, await openMedia(file));
    const client = await db.clients.find(clientId);
    const identity = await db.identities.find(clientId, verification.identityId);
    const report = composeReport({
      verification,
      testMode: client?.mode === 'test',
      decision: verification.decision,
      identity,
      flow,
      stepRuns,
      media,
      pictures,
    });
    return reportWriter.write(report);
  };
}

/** Only safe copies: an upload may be hostile. */
function isPicture({ contentType, state }: Media): boolean {
  return contentType === 'image/jpeg' && state === 'ready';
}
