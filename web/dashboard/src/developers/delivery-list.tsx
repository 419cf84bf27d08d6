import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { api, read } from '../api/client.ts';
import { messageOf } from '../api/problem.ts';
import { queryClient } from '../api/query-client.ts';
import type { Schemas } from '../api/schema.ts';
import { useClientKey, useSession } from '../app/session/session.tsx';
import { words } from '../app/words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Id } from '../ui/copy.tsx';
import { Json } from '../ui/json.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { durationText, Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';

type Delivery = Schemas['Delivery'];

/** Deliveries with every attempt; each can be repeated, and a waiting one can be sent now. */
export function DeliveryList({ deliveries, open = false }: { deliveries: readonly Delivery[]; open?: boolean }) {
  if (deliveries.length === 0)
    return <p className="px-5 py-8 text-center text-soft">Nothing has been delivered yet.</p>;
  return (
    <ul>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} first={open} />
      ))}
    </ul>
  );
}

function DeliveryRow({ delivery, first }: { delivery: Delivery; first: boolean }) {
  const [open, setOpen] = useState(first);
  const { may } = useSession();
  const client = useClientKey();
  const say = useToast();
  const waiting = delivery.state === 'waiting';
  const redeliver = useMutation({
    mutationFn: () =>
      read(api.POST('/v2/deliveries/{deliveryId}/redeliver', { params: { path: { deliveryId: delivery.id } } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [client, 'deliveries'] });
      say(waiting ? 'Retrying now.' : 'Delivering again.');
    },
    onError: (error) => say(messageOf(error), 'bad'),
  });
  const last = delivery.attempts.at(-1);
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <button
          type="button"
          aria-expanded={open}
          aria-label={`Attempts of ${delivery.id}`}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-4 gap-y-1 text-left"
        >
          <ChevronDown
            aria-hidden
            className={`size-4 shrink-0 text-faint transition-transform ${open ? '' : '-rotate-90'}`}
          />
          <StatusBadge state={delivery.state} />
          <span className="text-soft">
            {delivery.attempts.length === 1 ? '1 attempt' : `${delivery.attempts.length} attempts`}
            {last !== undefined &&
              `. ${last.status === null ? words(last.error ?? 'no answer') : `HTTP ${last.status}`}`}
          </span>
        </button>
        <Link to="/developers/events/$eventId" params={{ eventId: delivery.eventId }} className="link text-[13px]">
          Event
        </Link>
        <span className="text-[13px] text-faint">
          <Time at={delivery.createdAt} />
        </span>
        {may('webhooks:write') && (
          <Button
            size="small"
            busy={redeliver.isPending}
            disabled={waiting && delivery.attempts.length === 0}
            icon={<RotateCcw aria-hidden className="size-3.5" />}
            onClick={() => redeliver.mutate()}
          >
            {waiting ? 'Try now' : 'Deliver again'}
          </Button>
        )}
      </div>
      {open && <Attempts delivery={delivery} />}
    </li>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  return (
    <div className="px-5 pb-4 sm:pl-13">
      <p className="mb-3 flex flex-wrap items-center gap-x-3 text-[13px] text-faint">
        <Id value={delivery.id} />
        {delivery.nextAttemptAt !== null && (
          <span>
            Next attempt <Time at={delivery.nextAttemptAt} />
          </span>
        )}
      </p>
      {delivery.attempts.length === 0 && <p className="text-soft">The first attempt is due now.</p>}
      <ol className="flex flex-col gap-3">
        {delivery.attempts.toReversed().map((attempt, index) => (
          <li key={attempt.at} className="rounded-lg border border-line p-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
              <span className="font-medium">Attempt {delivery.attempts.length - index}</span>
              <Badge tone={attempt.status !== null && attempt.status >= 200 && attempt.status < 300 ? 'good' : 'bad'}>
                {attempt.status === null ? 'No answer' : `HTTP ${attempt.status}`}
              </Badge>
              <span className="text-soft tabular-nums">{durationText(attempt.durationMs)}</span>
              <span className="text-faint">
                <Time at={attempt.at} precise />
              </span>
            </p>
            {attempt.error !== null && <p className="mt-2 text-[13px] text-bad">{words(attempt.error)}</p>}
            {attempt.answer !== null && attempt.answer !== '' && (
              <div className="mt-2">
                <Json label="Answer" value={attempt.answer} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
