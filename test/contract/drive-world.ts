import { anyPassport } from '../../src/domain/document-kinds/any-country/any-passport.ts';
import type { PageReader } from '../../src/domain/ports/pages/page-reader.ts';
import { soundRate } from '../../specimens/captures/encode-recording.ts';
import { filmLive, filmPictures, recordSound } from '../../specimens/faces/film-live.ts';
import { openFace } from '../../specimens/faces/open-face.ts';
import { recordVoice } from '../../specimens/faces/record-person.ts';
import { startAwsServer } from '../support/servers/aws-server.ts';
import { clockOf } from '../support/let-time-pass.ts';
import { cropFace, samplePicture } from '../support/people/face-pictures.ts';
import { makeUpDocument, storeDocument } from '../support/documents/made-up-document.ts';
import { smallPicture } from '../support/documents/pictures.ts';
import { sharedModels } from '../support/shared-models.ts';
import { startSpeechServer } from '../support/servers/speech-server.ts';
import { startStack, noInspection } from '../support/stack.ts';
import { documentHandlers, emptyReader } from '../support/steps.ts';
import { openFaceAnalyser } from '../support/test-models.ts';
import { createRandom } from '../../specimens/drawing/create-random.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * The service with everything outside it: providers, and a person to photograph, film and listen to. The document reader is a fake that
 * sees what the driver puts before it; the models from npm make all other checks.
 */
export async function openWorld() {
  const [aws, speech] = [await startAwsServer(), await startSpeechServer()];
  // Some blinks of a projected face are not seen: the challenges are drawn from a seed.
  const random = createRandom(4);
  const stack = await startStack({
    randomBelow: (below) => random.integer(0, below - 1),
    env: {
      SPEECH_URL: speech.url,
      AWS_ACCESS_KEY_ID: 'AKIATEST',
      AWS_SECRET_ACCESS_KEY: 'own-secret',
      AWS_LIVENESS_ROLE_ARN: 'arn:aws:iam::123456789012:role/device',
      AWS_ENDPOINT_URL: aws.url,
    },
  });
  let page: PageReader = emptyReader;
  const reader: PageReader = { read: (picture) => page.read(picture) };
  const readable = storeDocument(anyPassport, makeUpDocument(anyPassport)).pages[0]?.reading;
  await stack.startWorkers({
    qualityHandlers: noInspection,
    documentHandlers: documentHandlers(stack, reader),
    liveness: true,
    otp: true,
    maintenance: true,
    models: sharedModels(),
  });
  const analyser = await openFaceAnalyser();
  const sample = await samplePicture('sample3');
  const [straight] = (await analyser.analyse(sample)).faces.sort(
    (a, b) => Math.abs(a.pose.roll) - Math.abs(b.pose.roll),
  );
  if (straight === undefined || readable == null) throw new Error('the samples are not what they were');
  const selfie = await cropFace(sample, straight);
  const face = await openFace(await cropFace(sample, straight, { widthPx: 500 }), analyser);
  const wall = { widthPx: 320, heightPx: 240, framesPerSecond: 5 };

  return {
    aws,
    speech,
    stack,
    noPicture: await smallPicture(),
    selfie,
    /** What the reader sees on the next pages. */
    layDown: (what: 'passport' | 'nothing') => {
      page = what === 'nothing' ? emptyReader : { read: () => Promise.resolve(readable) };
    },
    film: (promptCount: number) => filmLive(face, { promptCount }),
    filmWall: () =>
      filmPictures({ ...wall, pictures: Array.from({ length: 15 }, () => new Uint8Array(320 * 240 * 3).fill(128)) }),
    clockOf: (challengeId: string) => clockOf(stack.sql, challengeId),
    speak: recordVoice,
    silence: () => recordSound(new Float32Array(3 * soundRate)),
    async close() {
      await stack.close();
      await Promise.all([aws.close(), speech.close()]);
    },
  };
}
