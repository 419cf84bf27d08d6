import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readModelCatalogue } from '../../src/adapters/model-catalogue.ts';
import type { FlowDocumentInput } from '../../src/contract/flows/flow-document.ts';
import { photographPerson } from '../../specimens/captures/photograph-person.ts';
import { eventually } from '../support/eventually.ts';
import { startWorkerProcess } from '../support/programs/processes.ts';
import { noInspection, startStack, type Stack } from '../support/stack.ts';

interface Verification {
  status: string;
  steps: { id: string; checks: { id: string; outcome: string; code: string | null }[] }[];
}

const flow: FlowDocumentInput = {
  consent: { version: '1', texts: { en: 'We look at your face.' } },
  steps: [
    { id: 'selfie', type: 'selfie', config: {} },
    { id: 'alive', type: 'passive-liveness', config: { reuseSelfieOf: 'selfie' } },
  ],
};

let stack: Stack;
let selfie: Buffer;
const dirs: string[] = [];

beforeAll(async () => {
  stack = await startStack();
  await stack.startWorkers({ qualityHandlers: noInspection, maintenance: true });
  await stack.client.addFlow('faces', flow);
  ({ selfie } = await photographPerson());
}, 180_000);
afterAll(async () => {
  await stack.close();
  for (const dir of dirs) rmSync(dir, { recursive: true });
});

/** An operator's folder of models with one damaged file in it. */
function folderWith(damage: (dir: string) => void): string {
  const dir = mkdtempSync(join(tmpdir(), 'models-'));
  dirs.push(dir);
  damage(dir);
  return dir;
}

/** Half of the real file. */
const truncated = (name: string) => (dir: string) => {
  const { path } = readModelCatalogue().getModel(name);
  const copy = join(dir, `${name}.onnx`);
  copyFileSync(path, copy);
  truncateSync(copy, statSync(copy).size >> 1);
};
/** Another net under the right name: it loads, but it is not the measured one. */
const another = (name: string) => (dir: string) =>
  writeFileSync(join(dir, `${name}.onnx`), readFileSync(readModelCatalogue().getModel('iris').path));

/** Both face models, because either may be used: which one depends on what was downloaded here. */
const faceModelsDamaged = (dir: string) => {
  truncated('dlib-face')(dir);
  another('mobilefacenet-112')(dir);
};

test.each([
  ['a truncated model', 'dlib-face', faceModelsDamaged, { selfie: 'error check.model_missing' }],
  ['another model under its name', 'minifasnet-v1se-80', another('minifasnet-v1se-80'), { selfie: 'passed null' }],
])(
  '%s is named at the worker’s start and by readiness, and what needs it goes to review',
  async (_, model, damage, others) => {
    const worker = await startWorkerProcess({ ...stack.env, MODELS_DIR: folderWith(damage) }, 'liveness');
    try {
      const line = worker.output
        .join('')
        .split('\n')
        .find((text) => text.includes(`"name":"${model}"`));
      const said = JSON.parse(line ?? '{}') as { level?: number; models?: object[] };
      expect(said.level).toBe(50);
      expect(said.models).toContainEqual({ name: model, status: 'wrong_hash' });
      await eventually(
        async () => {
          const reported = (await stack.container.workers.list()).flatMap(({ models }) => models);
          return reported.some(({ name, status }) => name === model && status === 'wrongHash') ? true : null;
        },
        { what: 'the report of the damaged model' },
      );
      expect((await stack.api.get('/health/ready')).body).toMatchObject({ status: 'degraded' });

      const session = await stack.startSession('faces');
      await session.consent();
      expect((await session.upload(selfie, { stepId: 'selfie', kind: 'selfie' })).status).toBe(201);
      await session.submit('selfie', {});
      await session.submit('alive', {});
      const verification = await eventually(
        async () => {
          const path = `/v2/verifications/${session.verificationId}`;
          const { body: read } = await stack.api.get<Verification>(path, { token: stack.client.token });
          return ['verified', 'reviewNeeded', 'rejected'].includes(read.status) ? read : null;
        },
        { what: `the verdict ${worker.output.slice(-3).join('')}` },
      );
      const told = Object.fromEntries(
        verification.steps.map(({ id, checks }) => [id, `${checks[0]?.outcome ?? ''} ${String(checks[0]?.code)}`]),
      );
      expect(told).toEqual({ ...others, alive: 'error check.model_missing' });
      expect(verification.status).toBe('reviewNeeded');
    } finally {
      await worker.kill();
    }
  },
  90_000,
);
