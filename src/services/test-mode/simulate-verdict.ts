import type { Check, CheckOutcome } from '../../domain/verifications/check.ts';
import {
  policyVersion,
  simulatedEngine,
  type DecisionReason,
  type PolicyAction,
} from '../../domain/verifications/decision.ts';
import { Problem } from '../../domain/faults/errors.ts';
import { simulatedSource, type Facts } from '../../domain/verifications/identity.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { ReasonCode } from '../../domain/faults/reason-codes.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import { isPublicReverification, silencesOf, speaksForIdentity } from '../../domain/verifications/reverification.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import type { Verdict } from '../../domain/verifications/verification-status.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { mergeFacts } from '../verifications/merge-facts.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { refreshIdentityRecord } from '../verifications/refresh-identity-record.ts';
import { appendMessage } from '../verifications/session-state.ts';
import { judgeEvidence } from '../reverification/judge-evidence.ts';
import { listProtected } from '../reverification/list-protected.ts';
import { recordEvents, type EventContent, type VerificationEvent } from '../verifications/verification-events.ts';

const outcomeOf: Readonly<Record<Verdict, CheckOutcome>> = {
  verified: 'warning',
  reviewNeeded: 'warning',
  rejected: 'failed',
};
const actionOf: Readonly<Record<Verdict, PolicyAction>> = {
  verified: 'accept',
  reviewNeeded: 'review',
  rejected: 'reject',
};

/** A fictitious person: the holder of the specimen in ICAO 9303. */
const madeUpFacts: Facts = {
  fullName: { value: 'ANNA MARIA ERIKSSON', source: simulatedSource },
  dateOfBirth: { value: '1974-08-12', source: simulatedSource },
  documentNumber: { value: 'L898902C3', source: simulatedSource },
};

/**
 * Ends an attempt with a verdict without examining anything. Steps that have ended keep their results; the others pass, except for the
 * requested codes.
 */
export async function simulateVerdict(
  tx: Repositories,
  {
    verification,
    flow,
    status,
    codes,
  }: { verification: Verification; flow: Flow; status: Verdict; codes: readonly ReasonCode[] },
  { flows, clock, engineVersion }: { flows: Flows; clock: Clock; engineVersion: string },
): Promise<number | null> {
  const at = clock.now();
  const reasons = reasonsOf(flow, status, codes);
  const events: VerificationEvent[] = [];
  const addEvent = (content: EventContent, of: Verification) => events.push({ content, verification: of, at });

  let [factsGiven, sequence] = [false, null as number | null];
  for (const run of await tx.stepRuns.list(verification.id)) {
    if (run.status === 'finished' || run.status === 'skipped') continue;
    const facts = status === 'verified' && !factsGiven ? madeUpFacts : {};
    factsGiven = true;
    await tx.stepRuns.simulate(
      run,
      { record: null, checks: checksOf(run, reasons), facts, traits: {}, models: [] },
      at,
    );
    addEvent({ type: 'verification.step_completed', step: run }, verification);
  }
  let current = verification;
  const { id: verificationId, identityId } = verification;
  if (current.status === 'pending') {
    await tx.verifications.move(current, 'running', { inputsCompleted: true });
    current = await tx.verifications.get(verificationId);
    const message = { type: 'verification.finished', verificationId, identityId, outcome: 'inputsCompleted' } as const;
    sequence = await appendMessage(tx, verificationId, message, at);
    addEvent({ type: 'verification.inputs_completed' }, current);
  }
  const engine = { version: simulatedEngine(engineVersion), models: [] };
  const decision = { automatic: status, manual: null, reasons, decidedAt: at.toISOString(), policyVersion, engine };
  const identity = await tx.identities.lock(identityId);
  await tx.verifications.move(current, status, { decision, finished: true });
  const runs = await tx.stepRuns.list(verificationId);
  if (isPublicReverification(current)) {
    const asked = { verification: current, verdict: status, flow, flows, stepRuns: runs, simulated: true };
    await tx.verifications.entitle(verificationId, silencesOf(await judgeEvidence(tx, asked)));
  }
  current = await tx.verifications.get(verificationId);
  addEvent({ type: 'verification.completed' }, current);
  if (speaksForIdentity(current)) {
    const kept = await listProtected(tx, flows, { clientId: current.clientId, flow, data: identity.data });
    const data = status === 'verified' ? mergeFacts(identity.data, runs, current, kept) : undefined;
    await tx.identities.setStatus(identityId, status, data);
    addEvent({ type: 'identity.updated', status }, current);
  }
  await recordEvents(tx, flow, events);
  await refreshIdentityRecord(tx, identityId, flows);
  return sequence;
}

/** @throws Problem `request.invalid` for a code that no step of the flow produces */
function reasonsOf(flow: Flow, status: Verdict, codes: readonly ReasonCode[]): DecisionReason[] {
  return [...new Set(codes)].map((code, index) => {
    const place = flow.document.steps
      .flatMap(({ id, type }) =>
        Object.entries(stepRegistry[type].schema.checks).map(([checkId, check]) => ({ stepId: id, checkId, check })),
      )
      .find(({ check }) => check.codes.includes(code));
    if (place === undefined) {
      const fault = {
        pointer: `/codes/${index}`,
        code: 'value.not_valid',
        detail: 'is a code that no step of this flow reports',
      };
      throw new Problem('request.invalid', { errors: [fault] });
    }
    const { stepId, checkId } = place;
    return { stepId, checkId, outcome: outcomeOf[status], code, action: actionOf[status] };
  });
}

function checksOf({ stepId, type }: StepRun, reasons: readonly DecisionReason[]): Check[] {
  return Object.keys(stepRegistry[type].schema.checks).map((id) => {
    const reason = reasons.find((candidate) => candidate.stepId === stepId && candidate.checkId === id);
    return { id, outcome: reason?.outcome ?? 'passed', code: reason?.code ?? null, data: null, durationMs: 0 };
  });
}
