import { generateKeyPair, exportJWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { createSealVerifications } from '../../../src/services/verifications/seal-verifications.ts';
import { problemLine } from '../../support/api-client.ts';
import { addPersonFlow, finishPerson, startPerson } from '../../support/people/person.ts';
import { noInspection, startStack, type Stack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await addPersonFlow(stack);
  await stack.startWorkers({ qualityHandlers: noInspection, otp: true });
});
afterAll(() => stack.close());

test('a damaged file delays the encryption of its verification for a week, then the rest is encrypted without it', async () => {
  const { token } = stack.client;
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true });
  const json = { name: 'vault', publicKey: { ...(await exportJWK(publicKey)), alg: 'ECDH-ES' } };
  const { id } = (await stack.api.post<{ id: string }>('/v2/encryption-configurations', { token, json })).body;
  const { verificationId } = await finished(id);
  const gone = newId('media');
  const { rows } = await stack.sql.query<{ id: string }>(
    `update media set state = 'ready', object_key = $2 where verification_id = $1 returning id`,
    [verificationId, gone],
  );
  await stack.sql.query(`update verifications set status = 'rejected', finished_at = now() where id = $1`, [
    verificationId,
  ]);
  const read = async () =>
    (await stack.api.get<{ sealed: { sealedAt: string | null } }>(`/v2/verifications/${verificationId}`, { token }))
      .body.sealed.sealedAt;
  const file = async () => problemLine(await stack.api.get(`/v2/media/${rows[0]?.id ?? ''}`, { token }));
  const sealAfter = (days: number) =>
    createSealVerifications({
      ...stack.container,
      clock: { ...stack.container.clock, now: () => new Date(Date.now() + days * 86_400_000) },
    })();

  expect(await sealAfter(6)).toBe(0);
  expect([await read(), await file()]).toEqual([null, '500 media.damaged']);
  expect(await sealAfter(8)).toBe(1);
  expect([await read(), await file()]).toEqual([expect.any(String), '404 media.not_found']);
  // If it comes back after all, the service must not be able to read it.
  const removals = await stack.sql.query('select 1 from object_removals where object_key = $1', [gone]);
  expect(removals.rowCount).toBe(1);
  expect(stack.logLines.some((line) => line.includes('was left out of an encrypted verification'))).toBe(true);
});

async function finished(encryptionConfigurationId: string) {
  const session = await startPerson(stack, { encryptionConfigurationId });
  await finishPerson(stack, session);
  return session;
}
