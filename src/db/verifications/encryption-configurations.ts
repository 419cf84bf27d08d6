import type { EncryptionConfiguration, PublicKey } from '../../domain/encryption/encryption-configuration.ts';
import type { EncryptionRepository } from '../../domain/repositories/encryption-repository.ts';
import type { StepOutcome } from '../../domain/verifications/step-run.ts';
import type { Connection, Statements } from '../connection/connection.ts';
import type { EncryptionConfigurationModel } from '../generated/models.ts';
import type { DataKeys } from '../keys/keys.ts';
import { openedJson, sealedJson } from '../keys/sealed.ts';
import { stepAttemptPlace, stepOutcomePlace } from './step-runs.ts';

export function createEncryptionRepository(
  connection: Connection,
  statements: Statements,
  keys: DataKeys,
): EncryptionRepository {
  const run = (text: string, values: unknown[]) => statements.query({ text, values });

  return {
    async create(configuration) {
      const { publicKey, ...rest } = configuration;
      return toConfiguration(await connection.encryptionConfiguration.create({ data: { ...rest, publicKey } }));
    },

    async find(clientId, configurationId) {
      const row = await connection.encryptionConfiguration.findUnique({ where: { id: configurationId, clientId } });
      return row && toConfiguration(row);
    },

    async findOfVerification(verificationId) {
      const row = await connection.verification.findUnique({
        where: { id: verificationId },
        select: { encryptionConfigurationId: true },
      });
      if (row?.encryptionConfigurationId == null) return null;
      const id = row.encryptionConfigurationId;
      const configuration = await connection.encryptionConfiguration.findUnique({ where: { id } });
      return configuration === null ? 'removed' : toConfiguration(configuration);
    },

    async list(clientId, { limit, before }) {
      const rows = await connection.encryptionConfiguration.findMany({
        where: { clientId, ...(before !== null && { id: { lt: before } }) },
        orderBy: { id: 'desc' },
        take: limit,
      });
      return rows.map(toConfiguration);
    },

    async delete(clientId, configurationId) {
      const held = await run('select 1 from encryption_configurations where id = $1 and client_id = $2 for update', [
        configurationId,
        clientId,
      ]);
      if (held.rowCount !== 1) return 'notFound';
      const used = await run(
        `select 1 from verifications
          where encryption_configuration_id = $1 and sealed_at is null
            and status not in ('cancelled', 'expired', 'deleted') limit 1`,
        [configurationId],
      );
      if (used.rowCount !== 0) return 'inUse';
      // A draft or version may become the one that people start.
      const named = await run(
        `select 1 from flows f left join flow_versions v on v.flow_id = f.id
          where f.client_id = $2
            and $1 in (f.draft ->> 'encryptionConfigurationId', v.document ->> 'encryptionConfigurationId') limit 1`,
        [configurationId, clientId],
      );
      if (named.rowCount !== 0) return 'inUse';
      await run('delete from encryption_configurations where id = $1', [configurationId]);
      return 'deleted';
    },

    async hold(clientId, configurationId) {
      const { rowCount } = await run(
        'select 1 from encryption_configurations where id = $1 and client_id = $2 for share',
        [configurationId, clientId],
      );
      return rowCount === 1;
    },

    async choose(clientId, configurationId, verificationId) {
      const { rowCount } = await run(
        `with chosen as (
           select id from encryption_configurations where id = $1 and client_id = $2 for share)
         update verifications v set encryption_configuration_id = chosen.id from chosen where v.id = $3`,
        [configurationId, clientId, verificationId],
      );
      return rowCount === 1;
    },

    async listToSeal(limit, except) {
      const { rows } = await statements.query<{ id: string }>({
        name: 'list-to-seal',
        text: `select id from verifications
                where encryption_configuration_id is not null and sealed_at is null
                  and status in ('verified', 'rejected') and id <> all($2) order by finished_at limit $1`,
        values: [limit, except],
      });
      return rows.map(({ id }) => id);
    },

    async seal({ id, clientId, identityId }, jwe) {
      const key = await keys.get(clientId, identityId);
      const runs = await connection.stepRun.findMany({ where: { verificationId: id }, include: { attempts: true } });
      for (const stepRun of runs) {
        const place = stepOutcomePlace({ clientId }, stepRun.id);
        const outcome = openedJson(key, stepRun.outcomeSealed, place) as StepOutcome | null;
        const outcomeSealed = outcome && sealedJson(key, withoutData(outcome), place);
        await connection.stepRun.update({ where: { id: stepRun.id }, data: { outcomeSealed, seenSealed: null } });
        for (const { attempt } of stepRun.attempts) {
          await connection.stepAttempt.update({
            where: { stepRunId_attempt: { stepRunId: stepRun.id, attempt } },
            data: {
              inputSealed: sealedJson(key, null, stepAttemptPlace({ clientId }, stepRun.id, attempt, 'input')),
              resultSealed: null,
            },
          });
        }
      }
      await run('delete from code_sends where verification_id = $1', [id]);
      await run('delete from test_messages where verification_id = $1', [id]);
      await run(`update consents set address_sealed = '' where verification_id = $1`, [id]);
      await run(
        `update verifications set sealed_at = now(), jwe = $2, device_sealed = null, version = version + 1 where id = $1`,
        [id, jwe],
      );
    },

    async sealMedia(mediaId, { objectKey, bytes }) {
      await run(removeObjectOf, [mediaId]);
      await run(`update media set object_key = $2, bytes = $3, state = 'sealed' where id = $1`, [
        mediaId,
        objectKey,
        bytes,
      ]);
    },

    async dropLostMedia(mediaId) {
      await run(removeObjectOf, [mediaId]);
      await run(`update media set state = 'unusable' where id = $1`, [mediaId]);
    },
  };
}

const removeObjectOf = `insert into object_removals (object_key) select object_key from media where id = $1
  on conflict (object_key) do update set available_at = now()`;

function withoutData(outcome: StepOutcome): StepOutcome {
  const checks = outcome.checks.map((check) => ({ ...check, data: null }));
  return { record: null, checks, facts: {}, traits: {}, models: outcome.models };
}

function toConfiguration(row: EncryptionConfigurationModel): EncryptionConfiguration {
  // Validated against the contract when it was stored.
  return { ...row, publicKey: row.publicKey as unknown as PublicKey };
}
