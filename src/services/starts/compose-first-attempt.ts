import { newId } from '../../domain/id.ts';
import type { Authority } from '../../domain/verifications/reverification.ts';
import type { StartedBy } from '../../domain/verifications/verification.ts';
import type { Flow } from '../flows/load-flow.ts';
import { identityRecordJson } from '../verifications/refresh-identity-record.ts';

/** The rows of a new identity and its first attempt, whether a device or a backend starts it, composed before any of them is written. */
export function composeFirstAttempt({
  flow,
  startedBy,
  startedAt,
}: {
  flow: Flow;
  startedBy: StartedBy;
  /** By the database's clock. */
  startedAt: Date;
}) {
  const [identityId, verificationId] = [newId('identity'), newId('verification')];
  const authority: Authority = { status: 'pending', startedBy, reverifies: false, entitled: false, silences: [] };
  const rows = {
    clientId: flow.clientId,
    identityId,
    verificationId,
    flowVersionId: flow.versionId,
    startedAt,
    stepRuns: flow.document.steps.map((step) => ({ id: newId('stepRun'), stepId: step.id, type: step.type })),
    recordJson: identityRecordJson({
      identity: { id: identityId, status: 'pending', data: {}, tags: [], createdAt: startedAt, updatedAt: startedAt },
      spoken: [{ id: verificationId, createdAt: startedAt, finishedAt: null, ...authority }],
      silent: [],
      latestRecord: null,
    }),
  };
  return { rows, authority };
}
