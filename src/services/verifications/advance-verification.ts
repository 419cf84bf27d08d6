import type { Clock } from '../../domain/ports/clock.ts';
import type { Repositories } from '../../domain/repositories/repositories.ts';
import type { StepRun } from '../../domain/verifications/step-run.ts';
import type { Verification } from '../../domain/verifications/verification.ts';
import { stepRegistry } from '../../steps/registry.ts';
import { decideVerification } from './decide-verification.ts';
import type { Flow, Flows } from '../flows/load-flow.ts';
import { refreshIdentityRecord } from './refresh-identity-record.ts';
import { appendMessage } from './session-state.ts';
import { recordEvents, type EventContent, type VerificationEvent } from './verification-events.ts';

/**
 * Advances a verification after a step has changed: to `running` when the person has nothing more to submit, to its verdict when every step
 * has ended. Part of the step's own transaction, which holds the verification's lock. Returns the sequence number of the last session
 * message, or null if it sent none.
 */
export async function advanceVerification(
  tx: Repositories,
  {
    verification,
    flow,
    flows,
    clock,
    engineVersion,
  }: { verification: Verification; flow: Flow; flows: Flows; clock: Clock; engineVersion: string },
): Promise<number | null> {
  const stepRuns = await tx.stepRuns.list(verification.id);
  let current = verification;
  let sequence: number | null = null;
  const events: VerificationEvent[] = [];
  const addEvent = (content: EventContent) => events.push({ content, verification: current, at: clock.now() });

  if (current.status === 'pending' && !stepRuns.some((run) => mayTakeInput(run, flow))) {
    await tx.verifications.move(current, 'running', { inputsCompleted: true });
    current = await tx.verifications.get(current.id);
    const { id: verificationId, identityId } = current;
    const message = { type: 'verification.finished', verificationId, identityId, outcome: 'inputsCompleted' } as const;
    sequence = await appendMessage(tx, verificationId, message, clock.now());
    addEvent({ type: 'verification.inputs_completed' });
  }
  if (current.status === 'running' && stepRuns.every((run) => run.status === 'finished' || run.status === 'skipped')) {
    const { changedIdentity } = await decideVerification(tx, {
      verification: current,
      flow,
      flows,
      stepRuns,
      engineVersion,
    });
    current = await tx.verifications.get(current.id);
    addEvent({ type: 'verification.completed' });
    if (changedIdentity) addEvent({ type: 'identity.updated', status: current.status });
  }
  await recordEvents(tx, flow, events);
  if (current.status !== verification.status) await refreshIdentityRecord(tx, current.identityId, flows);
  return sequence;
}

/** Whether the person may still have to act on this step. True while an attempt is judged that is not the last. */
export function mayTakeInput(run: Pick<StepRun, 'type' | 'status' | 'attempt'>, flow: Flow): boolean {
  if (run.status === 'waiting') return true;
  const mayReturn =
    stepRegistry[run.type].schema.retakeCodes.length > 0 && run.attempt < flow.document.maxAttemptsPerStep;
  return run.status === 'processing' && mayReturn;
}
