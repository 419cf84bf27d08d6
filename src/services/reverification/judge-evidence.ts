import type { MatchCalibration } from '../../domain/faces/match-calibration.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { Evidence } from '../../domain/verifications/reverification.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { FaceTemplate } from '../../domain/traits.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Verdict } from '../../domain/verifications/verification-status.ts';
import { judgeMatch } from '../../steps/faces/judge-match.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { readEarlierFaces, searchPictures } from './replayed-faces.ts';
import { mayReverify } from './may-reverify.ts';

/** Steps that see the face and distinguish a living person from a picture. A voice shows no face. */
const liveFaceSteps = ['passive-liveness', 'active-liveness', 'enhanced-liveness'] as const;

/**
 * What an attempt showed about the person whose identity it names. `simulated`: the client requested the verdict in test mode, where steps
 * have no faces and their checks are taken as they are.
 */
export async function judgeEvidence(
  tx: Repositories,
  {
    verification,
    verdict,
    flow,
    flows,
    stepRuns,
    simulated = false,
  }: {
    verification: Verification;
    verdict: Verdict;
    flow: Flow;
    flows: Flows;
    stepRuns: readonly StepRun[];
    simulated?: boolean;
  },
): Promise<Evidence> {
  const enrolled = await tx.enrolledFaces.find(verification);
  const calibrations = await tx.matchCalibrations.list();
  const faces = stepRuns.flatMap(({ outcome }) => outcome?.traits.face ?? []);
  const comparisons = stepRuns.flatMap(
    ({ outcome }) => outcome?.checks.filter(({ id }) => id === 're-facematch') ?? [],
  );
  const decided = await tx.verifications.listDecided(verification.identityId, 2);
  const latest = decided.find(({ id }) => id !== verification.id);
  return {
    verified: verdict === 'verified',
    faceMatched: comparisons.length > 0 && comparisons.every(({ outcome }) => outcome === 'passed'),
    liveFace: stepRuns.some((run) =>
      isLiveFace(run, { enrolled, calibrations, simulated, reused: reusedSelfieOf(run, flow, stepRuns) }),
    ),
    // An attempt speaks for the identity only if none of its pictures can come from an earlier attempt.
    replayed:
      (await tx.givenFiles.isReplayed(verification)) ||
      searchPictures(await readEarlierFaces(tx, verification), { faces, enrolled }) !== 'notShown',
    flowMayReverify:
      latest === undefined ||
      (!isRefusedByReviewer(latest) && mayReverify(flow, await flows.getVersion(latest.flowVersionId, tx))),
  };
}

/** The backend or a reviewer may undo a reviewer's verdict. The person could otherwise do so with public ids alone. */
function isRefusedByReviewer({ status, decision }: Pick<Verification, 'status' | 'decision'>): boolean {
  return decision?.manual != null && status !== 'verified';
}

/** The selfie step whose picture this step judged. */
function reusedSelfieOf({ stepId }: StepRun, { document }: Flow, stepRuns: readonly StepRun[]): StepRun | undefined {
  const step = document.steps.find(({ id }) => id === stepId);
  if (step?.type !== 'passive-liveness') return undefined;
  return stepRuns.find((run) => run.stepId === step.config.reuseSelfieOf);
}

/** Checks that tell whether a camera made the picture or the recording that a step judged. */
const checksOfOrigin = ['camera', 'selfie-origin'];

/**
 * Whether the step passed with the enrolled face. A flow's policy can accept a doubt about the origin of a picture for its own verdict: with
 * such a doubt, a stranger may have sent a file.
 */
function isLiveFace(
  { type, outcome }: StepRun,
  {
    enrolled,
    calibrations,
    simulated,
    reused,
  }: {
    enrolled: FaceTemplate | null;
    calibrations: readonly MatchCalibration[];
    simulated: boolean;
    reused: StepRun | undefined;
  },
): boolean {
  if (!liveFaceSteps.some((candidate) => candidate === type) || outcome === null) return false;
  const own = outcome.checks.filter(({ id }) => [type, 'timing', 'light-response', ...checksOfOrigin].includes(id));
  const ofSelfie = reused?.outcome?.checks.filter(({ id }) => checksOfOrigin.includes(id)) ?? [];
  const ofLife = [...own, ...ofSelfie];
  if (!own.some(({ id }) => id === type)) return false;
  if (!ofLife.every(({ outcome: answer }) => answer === 'passed')) return false;
  if (simulated) return true;
  const { face } = outcome.traits;
  return face !== undefined && enrolled !== null && judgeMatch(face, enrolled, null, calibrations).answer === 'same';
}
