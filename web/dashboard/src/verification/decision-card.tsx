import { ArrowRight } from 'lucide-react';
import type { Schemas, Verification } from '../api/schema.ts';
import { stepText } from '../app/flows/step-texts.ts';
import { words } from '../app/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Id } from '../ui/copy.tsx';
import { ReasonText } from '../ui/reason-text.tsx';
import { StatusBadge, stateText } from '../ui/status-badge.tsx';
import { Time } from '../ui/time.tsx';
import { stepPlace } from './step-card.tsx';

const actionTexts: Readonly<
  Record<Schemas['Decision']['reasons'][number]['action'], { text: string; tone: 'good' | 'warn' | 'bad' }>
> = {
  accept: { text: 'Accepted by the flow', tone: 'good' },
  review: { text: 'Sends to review', tone: 'warn' },
  reject: { text: 'Rejects', tone: 'bad' },
};
const severity = { reject: 0, review: 1, accept: 2 } as const;
/** A doubt about the person comes before a check that could not tell, whose cause is often a setting. */
const suspects = ({ outcome }: Schemas['Decision']['reasons'][number]) => outcome === 'failed' || outcome === 'warning';

/** Why the verification ended so: the automatic verdict, a reviewer's, and every check that did not pass in plain words. */
export function DecisionCard({ verification }: { verification: Verification }) {
  const { decision, steps, status } = verification;
  if (decision === null) return <Card title="Decision">{undecided(status)}</Card>;
  const typeOf = (stepId: string) => steps.find(({ id }) => id === stepId)?.type ?? stepId;
  const reasons = decision.reasons.toSorted(
    (one, other) => severity[one.action] - severity[other.action] || Number(suspects(other)) - Number(suspects(one)),
  );
  return (
    <Card title="Decision" flush>
      <div className="flex flex-wrap items-center gap-3 px-5 py-4">
        <span className="text-soft">Automatic</span>
        <StatusBadge state={decision.automatic} />
        {decision.manual !== null && (
          <>
            <ArrowRight aria-hidden className="size-4 text-faint" />
            <span className="text-soft">By a person</span>
            <StatusBadge state={decision.manual.status} />
          </>
        )}
      </div>
      {decision.manual !== null && (
        <div className="border-t border-line px-5 py-4">
          <p className="font-medium">“{decision.manual.reason}”</p>
          {decision.manual.notes !== null && (
            <p className="mt-1 whitespace-pre-wrap text-soft">{decision.manual.notes}</p>
          )}
          {decision.manual.search != null && <Acknowledged search={decision.manual.search} />}
          <p className="mt-2 flex flex-wrap items-center gap-2 text-[13px] text-faint">
            {decision.manual.decidedBy !== null && <Id value={decision.manual.decidedBy} />}
            <Time at={decision.manual.decidedAt} />
          </p>
        </div>
      )}
      {reasons.length === 0 ? (
        <p className="border-t border-line px-5 py-4 text-soft">Every check passed.</p>
      ) : (
        <ul aria-label="Reasons" className="border-t border-line">
          {reasons.map((reason) => (
            <li
              key={`${reason.stepId} ${reason.checkId} ${reason.code}`}
              className="flex flex-wrap items-start gap-x-4 gap-y-1.5 border-b border-line px-5 py-3 last:border-b-0"
            >
              <div className="min-w-0 flex-1 basis-64">
                <ReasonText code={reason.code} />
                <p className="text-[13px] text-faint">
                  <button type="button" className="link" onClick={() => showStep(reason.stepId)}>
                    {stepText(typeOf(reason.stepId)).name}
                  </button>{' '}
                  · {words(reason.checkId)} · {stateText(reason.outcome)}
                </p>
              </div>
              <Badge tone={actionTexts[reason.action].tone}>{actionTexts[reason.action].text}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The step's pictures and evidence can be several screens below its reason. */
function showStep(stepId: string): void {
  const card = document.getElementById(stepPlace(stepId));
  card?.scrollIntoView({ block: 'start' });
  card?.focus({ preventScroll: true });
}

function undecided(status: Verification['status']): string {
  if (status === 'pending') return 'The person has not finished yet.';
  if (status === 'running') return 'Checks are running. This page updates by itself.';
  if (status === 'deleted') return 'It was erased. Its pictures, its data and the decision have been destroyed.';
  return 'It ended before there was anything to decide.';
}

function Acknowledged({ search }: { search: Schemas['DuplicateSearch'] }) {
  const { duplicates, contradictions = [], complete } = search;
  if (duplicates.length + contradictions.length === 0 && complete) return null;
  return (
    <div className="mt-2 text-soft">
      {!complete && <p>Verified although the search for this person was incomplete.</p>}
      {duplicates.length > 0 && (
        <>
          <p>Verified although other identities may be this person:</p>
          <ul className="flex flex-col gap-1">
            {duplicates.map(({ identityId }) => (
              <li key={identityId}>
                <Id value={identityId} />
              </li>
            ))}
          </ul>
        </>
      )}
      {contradictions.length > 0 && (
        <>
          <p>Verified although other verifications of this identity show another person:</p>
          <ul className="flex flex-col gap-1">
            {contradictions.map(({ verificationId }) => (
              <li key={verificationId}>
                <Id value={verificationId} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
