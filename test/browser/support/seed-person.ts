import { photographPerson } from '../../../specimens/captures/photograph-person.ts';
import { createDocumentHandlers } from '../../../workers/document.ts';
import { createLivenessHandlers } from '../../../workers/liveness.ts';
import { eventually } from '../../support/eventually.ts';
import { passportPicture } from '../../support/documents/pictures.ts';
import { sharedOpeners } from '../../support/documents/shared-decoder.ts';
import type { SdkSession } from '../../support/sdk-client.ts';
import { sharedModels } from '../../support/shared-models.ts';
import type { Stack } from '../../support/stack.ts';
import { handRunner, stepJobsOf } from '../../support/steps.ts';

/** A person with real pictures, judged by the real models: a passport with a portrait, and a selfie. Needs a worker for `quality`. */
export async function seedPerson(stack: Stack): Promise<SdkSession> {
  await stack.client.addFlow('passport-and-selfie', {
    steps: [
      { id: 'document', type: 'document', config: { accept: [{ type: 'passport' }] } },
      { id: 'selfie', type: 'selfie', config: { match: 'document' } },
    ],
    maxAttemptsPerStep: 1,
  });
  const person = await photographPerson();
  const session = await stack.startSession('passport-and-selfie', { metadata: { order: { number: 4712 } } });
  const done = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  await done(session.consent());
  await done(session.upload((await passportPicture()).jpeg));
  await done(session.submit());
  await done(session.upload(person.selfie, { stepId: 'selfie', kind: 'selfie' }));
  await done(session.submit('selfie', {}));
  const models = sharedModels();
  const run = handRunner(stack, {
    ...(await createDocumentHandlers(stack.container, models, sharedOpeners())),
    ...(await createLivenessHandlers(stack.container, models, sharedOpeners())),
  });
  for (const job of await stepJobsOf(stack, session.verificationId)) await run(job);
  await eventually(
    async () => {
      // The face waits for the document: its job comes when the first is done.
      for (const job of await stepJobsOf(stack, session.verificationId)) await run(job);
      const { rows } = await stack.sql.query('select 1 from verifications where id = $1 and finished_at is not null', [
        session.verificationId,
      ]);
      return rows.length === 1 ? true : null;
    },
    { what: 'the verdict on the person' },
  );
  return session;
}
