import { smallPicture } from './documents/pictures.ts';
import type { SdkSession } from './sdk-client.ts';
import type { Stack } from './stack.ts';
import { documentHandlers, emptyReader, handRunner, stepJobsOf } from './steps.ts';

/** Submits the document and lets a reader that finds nothing judge it: a verdict that is not `verified`, without a model. */
export async function finishSession(stack: Stack, session: SdkSession): Promise<void> {
  const uploaded = await session.upload(await smallPicture());
  if (uploaded.status !== 201) throw new Error(`the upload was refused: ${JSON.stringify(uploaded.body)}`);
  const submitted = await session.submit();
  if (submitted.status !== 202) throw new Error(`the submit was refused: ${JSON.stringify(submitted.body)}`);
  const run = handRunner(stack, documentHandlers(stack, emptyReader));
  for (const job of await stepJobsOf(stack, session.verificationId)) await run(job);
}
