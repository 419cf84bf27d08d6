import type { Contact } from '../../domain/codes/contact.ts';
import type { ExportRepository } from '../../domain/repositories/export-repository.ts';
import { toActivity } from './activities.ts';
import { codeContactPlace } from '../codes/code-sends.ts';
import type { Connection } from '../connection/connection.ts';
import { consentAddressPlace } from './consents.ts';
import type { DataKeys } from '../keys/keys.ts';
import { openedJson } from '../keys/sealed.ts';
import { stepAttemptPlace } from './step-runs.ts';

/** An address that was encrypted with its attempt is an empty value. */
const unlessEmpty = (sealed: Uint8Array) => (sealed.length === 0 ? null : sealed);

export function createExportRepository(connection: Connection, keys: DataKeys): ExportRepository {
  return {
    async readBesideRecords({ clientId, identityId }) {
      const key = await keys.get(clientId, identityId);
      const verification = { clientId, identityId };
      const orderBy = { id: 'asc' } as const;
      const consents = await connection.consent.findMany({ where: { verification }, orderBy });
      const sends = await connection.codeSend.findMany({ where: { clientId, identityId, verification }, orderBy });
      const attempts = await connection.stepAttempt.findMany({
        where: { stepRun: { verification } },
        include: { stepRun: true },
        orderBy: { submittedAt: 'asc' },
      });
      const activities = await connection.activity.findMany({ where: { verification }, orderBy });
      const screens = await connection.analyticsEvent.findMany({ where: { verification }, orderBy: { at: 'asc' } });
      return {
        consents: consents.map(({ id, verificationId, textVersion, language, addressSealed, acceptedAt }) => ({
          ...{ verificationId, textVersion, language },
          address: openedJson(key, unlessEmpty(addressSealed), consentAddressPlace(clientId, id)) as string | null,
          acceptedAt: acceptedAt.toISOString(),
        })),
        contacts: sends.map(({ id, verificationId, channel, state, contactSealed, createdAt }) => ({
          ...{ verificationId, channel, state },
          address: (openedJson(key, contactSealed, codeContactPlace(clientId, id)) as Contact).address,
          sentAt: createdAt.toISOString(),
        })),
        inputs: attempts.map(({ stepRun, stepRunId, attempt, inputSealed, submittedAt }) => ({
          ...{ verificationId: stepRun.verificationId, stepId: stepRun.stepId, attempt },
          input: openedJson(key, inputSealed, stepAttemptPlace({ clientId }, stepRunId, attempt, 'input')),
          submittedAt: submittedAt.toISOString(),
        })),
        activities: activities.map((row) => {
          const { id: _id, createdAt, ...activity } = toActivity(key, clientId, row);
          return { verificationId: row.verificationId, ...activity, at: createdAt.toISOString() };
        }),
        screens: screens.map(({ verificationId, kind, name, at }) => ({
          ...{ verificationId, kind, name },
          at: at.toISOString(),
        })),
      };
    },
  };
}
