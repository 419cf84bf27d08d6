import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PhotographedPerson } from '../specimens/photograph-person.ts';
import type { SdkClient, Session } from './sdk-client.ts';

type DemoStep = Session['steps'][number];

/** Whether this is a step that looks at a picture of the person. */
export function isFaceStep({ type }: Pick<DemoStep, 'type'>): boolean {
  return type === 'selfie' || type === 'passive-liveness';
}

/** Hands the selfie in. Passive liveness has nothing of its own to hand in: the demo's flow lets it look at the selfie. */
export async function handInFaceStep(
  client: SdkClient,
  { session, step, person, dir, say }: FaceStepRequest,
): Promise<void> {
  const { sessionToken: token } = session;
  if (step.type === 'selfie') {
    mkdirSync(dir, { recursive: true });
    const file = path.join(dir, 'selfie.jpg');
    writeFileSync(file, person.selfie);
    const { quality } = await client.upload(token, step.id, 'selfie', person.selfie);
    say(`selfie uploaded (${file}): ${quality.acceptable === false ? quality.codes.join(', ') : 'taken'}`);
  }
  await client.submit(token, step.id, {});
  say(`${step.type} handed in`);
}

interface FaceStepRequest {
  session: Session;
  step: DemoStep;
  person: PhotographedPerson;
  /** Where the selfie is laid, to be looked at. */
  dir: string;
  say: (line: string) => void;
}
