import type { Schemas, Verification } from '../api/schema.ts';
import { stepText } from '../app/flows/step-texts.ts';
import { stateText } from '../ui/status-badge.tsx';
import { durationText, Time } from '../ui/time.tsx';

interface Moment {
  at: string;
  text: string;
  detail?: string;
}

/** The events in order, with the time between them. */
export function Timeline({
  verification,
  events,
  activity,
}: {
  verification: Verification;
  events: readonly Schemas['StoredEvent'][];
  activity: readonly Schemas['Activity'][];
}) {
  const moments = momentsOf(verification, events, activity);
  return (
    <ol className="relative ml-1.5 border-l border-line">
      {moments.map(({ at, text, detail }, index) => {
        const before = moments[index - 1];
        const gap = before === undefined ? 0 : Date.parse(at) - Date.parse(before.at);
        return (
          <li key={`${at} ${text} ${detail ?? ''}`} className="relative pb-4 pl-5 last:pb-0">
            <span aria-hidden className="absolute top-1.5 -left-[4.5px] size-2 rounded-full bg-edge" />
            <p className="font-medium">{text}</p>
            <p className="text-[13px] text-faint">
              <Time at={at} precise />
            </p>
            {(gap > 0 || detail !== undefined) && (
              <p className="text-[13px] text-faint">
                {[gap > 0 && `${durationText(gap)} later`, detail].filter(Boolean).join(' · ')}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

type EventType = Schemas['StoredEvent']['body']['type'];

/** Null: the steps and the decision say it, or it is no event of a verification. The compiler asks for every new event. */
const eventMoments: Readonly<Record<EventType, string | null>> = {
  'verification.started': 'The person opened the flow',
  'verification.cancelled': 'The person cancelled',
  'verification.expired': 'Expired without progress',
  'verification.inputs_completed': null,
  'verification.step_completed': null,
  'verification.completed': null,
  'verification.updated': null,
  'identity.updated': null,
  'identity.deleted': null,
  'audit.anchored': null,
  'webhook.test': null,
};

function activityMoment({ type, actorName, assigneeId, assigneeName, createdAt }: Schemas['Activity']): Moment {
  const detail = `by ${actorName ?? 'someone who was removed'}`;
  if (type === 'comment') return { at: createdAt, text: 'Comment', detail };
  if (assigneeId === null) return { at: createdAt, text: 'Assigned to nobody', detail };
  return { at: createdAt, text: `Assigned to ${assigneeName ?? 'someone who was removed'}`, detail };
}

function momentsOf(
  verification: Verification,
  events: readonly Schemas['StoredEvent'][],
  activity: readonly Schemas['Activity'][],
): Moment[] {
  const { createdAt, inputsCompletedAt, decision, steps } = verification;
  const moments: Moment[] = [{ at: createdAt, text: 'Started' }];
  for (const { body } of events) {
    const text = eventMoments[body.type];
    // An event of a newer service than this page has no sentence.
    if (text) moments.push({ at: body.timestamp, text });
  }
  for (const step of steps) {
    if (step.finishedAt !== null) {
      moments.push({
        at: step.finishedAt,
        text: `${stepText(step.type).name} ${step.status === 'skipped' ? 'skipped' : 'finished'}`,
        detail: step.attempts === 1 ? '1 attempt' : `${step.attempts} attempts`,
      });
    }
  }
  moments.push(...activity.map(activityMoment));
  if (inputsCompletedAt !== null) moments.push({ at: inputsCompletedAt, text: 'All inputs submitted' });
  if (decision !== null) {
    moments.push({ at: decision.decidedAt, text: `Decided: ${stateText(decision.automatic).toLowerCase()}` });
    if (decision.manual !== null) {
      moments.push({
        at: decision.manual.decidedAt,
        text: `Reviewed: ${stateText(decision.manual.status).toLowerCase()}`,
      });
    }
  }
  return moments.toSorted((one, other) => one.at.localeCompare(other.at));
}
