import { describe, expect, test } from 'vitest';
import { builtInMatchCalibrations } from '../../../src/domain/faces/built-in-match-calibrations.ts';
import type { History } from '../../../src/domain/ports/history.ts';
import type { FaceTemplate, Traits } from '../../../src/domain/traits.ts';
import { decide } from '../../../src/domain/verifications/decision.ts';
import type { StepType } from '../../../src/domain/verifications/step-type.ts';
import { withConclusion } from '../../../src/services/verifications/conclude-steps.ts';
import { faceStepTypes } from '../../../src/steps/faces/judge-facematch.ts';
import { stepRegistry } from '../../../src/steps/registry.ts';

const model = builtInMatchCalibrations[0]?.model.sha256 ?? '';
const at = new Date('2026-11-25T12:00:00Z');
const noHistory: History = {
  reverifies: false,
  listIdentitiesWith: () => Promise.resolve([]),
  knownHolder: () => Promise.resolve({}),
  isHolderEncrypted: () => Promise.resolve(false),
  areDocumentsLost: () => Promise.resolve(false),
  findLastPlaces: () => Promise.resolve([]),
  enrolledFace: () => Promise.resolve(null),
  isSealed: () => Promise.resolve(false),
  findShownBefore: () => Promise.resolve('notShown'),
  hasVerifiedFace: () => Promise.resolve(false),
  nearestFaces: () => Promise.resolve(null),
  matchCalibrations: () => Promise.resolve([]),
};

type Person = 'owner' | 'stranger';
let photographs = 0;

/** Another photograph of the person: 0.7 from any other of the same person, 3 from those of the other one. */
function photograph(person: Person, picture = `picture ${(photographs += 1)}`): FaceTemplate {
  const embedding = Buffer.alloc(512);
  embedding.writeFloatLE(person === 'owner' ? 1 : 4);
  embedding.writeFloatLE(0.5, 4 + 4 * (photographs % 100));
  return { embedding: embedding.toString('base64'), modelSha256: model, pictureSha256: picture, appearance: '' };
}

interface FlowStep {
  stepId: string;
  type: StepType;
  config: object;
}

const provider = { name: 'aws-rekognition', region: 'eu-west-1' };
const selfie = (stepId: string, config = {}): FlowStep => ({ stepId, type: 'selfie', config });
const document: FlowStep = { stepId: 'card', type: 'document', config: { accept: [{ type: 'national-id' }] } };
/** Every kind of step that sees the person, twice where two of them differ in what they look at. */
const parts: readonly FlowStep[] = [
  document,
  selfie('selfie'),
  selfie('another', { match: 'none' }),
  { stepId: 'picture', type: 'passive-liveness', config: { match: null, reuseSelfieOf: null } },
  { stepId: 'again', type: 'passive-liveness', config: { match: null, reuseSelfieOf: 'selfie' } },
  { stepId: 'video', type: 'active-liveness', config: { match: 'none' } },
  { stepId: 'outside', type: 'enhanced-liveness', config: { match: 'none', provider } },
];

const isReuse = ({ config }: FlowStep) => 'reuseSelfieOf' in config && config.reuseSelfieOf !== null;

/** Every flow of some of these steps, in either order. */
const flows: FlowStep[][] = Array.from({ length: 2 ** parts.length }, (_, chosen) =>
  parts.filter((_part, index) => (chosen >> index) % 2 === 1),
)
  .filter((flow) => !flow.some(isReuse) || flow.some(({ stepId }) => stepId === 'selfie'))
  .flatMap((flow) => [flow, [...flow].reverse()]);

/** The verdict on a verification in which every step passed by itself and shows this person's face. */
async function verdictOn(flow: readonly FlowStep[], shows: (stepId: string) => Person) {
  const faces = new Map(flow.filter((step) => !isReuse(step)).map(({ stepId }) => [stepId, photograph(shows(stepId))]));
  const finished = flow.map((step) => {
    const face = faces.get(isReuse(step) ? 'selfie' : step.stepId);
    const traits: Traits =
      step.type === 'document'
        ? { ...(face && { portrait: { ...face, source: 'document' } }) }
        : { ...(face && { face }) };
    return { ...step, traits };
  });
  const steps = [];
  for (const step of finished) {
    const others = finished.filter((other) => other !== step);
    const request = { stepId: step.stepId, config: step.config, traits: step.traits, others };
    const { conclusion } = stepRegistry[step.type];
    const isPerson = faceStepTypes.some((type) => type === step.type);
    const seen = isPerson ? await conclusion?.look(noHistory, request) : undefined;
    const concluded = isPerson ? (conclusion?.judge({ ...request, seen, at }) ?? []) : [];
    const own = [{ id: step.type, outcome: 'passed', code: null, data: null, durationMs: 0 } as const];
    steps.push({ stepId: step.stepId, leftOut: false, checks: withConclusion(own, concluded) });
  }
  return decide(steps, {}).verdict;
}

describe('a verification is of one person', () => {
  test(`in each of ${flows.length} flows: the faces of one person are verified`, async () => {
    for (const flow of flows.filter(({ length }) => length > 0)) {
      expect([flow.map(({ stepId }) => stepId), await verdictOn(flow, () => 'owner')]).toEqual([
        expect.anything(),
        'verified',
      ]);
    }
  });

  test('and never if one of its steps shows a stranger', async () => {
    let tried = 0;
    for (const flow of flows) {
      const people = flow.filter((step) => step.type !== 'document' && !isReuse(step));
      for (const strange of people.length > 1 ? people : []) {
        const verdict = await verdictOn(flow, (stepId) => (stepId === strange.stepId ? 'stranger' : 'owner'));
        expect([flow.map(({ stepId }) => stepId), strange.stepId, verdict]).toEqual([
          expect.anything(),
          strange.stepId,
          'rejected',
        ]);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(200);
  });

  test('nor if the document’s portrait is a stranger’s and a step is compared with it', async () => {
    const compared = flows.filter(
      (flow) => flow.includes(document) && !flow.some(({ stepId }) => stepId === 'another'),
    );
    const asking = compared.filter((flow) =>
      flow.some(({ stepId }) => ['selfie', 'picture', 'again'].includes(stepId)),
    );
    for (const flow of asking) {
      const verdict = await verdictOn(flow, (stepId) => (stepId === document.stepId ? 'stranger' : 'owner'));
      expect([flow.map(({ stepId }) => stepId), verdict]).toEqual([expect.anything(), 'rejected']);
    }
    expect(asking.length).toBeGreaterThan(10);
  });
});
